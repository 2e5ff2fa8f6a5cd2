// Moves that a player gives in advance, and pieces that were captured.
import { svg } from "./dom.js";
import { sideOf, squareName } from "./position.js";

const straight = [[1, 0], [-1, 0], [0, 1], [0, -1]], diagonal = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const jumps = [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]];
const inPalace = (file, rank, red) => file > 2 && file < 6 && (red ? rank < 3 : rank > 6);

/** Where a piece could go if what stands in its way were gone: all that can be legal after the other side's move. */
function reach(letter, file, rank) {
  const red = sideOf(letter) === "red", kind = letter.toLowerCase(), steps = list => list.map(([x, y]) => [file + x, rank + y]);
  const all = {
    k: () => steps(straight).filter(([f, r]) => inPalace(f, r, red)),
    a: () => steps(diagonal).filter(([f, r]) => inPalace(f, r, red)),
    b: () => steps(diagonal.map(([x, y]) => [2 * x, 2 * y])).filter(([, r]) => (red ? r < 5 : r > 4)),
    n: () => steps(jumps),
    p: () => steps([[0, red ? 1 : -1], ...((red ? rank > 4 : rank < 5) ? [[1, 0], [-1, 0]] : [])])
  }[kind] || (() => [...Array(9).keys()].map(f => [f, rank]).concat([...Array(10).keys()].map(r => [file, r])));
  return all().filter(([f, r]) => f >= 0 && f < 9 && r >= 0 && r < 10 && (f !== file || r !== rank));
}

/** Moves, as squares, that `side` can give in advance; also onto its own pieces, which may be captured until then. */
export function premoves(board, side) {
  return board.flatMap((letter, s) => (letter && sideOf(letter) === side
    ? reach(letter, s % 9, Math.floor(s / 9)).map(([f, r]) => squareName(s) + squareName(r * 9 + f)) : []));
}

const order = "RNCBAP";

/** The letters of the pieces of `side` that `start` has and `board` has not, the strongest first. */
export function lost(start, board, side) {
  const count = (list, letter) => list.filter(l => l === letter).length;
  return [...order].flatMap(name => {
    const letter = side === "red" ? name : name.toLowerCase();
    return Array(Math.max(0, count(start, letter) - count(board, letter))).fill(letter);
  });
}

/** Small pieces in a row. */
export function menDrawn(letters, label) {
  const gap = 26;
  return svg("svg", { class: "captured", viewBox: `-20 -20 ${Math.max(40, 40 + gap * (letters.length - 1))} 40`, role: "img", "aria-label": label },
    letters.map((letter, i) => svg("use", { href: "#p" + letter, x: gap * i })));
}
