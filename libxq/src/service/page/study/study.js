// The game that is looked at, and where in it: what board, book, analysis and list of moves have in common.
import { address, ask, known } from "./api.js";
import { startFen } from "./position.js";
import { languageInUse } from "./settings.js";
import { Game } from "./tree.js";

const watchers = [];

export const study = { game: new Game(), at: null, pointed: null, position: null };
study.at = study.game.root;

/** `watcher(what)`: "game" (another one), "tree" (a move was added or removed), "place", "position" (answers about it), "notes" (of the place). */
export const watch = watcher => { watchers.push(watcher); };
const tell = what => watchers.forEach(w => w(what));

/** An opening's code and names; on an English page the English one comes first. */
export const openingText = (ecco, name, english) => [ecco, languageInUse() === "en" && english, name].filter(Boolean).join(" ");
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
  study.position = null;
  clearTimeout(pause);
  if (known(url)) take(known(url));
  else pause = setTimeout(() => ask(url).then(take, problem => { if (study.at === node) study.failed(problem); }), wait);
}
study.failed = () => {};

export function goTo(node) {
  if (!node || node === study.at) return;
  study.at = node;
  study.pointed = null;
  tell("place");
  lookUp();
}

export function openGame(game, node = game.root) {
  study.game = game;
  study.at = node;
  study.pointed = null;
  tell("game");
  lookUp(0);
}

/** Plays a move that is legal here: `move` has uci and, if known, its names. */
export function play(move) {
  const before = study.game.version;
  const node = study.game.add(study.at, study.position?.legal.find(m => m.uci === move.uci) || move);
  study.at = node;
  study.pointed = null;
  tell(study.game.version === before ? "place" : "tree");
  lookUp(0);
}

/** Adds a sequence of moves with their names behind `node`, and goes to its end. */
export function playLine(node, moves) {
  for (const move of moves) node = study.game.add(node, move);
  study.at = node;
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
  study.at = study.game.remove(study.at);
  tell("tree");
  lookUp();
}

export function promoteHere() {
  study.game.promote(study.at);
  tell("tree");
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

/** Draws an arrow or a ring at this place, or takes the same one away. */
export function drawHere(shape) {
  const { at } = study;
  const same = s => s.move === shape.move && s.square === shape.square;
  const there = at.shapes.find(same);
  at.shapes = at.shapes.filter(s => !same(s));
  if (there?.colour !== shape.colour) at.shapes.push(shape);
  tell("notes");
}

export const redrawAll = () => { tell("game"); if (study.position) tell("position"); };
