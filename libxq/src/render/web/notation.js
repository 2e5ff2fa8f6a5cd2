// Names of moves: { uci, san (Chinese, simplified), wxf } in the notation that is wanted.

const traditionalOf = { 车: "車", 马: "馬", 帅: "帥", 将: "將", 进: "進", 后: "後" };
const simplifiedOf = Object.fromEntries(Object.entries(traditionalOf).map(([simple, other]) => [other, simple]));

export function traditional(text) {
  return text.replace(/[车马帅将进后]/g, c => traditionalOf[c]);
}

function simplified(text) {
  return text.replace(/[車馬帥將進後]/g, c => simplifiedOf[c]);
}

export function moveName(move, notation) {
  if (notation === "wxf") return move.wxf ? move.wxf.replace(".", "=") : move.uci;
  if (notation === "uci") return move.uci;
  const name = move.san || move.uci;
  return notation === "traditional" ? traditional(name) : simplified(name);
}

const wxfMen = { red: "帅仕相相马马车炮兵", black: "将士象象马马车炮卒" };
const wxfDigits = { red: "一二三四五六七八九", black: "１２３４５６７８９" };
const wxfWays = { "+": "进", "-": "退" };

/** The Chinese name that follows from a WXF name; where it is another one, the data have it (report.cpp). */
function chineseFromWxf(wxf, side) {
  const man = wxfMen[side]["KAEBHNRCP".indexOf(wxf[0])], digit = c => wxfDigits[side][c - 1];
  const way = wxfWays[wxf[2]] || "平";
  if (wxf[1] === "+" || wxf[1] === "-") return (wxf[1] === "+" ? "前" : "后") + man + way + digit(wxf[3]);
  return man + digit(wxf[1]) + way + digit(wxf[3]);
}

/** Moves from their compact form: squares without blanks, WXF with blanks, the names that are exceptions by index. */
export function unpackMoves({ moves, wxf, names = {} }, redBegins) {
  const short = wxf.split(" ");
  return (moves.match(/..../g) || []).map((uci, i) => ({ uci, wxf: short[i],
    san: names[i] || chineseFromWxf(short[i], (i % 2 === 0) === redBegins ? "red" : "black") }));
}
