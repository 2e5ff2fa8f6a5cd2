// The faces of the pieces. The drawing stands in the page once, as <defs>; changing it there changes every board.

const pieceFaces = {
  traditional: "帥仕相馬車炮兵將士象馬車砲卒",
  simplified: "帅仕相马车炮兵将士象马车炮卒",
  letters: "KAEHRCPKAEHRCP"
};
export const pieceLetters = "KABNRCPkabnrcp";
let shownFaces = "traditional";

export function showPieces(name) {
  shownFaces = name;
  [...pieceLetters].forEach((letter, i) => {
    const face = document.querySelector(`#p${letter} text`);
    if (face) face.textContent = pieceFaces[name][i];
  });
}

/** The character or letter that a piece shows at present. */
export const faceOf = letter => pieceFaces[shownFaces][pieceLetters.indexOf(letter)];
