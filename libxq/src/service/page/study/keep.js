// What was on the board is kept by the browser: pasted games, moves, comments, marks, drawings.
import { startFen } from "./position.js";
import { openGame, study, watch } from "./study.js";
import { Game } from "./tree.js";

const prefix = "xq-kept:";
const most = 200; // kept games
const rest = 150; // ms after a change
let timer = 0, waiting = null; // for a game that was changed

/** Keeps at once what waits for that. */
function flush() {
  const game = waiting;
  clearTimeout(timer);
  waiting = null;
  if (game) keep(game);
}

/** What the address of a game names: a game of a database, a study of this browser or of the server, or the moves from a position. */
function keyOf({ id, db, study: own, fen, shared }) {
  return shared ? `shared:${shared.id}:${shared.number}` : id ? `game:${db || ""}:${id}` : own ? "study:" + own : "fen:" + (fen || startFen);
}
const keyOfGame = game => keyOf({ ...game.data, fen: game.fen });

export const newName = () => [...crypto.getRandomValues(new Uint8Array(6))].map(n => n.toString(36).padStart(2, "0")).join("").slice(0, 9);

function entries() {
  const all = [];
  for (let i = 0; i < localStorage.length; ++i) {
    const key = localStorage.key(i);
    if (!key.startsWith(prefix)) continue;
    try {
      all.push({ key: key.slice(prefix.length), ...JSON.parse(localStorage.getItem(key)) });
    } catch { /* not ours */ }
  }
  return all.sort((a, b) => b.time - a.time);
}

/** The kept games, the latest first: { key, time, data }; none where nothing can be kept. */
export function kept() {
  flush();
  try {
    return entries();
  } catch {
    return [];
  }
}

const orderKey = "xq-order";
/** From now on `keys`, those of kept games, come in this order. */
export function arrange(keys) {
  try {
    localStorage.setItem(orderKey, JSON.stringify(keys));
  } catch { /* then the latest comes first */ }
}
/** The kept games as the reader arranged them, before them those that came since, the latest first. */
export function arranged() {
  try {
    const places = new Map((JSON.parse(localStorage.getItem(orderKey)) || []).map((key, i) => [key, i])), placeOf = e => places.get(e.key) ?? -1;
    return kept().sort((a, b) => placeOf(a) - placeOf(b));
  } catch {
    return kept();
  }
}

export function forget(key) {
  clearTimeout(timer);
  try {
    localStorage.removeItem(prefix + key);
  } catch { /* it was not kept */ }
}

/** Room for one more: what was not looked at for longest goes first, studies last. */
function makeRoom() {
  const all = kept(), moves = all.filter(e => !e.key.startsWith("study:"));
  const oldest = (moves.length > 1 ? moves : all).at(-1);
  if (oldest) forget(oldest.key);
  return !!oldest;
}

function write(key, text) {
  for (;;) {
    try {
      localStorage.setItem(prefix + key, text);
      return true;
    } catch {
      if (!makeRoom()) return false;
    }
  }
}

/** Keeps `game` as it is now. */
export function keep(game) {
  const { red, black, event, date, result, id, db, study: own, accuracy, shared, base, unsent } = game.data;
  const text = JSON.stringify({ time: Date.now(), data: { red, black, event, date, result, id, db, study: own, accuracy, ...(shared && { shared, base, unsent }), ...game.toJson(true) } });
  if (!write(keyOfGame(game), text)) return;
  game.keptVersion = game.version;
  if (kept().length > most) makeRoom();
}

/** The game that is kept under what an address names, or null. */
export function recall(named) {
  try {
    const text = localStorage.getItem(prefix + keyOf(named));
    if (!text) return null;
    const game = new Game({ ...named, ...JSON.parse(text).data });
    game.version = game.keptVersion = 1;
    return game;
  } catch {
    return null;
  }
}

export const isKept = game => kept().some(e => e.key === keyOfGame(game));

/** Another tab has changed the game that is open here. */
function follow(e) {
  if (e.key !== prefix + keyOfGame(study.game) || !e.newValue) return;
  const game = recall({ ...study.game.data, fen: study.game.fen });
  let node = game.root;
  for (const uci of study.at.moves) node = node.child(uci) || node;
  openGame(game, node);
}

export function openKeep() {
  study.keepElsewhere = keep; // a game that is not looked at any more
  watch(what => {
    if (waiting && waiting.data !== study.game.data) flush();
    if (!["tree", "notes", "game", "others"].includes(what) || !study.game.version || study.game.keptVersion === study.game.version) return;
    waiting = study.game;
    clearTimeout(timer);
    timer = setTimeout(flush, rest);
  });
  addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", () => { if (document.hidden) flush(); });
  addEventListener("storage", follow);
}
