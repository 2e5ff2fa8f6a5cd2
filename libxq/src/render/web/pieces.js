// The faces of the pieces. The drawing stands in the page once, as <defs>; changing it there changes every board.
import { svg } from "./dom.js";

const pieceFaces = {
  traditional: "帥仕相馬車炮兵將士象馬車砲卒",
  simplified: "帅仕相马车炮兵将士象马车炮卒",
  alike: "將士象馬車炮卒將士象馬車炮卒",
  letters: "KAEHRCPKAEHRCP"
};
/** For those who do not read the characters: crown, hat, elephant, horse, tower, gun, foot soldier. */
const pieceSymbols = {
  K: "M-10 9H10V6H-10ZM-9 4-11-6-5-1 0-11 5-1 11-6 9 4Z",
  A: "M-13-3 0-10 13-3 0 4ZM-7 2V7Q0 12 7 7V2L0 6ZM11-2V7H12.5V-2Z",
  B: "M-11 10V0Q-11-9-2-9 3-9 5-6 11-7 11 0V8Q11 11 8 11V8.5Q9 8.5 9 7V3Q7 5 5 4V10H1V5H-4V10Z",
  N: "M-8 11H9Q10-2 3-8L2-12-1-8Q-7-6-10 2L-7 5-2 2Q0 3 0 1-1 5-5 6-8 8-8 11Z",
  R: "M-10 11H10V8H8L6-3H9V-11H5V-8H2V-11H-2V-8H-5V-11H-9V-3H-6L-8 8H-10Z",
  C: "M-12 1 8-10 12-4-4 5A5 5 0 1 1-9 5ZM5 10H12V7H5Z",
  P: "M-8 11H8Q8 4 3 1A6 6 0 1 0-3 1Q-8 4-8 11Z"
};
export const pieceLetters = "KABNRCPkabnrcp";
let shownFaces = "traditional";

export function showPieces(name) {
  shownFaces = name;
  const symbols = name === "symbols";
  [...pieceLetters].forEach((letter, i) => {
    const man = document.querySelector(`#p${letter}`), face = man?.querySelector("text");
    if (!face) return;
    man.querySelector("path")?.remove();
    if (symbols) man.append(svg("path", { d: pieceSymbols[letter.toUpperCase()] }));
    face.textContent = symbols ? "" : pieceFaces[name][i];
  });
}

/** The character or letter that a piece shows at present. */
export const faceOf = letter => (pieceFaces[shownFaces] || pieceFaces.letters)[pieceLetters.indexOf(letter)];
