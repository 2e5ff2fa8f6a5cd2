// The mistakes of a judged game as exercises: find the better move.
import { Talk } from "./api.js";
import { byId, element } from "./dom.js";
import { inNotation, numbered } from "./place.js";
import { goTo, study, watch } from "./study.js";
import { say } from "./texts.js";
import { probability, valueText } from "./values.js";

const close = .05; // a move that loses less than this of the chance to win is as good
const nodes = 150000;
let round = null; // { list, index, state, words }
let ended = () => {};
let talk = null; // asks what another move is worth
let asked = null;

export const practising = () => round !== null;

/** The moves marked ? or ?? beside which the engine's line stands, with that line. */
export function exercises() {
  const isEngines = node => node.comment.includes("[%pv");
  return study.game.mainLine.slice(1).filter(n => n.nags.includes(2) || n.nags.includes(4))
    .map(played => ({ played, best: played.parent.children.find(isEngines) })).filter(e => e.best);
}

/** What the engine's line is worth, from Red's side: its first move says so, "[%pv +0.55,14]" or "[%pv -#5,9]". */
function worth(best) {
  const [, sign, mate, number] = best.comment.match(/\[%pv ([+-]?)(#?)([\d.]+)/) || [];
  if (!number) return best.parent.score ?? 0;
  return (sign === "-" ? -1 : 1) * (mate ? 30000 - (2 * Number(number) - 1) : Math.round(100 * Number(number)));
}

const here = () => round.list[round.index];

function show(state, words) {
  round.state = state;
  round.words = words;
  draw();
}

function draw() {
  const { played } = here(), red = study.game.turnAt(played.parent) === "red";
  const last = round.index + 1 === round.list.length, solved = round.state === "solved";
  byId("judge").replaceChildren(element("div", { class: "practice", role: "group", "aria-label": say("practice") },
    element("p", {}, element("b", {}, `${round.index + 1}/${round.list.length}`), " ", say(red ? "redToMove" : "blackToMove"), ". ", say("findBetterThan", numbered(played))),
    element("p", { class: "verdict " + round.state, role: "status" }, round.words || ""),
    element("div", { class: "row" }, solved ? null : element("button", { class: "solution", onclick: () => solve("shown") }, say("showSolution")),
      last ? null : element("button", { class: "next" + (solved ? " primary" : ""), onclick: () => go(round.index + 1) }, say("nextExercise")),
      element("button", { class: "end", onclick: end }, say("endPractice")))));
}

function go(index) {
  round.index = index;
  asked = null;
  goTo(here().played.parent);
  show("open", "");
}

function solve(how) {
  const { best } = here();
  goTo(best);
  show("solved", (how === "found" ? say("rightMove") + " " : "") + numbered(best) + " " + valueText(worth(best)) + (here().played.words ? " · " + here().played.words : ""));
}

/** A move on the board; true: it is an answer, and stays no move of the game. */
function answered({ uci }) {
  if (!round || study.at !== here().played.parent) return false;
  const { played, best } = here();
  const move = study.position?.legal.find(m => m.uci === uci) || { uci };
  if (uci === best.uci) solve("found");
  else if (uci === played.uci) show("wrong", say("thatWasPlayed"));
  else weigh(move, best);
  return true;
}

/** Another move than the engine's: what is it worth? */
function weigh(move, best) {
  const { played } = here(), sign = study.game.turnAt(played.parent) === "red" ? 1 : -1;
  asked = { id: `practice ${round.index} ${move.uci}`, move, best, sign };
  show("wrong", say("weighing", inNotation(move)));
  const go = { type: "go", id: asked.id, fen: study.game.fen, moves: [...played.parent.moves, move.uci], nodes };
  talk ??= new Talk("/analysis", { message: receive, state: state => { if (state === "open" && asked) talk.say(asked.go); } });
  asked.go = go;
  talk.say(go);
}

function receive(m) {
  if (!round || !asked || m.id !== asked.id) return;
  if (m.type === "info" && m.lines.length) asked.score = -asked.sign * m.lines[0].score; // from Red's side
  if (m.type !== "done") return;
  const { move, best, sign, score } = asked;
  asked = null;
  const over = score === undefined; // the side that was to move has none: it has lost
  const loss = over ? 0 : sign * (probability(worth(best)) - probability(score));
  if (loss < close) show("solved", say("goodToo", inNotation(move), inNotation(best)));
  else show("wrong", say("notGood", inNotation(move), valueText(score)));
}

function end() {
  if (!round) return;
  round = null;
  asked = null;
  talk?.end();
  talk = null;
  document.body.classList.remove("practising");
  ended();
}

/** `onEnd()`: what stands there otherwise is drawn again. */
export function startPractice(onEnd) {
  ended = onEnd;
  round = { list: exercises(), index: 0, state: "open", words: "" };
  document.body.classList.add("practising");
  study.answered = answered;
  go(0);
}

export function watchPractice() {
  watch(what => {
    if (round && ["game", "tree"].includes(what)) end();
    if (what === "position" && round && round.state === "open") draw(); // names may have come
  });
}
