// The mistakes of judged games as exercises: find the better move.
import { address, ask, Talk } from "./api.js";
import { byId, element } from "./dom.js";
import { recall } from "./keep.js";
import { inNotation, numbered } from "./place.js";
import { goTo, openGame, study, watch } from "./study.js";
import { say } from "./texts.js";
import { Game } from "./tree.js";
import { probability, valueText } from "./values.js";

const close = .05; // a move that loses less than this of the chance to win is as good
const nodes = 150000;
let round = null; // { list, index, state, words, parts }
let ended = () => {};
let talk = null; // asks what another move is worth
let asked = null;
let moving = false; // to another game of the round

export const practising = () => round !== null;
/** The parts of the address of exercises from several games, or null. */
export function practiceParts() {
  if (!round?.parts) return null;
  const { mistakes, db } = round.parts;
  return { mistakes, ...(db && { db }), at: round.index + 1 };
}

const enginesMove = played => played.parent.children.find(node => node.comment.includes("[%pv"));

/** The moves of `game` marked ? or ?? beside which the engine's line stands, with that line. */
export function exercises(game = study.game) {
  return game.mainLine.slice(1).filter(n => n.nags.includes(2) || n.nags.includes(4))
    .map(played => ({ game, played, best: enginesMove(played) })).filter(e => e.best);
}

/** What the engine's line is worth, from Red's side: its first move says so, "[%pv +0.55,14]" or "[%pv -#5,9]". */
function worth(best) {
  const [, sign, mate, number] = best.comment.match(/\[%pv ([+-]?)(#?)([\d.]+)/) || [];
  if (!number) return best.parent.score ?? 0;
  return (sign === "-" ? -1 : 1) * (mate ? 30000 - (2 * Number(number) - 1) : Math.round(100 * Number(number)));
}

const here = () => round.list[round.index];
const worthHere = () => here().value ?? worth(here().best);

function show(state, words) {
  round.state = state;
  round.words = words;
  draw();
}

function draw() {
  const { played, game } = here(), red = game.turnAt(played.parent) === "red";
  const last = round.index + 1 === round.list.length, solved = round.state === "solved";
  byId("judge").replaceChildren(element("div", { class: "practice", role: "group", "aria-label": say("practice") },
    element("p", {}, element("b", {}, `${round.index + 1}/${round.list.length}`), " ", say(red ? "redToMove" : "blackToMove"), " · ", say("findBetterThan", numbered(played))),
    element("p", { class: "verdict " + round.state, role: "status" }, round.words || ""),
    element("div", { class: "row" }, solved || !here().best ? null : element("button", { class: "solution", onclick: () => solve("shown") }, say("showSolution")),
      last ? null : element("button", { class: "next" + (solved ? " primary" : ""), onclick: () => go(round.index + 1) }, say("nextExercise")),
      element("button", { class: "end", onclick: end }, say("endPractice")),
      round.parts?.mistakes ? element("a", { class: "from", href: round.parts.from }, say("aboutPlayer", round.parts.mistakes)) : null)));
}

/** The game of an exercise that a list names by number and ply. */
async function load(exercise) {
  if (exercise.game) return;
  const { id, db, ply } = exercise;
  const fresh = new Game({ ...await ask(address(`/game/${id}`, { db })), id, db }), kept = recall(fresh.data);
  const played = game => game?.mainLine[ply + 1];
  if (!played(fresh)) throw new Error(say("noMistakes"));
  const game = played(kept)?.uci === played(fresh).uci ? kept : fresh; // nobody's comments are to be lost
  Object.assign(exercise, { game, played: played(game), best: enginesMove(played(game)) });
}

async function go(index) {
  const mine = round, exercise = mine.list[index];
  round.index = index;
  asked = null;
  try {
    await load(exercise);
  } catch (problem) {
    if (round === mine) { end(); study.failed(problem); }
    return;
  }
  if (round !== mine || here() !== exercise) return;
  if (study.game === exercise.game) goTo(exercise.played.parent);
  else {
    moving = true;
    openGame(exercise.game, exercise.played.parent);
    moving = false;
  }
  if (exercise.best) show("open", ""); else seek();
}

/** Asks for the move that the game does not tell. */
function seek() {
  show("asked", say("weighing", say("practice")));
  question("best", here().played.parent.moves);
}

/** The engine's move where the game does not tell one: kept as a judged game has it. */
function takeBest(exercise, line) {
  const { game, played } = exercise, [first] = line.moves;
  if (first.uci === played.uci) { show("solved", say("engineAgrees", inNotation(played))); return; }
  game.grow(played.parent, [{ uci: first.uci, san: first.san, wxf: first.wxf, comment: `[%pv ${valueText(line.red)},${line.depth}]` }]);
  Object.assign(exercise, { best: enginesMove(played) || played.parent.child(first.uci), value: line.red });
  show("open", "");
}

function solve(how) {
  const { best } = here();
  goTo(best);
  show("solved", (how === "found" ? say("rightMove") + " " : "") + numbered(best) + " " + valueText(worthHere()) + (here().played.words ? " · " + here().played.words : ""));
}

/** A move on the board; true: it is an answer, and stays no move of the game. */
function answered({ uci }) {
  if (!round || !here().played || study.at !== here().played.parent) return false;
  const { played, best } = here();
  if (!best) { // the engine is still asked, or would not answer
    if (!asked) seek();
    return true;
  }
  const move = study.position?.legal.find(m => m.uci === uci) || { uci };
  if (uci === best.uci) solve("found");
  else if (uci === played.uci) show("wrong", say("thatWasPlayed"));
  else weigh(move, best);
  return true;
}

/** Asks the engine about the place after `moves`. */
function question(kind, moves, more = {}) {
  const id = `practice ${round.index} ${kind} ${moves.at(-1) || ""}`;
  asked = { id, kind, ...more, go: { type: "go", id, fen: study.game.fen, moves, nodes } };
  talk ??= new Talk("/analysis", { message: receive, state: state => {
    if (state === "open" && asked) talk.say(asked.go);
    if (state === "refused") {
      talk.end();
      talk = null;
      unanswered(say("engineRefused"));
    }
  } });
  talk.say(asked.go);
}

/** Another move than the engine's: what is it worth? */
function weigh(move, best) {
  const { played } = here(), sign = study.game.turnAt(played.parent) === "red" ? 1 : -1;
  show("wrong", say("weighing", inNotation(move)));
  question("move", [...played.parent.moves, move.uci], { move, best, sign });
}

/** The next move on the board asks anew. */
function unanswered(why) {
  if (!asked) return;
  asked = null;
  show("wrong", why);
}

function receive(m) {
  if (!round || !asked || m.id !== asked.id) return;
  if (m.type === "error") { unanswered(m.error); return; }
  if (m.type === "info" && m.lines.length) Object.assign(asked, { line: m.lines[0], depth: m.depth });
  if (m.type !== "done" || m.reason === "shutdown") return; // a service that is there again is asked again
  const { kind, move, best, sign, line, depth } = asked;
  asked = null;
  if (kind === "best") {
    const turn = study.game.turnAt(here().played.parent) === "red" ? 1 : -1;
    if (line?.moves.length) takeBest(here(), { ...line, depth, red: turn * line.score });
    return;
  }
  const score = line && -sign * line.score; // from Red's side
  const loss = line ? sign * (probability(worthHere()) - probability(score)) : 0; // the side that was to move has no move: it has lost
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

/** `onEnd()`: what stands there otherwise is drawn again. `list`: exercises(), or { id, db, ply } of games that are fetched. */
export function startPractice(onEnd, list = exercises(), { at = 1, parts = null } = {}) {
  if (round) end();
  ended = onEnd;
  round = { list, index: 0, state: "open", words: "", parts };
  document.body.classList.add("practising");
  study.answered = answered;
  return go(Math.max(0, Math.min(list.length, at) - 1));
}

export function watchPractice() {
  watch(what => {
    if (round && !moving && ["game", "tree"].includes(what)) end();
    if (what === "position" && round && round.state === "open" && here().played) draw(); // names may have come
  });
}
