// Boards as lists of 90 letters (empty: ""), a0 first, rank by rank. What is legal is not decided here.

export const startFen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const fileLetters = "abcdefghi";

export function boardOf(fen) {
  const board = Array(90).fill("");
  fen.split(" ")[0].split("/").forEach((text, i) => {
    let file = 0;
    for (const c of text) {
      if (c >= "1" && c <= "9") file += Number(c); else board[(9 - i) * 9 + file++] = c;
    }
  });
  return board;
}

/** The FEN of a position that `plies` moves later has `board`; the counter of quiet moves starts anew. */
export function fenOf(board, startFenText, plies) {
  const [, turn, , , , number] = startFenText.split(" ");
  const blackFirst = turn === "b" ? 1 : 0;
  const rows = [];
  for (let rank = 9; rank >= 0; --rank) {
    rows.push(board.slice(rank * 9, rank * 9 + 9).map(c => c || " ").join("").replace(/ +/g, gap => gap.length));
  }
  const round = (Number(number) || 1) + Math.floor((plies + blackFirst) / 2);
  return `${rows.join("/")} ${(plies + blackFirst) % 2 ? "b" : "w"} - - 0 ${round}`;
}

export const turnOf = fen => (fen.split(" ")[1] === "b" ? "black" : "red");
export const sideOf = letter => (letter < "a" ? "red" : "black");
export const squareOf = text => fileLetters.indexOf(text[0]) + 9 * Number(text[1]);
export const squareName = s => fileLetters[s % 9] + Math.floor(s / 9);
export const from = move => squareOf(move);
export const to = move => squareOf(move.slice(2));

export function played(board, move) {
  const next = board.slice();
  next[to(move)] = next[from(move)];
  next[from(move)] = "";
  return next;
}

/** Numbers of rounds and sides for the moves of a game that begins at `fen`. */
export class Rounds {
  constructor(fen) {
    const fields = fen.split(" ");
    this.blackFirst = fields[1] === "b" ? 1 : 0;
    this.first = Number(fields[5]) || 1;
  }
  of(ply) { return this.first + Math.floor((ply + this.blackFirst) / 2); }
  isRed(ply) { return (ply + this.blackFirst) % 2 === 0; }
  /** "12." or "12…" */
  label(ply) { return this.of(ply) + (this.isRed(ply) ? "." : "…"); }
}
