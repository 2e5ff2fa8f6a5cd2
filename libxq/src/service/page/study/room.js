// A study that the server keeps: its chapters are games that several people change. What both of two changed is merged.
import { address, askAnew, send, Talk } from "./api.js";
import { keep, recall } from "./keep.js";
import { merged } from "./merge.js";
import { adopt, scriptWanted, study, walk, watch } from "./study.js";
import { say } from "./texts.js";
import { Game } from "./tree.js";

const rest = 400; // ms after a change
const retry = 4000; // ms after a failure
let drawRoomHead = () => {};
let timer = 0;
let saving = null; // the promise of the save that is under way

/** The study that is open: { id, key, overview, talk, state }. */
export const room = { id: "", key: "", overview: null, talk: null, state: "" };

const names = "xq-shared";
/** Studies that this browser has opened, the latest first: { id, key, name }. */
export function knownStudies() {
  try {
    return JSON.parse(localStorage.getItem(names)) || [];
  } catch {
    return [];
  }
}
function remember({ id, key, name }) {
  const others = knownStudies().filter(s => s.id !== id);
  const known = knownStudies().find(s => s.id === id);
  const best = known?.write && !room.overview.write ? known : { id, key, name, write: room.overview.write };
  try {
    localStorage.setItem(names, JSON.stringify([{ ...best, name }, ...others].slice(0, 100)));
  } catch { /* then it is found by its link */ }
}
export function forgetStudy(id) {
  try {
    localStorage.setItem(names, JSON.stringify(knownStudies().filter(s => s.id !== id)));
  } catch { /* it was not kept */ }
}

export const isShared = game => !!game.data.shared;
const path = (what = "") => `/study/${room.id}${what}`;
const at = (what, more = {}) => address(path(what), { key: room.key, ...more });

function tellState(state) {
  room.state = state;
  drawRoomHead();
}

/** What the server has of a chapter. */
async function fetched({ id, key, number }) {
  const answer = await askAnew(address(`/study/${id}/chapter`, { key, number, script: scriptWanted() }));
  return new Game({ ...answer.game, shared: { id, key, number }, base: { version: answer.version, game: answer.game } });
}

/** What the server has and what was changed here and not sent yet, together. */
function together(mine, theirs) {
  if (!mine?.data.unsent) return theirs;
  const game = merged(new Game(mine.data.base.game), mine, theirs);
  Object.assign(game.data, { base: theirs.data.base, shared: theirs.data.shared, unsent: true });
  return game;
}

async function pull() {
  const { game } = study;
  if (!isShared(game)) return;
  const theirs = await fetched(game.data.shared);
  if (study.game.data.shared?.number !== game.data.shared.number || theirs.data.base.version === study.game.data.base.version) return;
  const next = together(study.game, theirs);
  adopt(next);
  if (next.data.unsent) later(0);
}

/** Sends a chapter as it is here; where somebody else was first, both changes. */
async function save() {
  const { game } = study;
  if (!isShared(game) || !game.data.unsent || !room.overview?.write) return;
  const sent = game.toJson(true), { number } = game.data.shared;
  tellState("saving");
  try {
    const answer = await send(at("/chapter", { number, version: game.data.base.version }), JSON.stringify(game.toJson()));
    const now = study.game.data.shared?.number === number && study.game.data.shared.id === room.id ? study.game : game;
    now.data.base = { version: answer.version, game: { ...now.data.base.game, ...sent } };
    now.data.unsent = JSON.stringify(now.toJson(true)) !== JSON.stringify(sent);
    keep(now);
    tellState("saved");
    if (now.data.unsent) later(0);
  } catch (problem) {
    if (problem.status === 409) await pull();
    else if (problem instanceof TypeError || problem.status >= 429) { tellState("notSaved"); later(retry); } else { tellState("refused"); study.failed(problem); }
  }
}

function later(wait = rest) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (saving) { later(rest); return; }
    saving = save().catch(study.failed).finally(() => { saving = null; check(); });
  }, wait);
}

/** Whether somebody has changed the chapter that is looked at. */
function check() {
  const { shared, base } = study.game.data, there = shared && room.overview?.chapters.find(c => c.number === shared.number);
  if (!there || saving || shared.id !== room.id) return;
  if (there.version > base.version) pull().catch(study.failed);
}

function receive(overview) {
  room.overview = overview;
  remember({ id: room.id, key: room.key, name: overview.name });
  drawRoomHead();
  check();
}

/** Goes into a study; the one before is left. */
async function enter(id, key) {
  if (room.id === id && room.key === key && room.overview) return;
  leave();
  Object.assign(room, { id, key, overview: null, state: "" });
  room.overview = await askAnew(address(`/study/${id}`, { key }));
  remember({ id, key, name: room.overview.name });
  room.talk = new Talk(address(`/study/${id}`, { key }), { message: receive, gone: () => askAnew(at("")).then(() => false, problem => problem.status === 404 || problem.status === 403),
    state: state => { if (state === "refused") tellState("refused"); else if (state === "lost") tellState("lost"); else if (state === "open") { tellState(""); if (study.game.data.unsent) later(); } } });
}

function leave() {
  room.talk?.end();
  Object.assign(room, { id: "", key: "", overview: null, talk: null, state: "" });
  drawRoomHead();
}

/** The game and the place that an address names: shared=ID&key=KEY&chapter=N&moves=... */
export async function followShared(query) {
  const id = query.get("shared"), key = query.get("key") || "";
  await enter(id, key);
  const number = Number(query.get("chapter")) || room.overview.chapters[0]?.number;
  const moves = (query.get("moves") || "").split(",").filter(Boolean);
  const { shared } = study.game.data;
  if (study.opened && shared?.id === id && shared.number === number) return [study.game, await walk(study.game, moves)];
  if (!number) throw new Error(say("noChapters"));
  const named = { shared: { id, key, number } };
  const game = together(recall(named), await fetched(named.shared));
  if (game.data.unsent) later();
  return [game, await walk(game, moves)];
}

/** The parts of the address of the game that is looked at. */
export const sharedParts = ({ shared }, moves) => ({ shared: shared.id, key: shared.key, chapter: shared.number, ...(moves.length && { moves: moves.join(",") }) });
export const sharedLink = (id, key) => location.origin + location.pathname + "#" + new URLSearchParams({ shared: id, key });
export const chapterHref = number => "#" + new URLSearchParams({ shared: room.id, key: room.key, chapter: number });

const plainTags = ({ StudyName, ChapterName, ...tags }) => tags;
const bodyOf = game => JSON.stringify({ ...game.toJson(), tags: plainTags(game.tags) });

/** A study of `games` (with names); where it is. */
export async function makeStudy(name, games) {
  const made = await send(address("/study", { name }), "");
  for (const { title, game } of games) await send(address(`/study/${made.id}/chapter`, { key: made.writeKey, name: title }), bodyOf(game));
  return "#" + new URLSearchParams({ shared: made.id, key: made.writeKey });
}

export async function addChapter(name, game) {
  const { number } = await send(at("/chapter", { name }), bodyOf(game));
  return chapterHref(number);
}
export const renameStudy = name => send(at("/name", { name }), "");
export async function renameChapter(name) {
  const { number } = study.game.data.shared, { version } = room.overview.chapters.find(c => c.number === number);
  await send(at("/chapter", { number, version, name }), JSON.stringify(study.game.toJson()));
}
/** Puts a chapter before another one, 0: at the end; where it is then, from 1. */
export async function placeChapter(number, before) {
  receive(await send(at("/chapter/place", { number, before }), ""));
  return room.overview.chapters.findIndex(c => c.number === number) + 1;
}
/** Puts the chapter that is looked at `by` places further; 0: it stays. */
export async function moveChapter(by) {
  const { number } = study.game.data.shared, others = room.overview.chapters.map(c => c.number).filter(n => n !== number);
  const place = room.overview.chapters.findIndex(c => c.number === number) + by;
  return place < 0 || place > others.length ? 0 : placeChapter(number, others[place] ?? 0);
}
export async function deleteChapter() {
  const { number } = study.game.data.shared, { version } = room.overview.chapters.find(c => c.number === number);
  await send(at("/chapter/delete", { number, version }), "");
  const [first] = room.overview.chapters.filter(c => c.number !== number);
  return first ? chapterHref(first.number) : "#";
}
export const wholePgn = () => address(`/study/${room.id}.pgn`, { key: room.key });

/** `onChange()`: what stands above the moves is to be drawn again. */
export function openRoomOfStudy(onChange) {
  drawRoomHead = onChange;
  watch(what => {
    const { game } = study;
    if (what === "game" && room.id && game.data.shared?.id !== room.id) leave();
    if (what === "game") drawRoomHead();
    if ((what === "tree" || what === "notes") && isShared(game) && room.overview?.write) {
      game.data.unsent = true;
      later();
    }
  });
}
