// The game that is looked at, and where in it: what board, book, analysis and list of moves have in common.
import { address, ask, known } from "./api.js";
import { startFen } from "./position.js";
import { languageInUse } from "./settings.js";
import { Game } from "./tree.js";

const watchers = [];

export const study = { game: new Game(), at: null, pointed: null, position: null, byHand: false };
study.at = study.game.root;

/** `watcher(what)`: "game" (another one), "tree" (a move was added or removed), "place", "position" (answers about it), "notes" (of the place), "others" (changed the game). */
export const watch = watcher => { watchers.push(watcher); };
const tell = what => watchers.forEach(w => w(what));

/** An opening's code and name: the English one on an English page. */
export const openingText = (ecco, name, english) => [ecco, languageInUse() === "en" ? english || name : name].filter(Boolean).join(" ");
/** Names of openings come in the script of the page. */
export const scriptWanted = () => (languageInUse() === "zh-Hant" ? "traditional" : "");
const addressOf = (path, node, more) => address(path, { fen: study.game.fen === startFen ? "" : study.game.fen, play: node.moves.join(","), ...more });
export const positionAddress = node => addressOf("/position", node);
export const verdictAddress = (node, rules) => addressOf("/adjudicate", node, { rules, lang: languageInUse() });
export const explorerAddress = (node, filter) => addressOf("/explorer", node, { ...filter, script: scriptWanted() });

const rest = 40; // ms: a key that is held down passes many places, only where it rests is asked for
let pause = 0;

/** What the service knows of the place: legal moves, check, whether it is over. */
function lookUp(wait = rest) {
  const node = study.at;
  const take = answer => {
    node.fen = answer.fen;
    const last = answer.played.at(-1);
    if (node.parent && !node.san && last) Object.assign(node, { san: last.san, wxf: last.wxf });
    if (study.at === node) {
      study.position = answer;
      tell("position");
    }
  };
  const url = positionAddress(node);
  clearTimeout(pause);
  if (known(url)) take(known(url));
  else pause = setTimeout(() => ask(url).then(take, problem => { if (study.at === node) study.failed(problem); }), wait);
}
study.failed = () => {};

/** Another place, of which nothing is known yet. */
function standAt(node) {
  study.at = node;
  study.position = null;
  study.pointed = null;
}

export function goTo(node) {
  if (!node || node === study.at) return;
  standAt(node);
  tell("place");
  lookUp();
}

export function openGame(game, node = game.root) {
  if (game !== study.game) forgetSteps();
  study.game = game;
  standAt(node);
  tell("game");
  lookUp(0);
}

// ---- changes, and taking them back -------------------------------------------------------------
const most = 100; // changes that can be taken back
let undone = [], done = [];

function forgetSteps() {
  undone = [];
  done = [];
}

const snapshot = () => ({ json: JSON.stringify(study.game.toJson(true)), moves: study.at.moves });

/** Before each change: what there was. */
function remember() {
  done.push(snapshot());
  if (done.length > most) done.shift();
  undone = [];
}

/** `game` is the game that is looked at from now on, at the same place. */
function become(game, moves, what = "tree") {
  let node = game.root;
  for (const uci of moves) node = node.child(uci) || node;
  study.game = game;
  standAt(node);
  tell(what);
  lookUp();
}

function restore({ json, moves }) {
  const game = new Game({ ...study.game.data, ...JSON.parse(json) });
  game.version = study.game.version + 1;
  become(game, moves);
}

/** What others made of the game that is looked at: nobody takes their changes back. */
export function adopt(game) {
  forgetSteps();
  game.version = Math.max(game.version, study.game.version);
  become(game, study.at.moves, "others");
}

/** Another state of the game that is looked at, which can be taken back. */
export function takeOver(game) {
  remember();
  game.version = Math.max(game.version, study.game.version + 1);
  become(game, study.at.moves);
}

const goBack = (stack, other) => {
  if (!stack.length) return;
  other.push(snapshot());
  restore(stack.pop());
};
export const undo = () => goBack(done, undone);
export const redo = () => goBack(undone, done);
export const canUndo = () => done.length > 0;
export const canRedo = () => undone.length > 0;

/** Plays a move that is legal here: `move` has uci and, if known, its names. */
export function play(move) {
  if (study.answered?.(move)) return; // to an exercise
  const known = study.at.child(move.uci);
  if (!known) remember();
  standAt(known || study.game.add(study.at, study.position?.legal.find(m => m.uci === move.uci) || move));
  study.byHand = true;
  tell(known ? "place" : "tree");
  study.byHand = false;
  lookUp(0);
}

/** Adds a sequence of moves with their names behind `node`, and goes to its end. */
export function playLine(node, moves) {
  remember();
  for (const move of moves) node = study.game.add(node, move);
  standAt(node);
  tell("tree");
  lookUp();
}

/** Goes to the end of `moves` (squares) from the start; the service names those that are not in the tree yet. */
export async function walk(game, moves) {
  let node = game.root;
  for (const uci of moves) {
    const next = node.child(uci);
    if (!next) break;
    node = next;
  }
  if (node.ply < moves.length) {
    const answer = await ask(address("/position", { fen: game.fen === startFen ? "" : game.fen, play: moves.join(",") }));
    for (const move of answer.played.slice(node.ply)) node = game.add(node, move);
  }
  return node;
}

export function removeHere() {
  if (!study.at.parent) return;
  remember();
  standAt(study.game.remove(study.at));
  tell("tree");
  lookUp();
}

export function promoteHere() {
  if (study.at.isMain) return;
  remember();
  study.game.promote(study.at);
  tell("tree");
}

function note(change) {
  remember();
  change();
  ++study.game.version;
  tell("notes");
}

export function comment(node, text) {
  if (text.trim() !== node.words) note(() => { node.words = text; });
}

/** Of the six marks a move has one. */
export function markHere(nag) {
  const { at } = study;
  if (at.parent) note(() => { at.nags = [...(at.nags.includes(nag) ? [] : [nag]), ...at.nags.filter(n => n > 6)]; });
}

/** Draws an arrow or a ring at this place, or takes the same one away. */
export function drawHere(shape) {
  const { at } = study;
  const same = s => s.move === shape.move && s.square === shape.square;
  const there = at.shapes.find(same);
  note(() => { at.shapes = [...at.shapes.filter(s => !same(s)), ...(there?.colour === shape.colour ? [] : [shape])]; });
}

export function step(by) {
  let node = study.at;
  for (; by < 0 && node.parent; ++by) node = node.parent;
  for (; by > 0 && node.children.length; --by) [node] = node.children;
  goTo(node);
}

/** A move under the pointer in a table, shown on the board; null: none. */
export function point(uci) {
  if (study.pointed === uci) return;
  study.pointed = uci;
  tell("pointed");
}

export const redrawAll = () => { tell("game"); if (study.position) tell("position"); };
