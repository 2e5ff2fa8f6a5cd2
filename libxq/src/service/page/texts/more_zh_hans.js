// Simplified Chinese: words of the explorer alone. The three tables have the same keys; words as in docs/glossary.md.

export const moreHans = {
  boardWood: "木色",
  boardGreen: "绿色",
  boardBlue: "蓝色",
  boardPaper: "纸色",
  boardLook: "棋盘颜色",
  sound: "声音",
  boardSize: "棋盘大小：拖动或用方向键；双击恢复最大",
  positionValid: "局面有效，可以行棋。",
  positionOver: "行棋方无着可走：棋局到此结束。",
  usePosition: "用此局面",
  editor: "摆局",
  editorHint: "选一枚棋子，再点棋盘上的位置；不选时可拖动棋子，拖出棋盘即拿掉。",
  takeAway: "拿掉",
  clearBoard: "清空棋盘",
  sideToMove: "行棋方"
};
