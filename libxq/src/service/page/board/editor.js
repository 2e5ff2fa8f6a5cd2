// A position put together by hand: pieces from a box, start and empty board, side, and whether it is a position.
import { ask, address } from "./api.js";
import { Board, columnsOf } from "./board.js";
import { byId, element, svg } from "./dom.js";
import { faceOf, pieceLetters } from "./pieces.js";
import { boardOf, fenOf, sideOf, startFen, turnOf } from "./position.js";
import { notationInUse } from "./settings.js";
import { say } from "./texts.js";

const view = () => byId("view-editor");
const emptyFen = "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1";
let state = null; // { men, turn, brush }: brush is a letter, "" to take away, null to move what is there
let parts = null;

const fenHere = () => fenOf(state.men, `x ${state.turn === "red" ? "w" : "b"} - - 0 1`, 0);

function drawBoard() {
  parts.board.show({ board: state.men, columns: columnsOf(notationInUse()), flipped: false });
}

let asked = 0;
async function check() {
  const mine = ++asked, fen = fenHere();
  history.replaceState(null, "", "#" + new URLSearchParams({ edit: fen.split(" ").slice(0, 2).join("_") }).toString().replace(/%2F/g, "/"));
  parts.fen.value = fen;
  parts.use.disabled = true;
  try {
    const answer = await ask(address("/position", { fen }));
    if (mine !== asked) return;
    parts.report.textContent = answer.over ? say("positionOver") : say("positionValid");
    parts.report.className = "hint";
    parts.use.disabled = false;
  } catch (problem) {
    if (mine !== asked) return;
    parts.report.textContent = problem.message;
    parts.report.className = "problem";
  }
}

function changed() {
  drawBoard();
  check();
}

function take(fen) {
  state.men = boardOf(fen);
  state.turn = turnOf(fen);
  parts.turns.forEach(box => { box.checked = box.value === state.turn; });
  changed();
}

/** A piece of the box: chosen, the next squares get it. */
function brush(letter, label, content) {
  return element("button", { class: "brush", "aria-pressed": "false", "aria-label": label, title: label, onclick: e => {
    state.brush = state.brush === letter ? null : letter;
    for (const b of view().querySelectorAll(".brush")) b.setAttribute("aria-pressed", b === e.currentTarget && state.brush === letter ? "true" : "false");
  } }, content);
}

const picture = letter => svg("svg", { viewBox: "-20 -20 40 40", "aria-hidden": "true" }, svg("use", { href: "#p" + letter }));
const box = side => element("div", { class: "brushes", role: "group", "aria-label": say(side) },
  [...pieceLetters].filter(letter => sideOf(letter) === side).map(letter => brush(letter, say(side) + " " + faceOf(letter), picture(letter))));

/** Clicks put what was chosen, or take it away again; without a choice pieces are dragged, off the board they are gone. */
function listen(board) {
  let begin = null;
  board.element.addEventListener("contextmenu", e => e.preventDefault());
  board.element.addEventListener("pointerdown", e => {
    const s = board.squareAt(e);
    if (s === null) return;
    e.preventDefault();
    if (e.button === 2) { state.men[s] = ""; changed(); return; }
    if (state.brush !== null) {
      state.men = state.men.slice();
      state.men[s] = state.men[s] === state.brush ? "" : state.brush;
      changed();
      return;
    }
    if (!state.men[s]) return;
    begin = s;
    board.element.setPointerCapture(e.pointerId);
  });
  board.element.addEventListener("pointermove", e => {
    if (begin === null) return;
    const [x, y] = board.pointAt(e), man = board.men[begin];
    man.classList.add("dragged");
    man.style.transform = `translate(${x}px, ${y}px)`;
  });
  board.element.addEventListener("pointerup", e => {
    if (begin === null) return;
    const s = board.squareAt(e), from = begin, man = board.men[from];
    begin = null;
    man.classList.remove("dragged");
    board.place(man, from);
    if (s === from) return;
    state.men = state.men.slice();
    if (s !== null) state.men[s] = state.men[from];
    state.men[from] = "";
    changed();
  });
}

export function showEditor(fen) {
  state = { men: boardOf(startFen), turn: "red", brush: null };
  const board = new Board({ label: say("boardLabel") });
  board.element.classList.add("live", "editing");
  listen(board);
  const side = name => element("label", {}, element("input", { type: "radio", name: "turn", value: name, onchange: () => { state.turn = name; check(); } }), " ", say(name === "red" ? "redToMove" : "blackToMove"));
  const sides = ["red", "black"].map(side);
  parts = { board, turns: sides.map(label => label.querySelector("input")), report: element("p", { class: "hint", role: "status" }),
    fen: element("input", { "aria-label": "FEN", spellcheck: false, autocapitalize: "off", onchange: e => {
      const men = e.target.value.trim();
      if (/^([1-9A-Za-z]+\/){9}[1-9A-Za-z]+( .*)?$/.test(men)) take(men); else check();
    } }),
    use: element("button", { class: "primary", onclick: () => { const [men, turn] = fenHere().split(" "); location.hash = fenHere() === startFen ? "" : `fen=${men}_${turn}`; } }, say("usePosition")) };
  view().replaceChildren(element("h1", {}, say("editor")), element("div", { class: "editor" },
    element("div", { class: "editor-board" }, box("black"), board.element, box("red")),
    element("div", { class: "stack" }, element("p", { class: "hint" }, say("editorHint")),
      element("div", { class: "row" }, brush("", say("takeAway"), "✕"),
        element("button", { onclick: () => take(startFen) }, say("start")), element("button", { onclick: () => take(emptyFen) }, say("clearBoard"))),
      element("div", { class: "row", role: "radiogroup", "aria-label": say("sideToMove") }, sides), parts.fen, parts.report, element("div", { class: "row" }, parts.use))));
  let wanted = fen || startFen;
  try {
    const men = boardOf(wanted);
    if (men.length !== 90 || men.some(letter => letter && !pieceLetters.includes(letter))) wanted = startFen;
  } catch {
    wanted = startFen;
  }
  take(wanted);
}
