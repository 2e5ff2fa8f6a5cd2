// The board and what stands around it.
import { Board, columnsOf, menOf } from "./board.js";
import { onDrawing, onWheelAndSwipe } from "./gestures.js";
import { sizeHandle } from "./size.js";
import { sound } from "./sounds.js";
import { ValueBar } from "./curve.js";
import { byId, element } from "./dom.js";
import { moveName, traditional } from "./notation.js";
import { faceOf } from "./pieces.js";
import { Rounds, to } from "./position.js";
import { choose, notationInUse, setting } from "./settings.js";
import { drawHere, play, step, study, watch } from "./study.js";
import { say } from "./texts.js";

let board = null;
let bar = null;
let scores = { engine: null, book: null }; // from Red's side, of the place
let arrows = { book: [], engine: [] };

export const isFlipped = () => setting("flipped") === "yes";
export const flip = () => choose("flipped", isFlipped() ? "no" : "yes");
export const inNotation = move => moveName(move, notationInUse());

/** "3. 马二进三" */
export const numbered = node => new Rounds(study.game.fen).label(node.ply - 1) + " " + inNotation(node);

export function showScore(kind, score) {
  scores[kind] = score;
  bar.show(scores.engine ?? study.at.score ?? scores.book, isFlipped());
}

export function showArrows(kind, list) {
  arrows[kind] = list;
  drawArrows();
}

function drawArrows() {
  const shown = setting("arrows") === "yes" ? [...arrows.book, ...arrows.engine] : [];
  const pointed = study.pointed ? [{ move: study.pointed, kind: "pointed", weight: .6 }] : [];
  board.show({ arrows: [...shown.filter(a => a.move !== study.pointed), ...pointed] });
}

/** Why a game is over, in the page's language. */
export function verdictText(over) {
  const words = { checkmate: "checkmate", stalemate: "stalemate" };
  const why = words[over.reason] ? say(words[over.reason]) : over.reason || "";
  const who = over.winner === "red" ? say("redWins") : over.winner === "black" ? say("blackWins") : say("draw");
  return why ? say("verdict", who, why) : who;
}

let making = null; // what is being drawn
const drawShapes = () => board.show({ drawn: making ? [...study.at.shapes, making] : study.at.shapes });

let heardAt = null; // the place whose sound was made last
/** A step forward sounds as the move does, once what it does is known. */
function sounds() {
  const { at, position } = study;
  const before = heardAt;
  if (!position || before === at) return;
  heardAt = at;
  if (!before || at.parent !== before) return;
  sound(position.over ? "end" : position.check ? "check" : before.board[to(at.uci)] ? "capture" : "move");
}

function drawPlates() {
  const { data } = study.game;
  const names = { red: data.red || data.tags?.Red, black: data.black || data.tags?.Black };
  const plate = side => [element("span", { class: side + "dot" }), names[side] ? (names[side].name ?? names[side]) : ""];
  const below = isFlipped() ? "black" : "red", above = isFlipped() ? "red" : "black";
  byId("plate-below").replaceChildren(...plate(below));
  byId("plate-above").replaceChildren(...plate(above));
  const empty = !names.red && !names.black;
  byId("view-explorer").classList.toggle("named", !empty);
  byId("plate-below").hidden = byId("plate-above").hidden = empty;
}

function drawStatus() {
  const { at, position } = study;
  const turn = study.game.turnAt(at) === "red" ? say("redToMove") : say("blackToMove");
  const parts = [at.parent ? numbered(at) : say("start")];
  if (position?.over) parts.push(verdictText(position.over));
  else parts.push(turn);
  if (position?.check && !position.over) parts.push(say("check"));
  byId("status").textContent = parts.join(" · ");
  const side = which => say(which) + ": " + menOf(at.board, which, faceOf);
  byId("men").textContent = `${side("red")}. ${side("black")}.`;
}

function drawBoard() {
  const { at, position } = study;
  board.show({ board: at.board, lastMove: at.uci || null, drawn: at.shapes, flipped: isFlipped(), columns: columnsOf(notationInUse()),
    legal: position ? position.legal.map(m => m.uci) : [], check: position?.check ? position.turn : null,
    label: say("boardLabel") });
}

function drawLegal() {
  const { position } = study;
  byId("legal-moves").replaceChildren(...(position?.legal || []).map(m => element("option", { value: inNotation(m) })));
  if (position) byId("move-input").disabled = !!position.over; // not while the answer is awaited: a disabled field loses the keyboard focus
}

/** The legal move that a reader wrote, in any of the notations. */
export function readMove(text, legal) {
  const plain = t => t.trim().toLowerCase().replace(/[.=]/g, "=").replace(/\s/g, "").normalize("NFKC").replace("后", "後");
  const wanted = plain(text);
  return legal.find(m => [m.uci, m.wxf, m.san, traditional(m.san || "")].some(name => name && plain(name) === wanted));
}

export function openPlace() {
  board = new Board({ play: uci => play({ uci }) });
  bar = new ValueBar();
  board.element.setAttribute("aria-describedby", "status men");
  const place = byId("board-place");
  place.append(element("div", { class: "withbar" }, bar.element, board.element), sizeHandle(place));
  onWheelAndSwipe(board, step);
  onDrawing(board, drawHere, shape => { making = shape; drawShapes(); });
  byId("flip").onclick = flip;
  let early = false; // a move was entered before the legal ones are known
  byId("move-form").addEventListener("submit", e => {
    e.preventDefault();
    early = !study.position;
    if (early) return;
    const input = byId("move-input"), text = input.value;
    const move = text.trim() && readMove(text, study.position.legal);
    input.setAttribute("aria-invalid", text.trim() && !move ? "true" : "false");
    if (move) {
      input.value = "";
      play(move);
    } else if (text.trim()) {
      byId("status").textContent = say("notLegal", text.trim());
    }
  });
  watch(what => {
    if (what === "pointed") { drawArrows(); return; }
    if (what === "notes") { drawShapes(); return; }
    if (what === "game") heardAt = study.at;
    if (what !== "position") {
      early = false;
      scores = { engine: null, book: null };
      arrows = { book: [], engine: [] };
      drawArrows();
    }
    if (what === "game") drawPlates();
    drawBoard();
    drawStatus();
    drawLegal();
    sounds();
    if (early) byId("move-form").requestSubmit();
    bar.show(scores.engine ?? study.at.score ?? scores.book, isFlipped());
  });
}
