// English: words of the explorer alone. The three tables have the same keys; words as in docs/glossary.md.

export const moreEn = {
  boardWood: "wood",
  boardGreen: "green",
  boardBlue: "blue",
  boardPaper: "paper",
  boardLook: "Board",
  sound: "Sounds",
  boardSize: "Size of the board: drag, or arrow keys; double click: as large as possible",
  positionValid: "This is a position that can be played.",
  positionOver: "The side to move has no move: the game is over here.",
  usePosition: "Show on the board",
  editor: "Set up a position",
  editorHint: "Choose a piece and click where it stands; without a choice drag pieces, and off the board to take them away.",
  takeAway: "Take away",
  clearBoard: "Clear the board",
  sideToMove: "Side to move"
};
