// Traditional Chinese, usage of Taiwan: words of the explorer alone. The three tables have the same keys; words as in docs/glossary.md.

export const moreHant = {
  boardWood: "木色",
  boardGreen: "綠色",
  boardBlue: "藍色",
  boardPaper: "紙色",
  boardLook: "棋盤顏色",
  sound: "聲音",
  boardSize: "棋盤大小：拖動或用方向鍵；按兩下恢復最大",
  positionValid: "局面有效，可以行棋。",
  positionOver: "行棋方無著可走：棋局到此結束。",
  usePosition: "使用此局面",
  editor: "擺局",
  editorHint: "選一枚棋子，再點棋盤上的位置；不選時可拖動棋子，拖出棋盤即拿掉。",
  takeAway: "拿掉",
  clearBoard: "清空棋盤",
  sideToMove: "行棋方"
};
