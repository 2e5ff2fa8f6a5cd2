// The games that this browser plays or has played: kept with their secrets, so that they are found again.
import { byId, element } from "./dom.js";
import { say } from "./texts.js";

const storageKey = "xq-games", nameKey = "xq-name", most = 60;

const read = () => {
  try {
    const all = JSON.parse(localStorage.getItem(storageKey) || "[]");
    return Array.isArray(all) ? all : [];
  } catch {
    return [];
  }
};

function write(all) {
  try {
    localStorage.setItem(storageKey, JSON.stringify(all));
  } catch { /* not kept: the address leads back */ }
}

/** The latest first: { id, key, side, other, invite, plies, myTurn, result, days, time }. */
export const ownGames = () => read().sort((a, b) => b.time - a.time);
export const ownGame = id => read().find(g => g.id === id) || null;
export const playHref = ({ id, key }) => "#" + new URLSearchParams({ play: id, ...(key && { key }) });

/** Changes what is known of a game; a new one is added. */
export function rememberGame(change) {
  const all = read(), before = all.find(g => g.id === change.id);
  const next = { ...before, ...change, time: Date.now() };
  if (before && JSON.stringify({ ...next, time: 0 }) === JSON.stringify({ ...before, time: 0 })) return;
  const others = all.filter(g => g !== before).sort((a, b) => !!a.result - !!b.result || b.time - a.time);
  write([next, ...others].slice(0, most));
}

export const forgetGame = id => write(read().filter(g => g.id !== id));

/** The name of who plays here; empty until it is told. */
export function ownName() {
  try {
    return localStorage.getItem(nameKey) || "";
  } catch {
    return "";
  }
}

export function rememberName(name) {
  try {
    localStorage.setItem(nameKey, name);
  } catch { /* asked again */ }
}

/** What the server knows of a game by now: { gone } or { result, ended }. Null: it does not answer. */
async function look(game) {
  const response = await fetch(`/play/${encodeURIComponent(game.id)}.pgn`).catch(() => null);
  if (response?.status === 404) return { gone: true };
  if (!response?.ok) return null;
  const text = await response.text(), tag = name => text.match(new RegExp(`\\[${name} "([^"]*)"`))?.[1] || "";
  return { ended: tag("Termination") !== "unfinished", result: tag("Result") };
}

/** Asks the server which games still go on. */
export async function refreshGames() {
  await Promise.all(ownGames().filter(g => !g.result).map(async game => {
    const now = await look(game);
    if (now?.gone) rememberGame({ id: game.id, result: "gone" });
    else if (now?.ended) rememberGame({ id: game.id, result: now.result });
  }));
  return ownGames();
}

/** A running game that is not on the page is never forgotten: a line below the head leads back. */
export function showRunning(open) {
  const place = byId("running"), running = ownGames().filter(g => !g.result && g.plies && g.id !== open);
  place.hidden = !running.length;
  place.replaceChildren(...running.slice(0, 3).map(g => element("a", { href: playHref(g) }, say(g.myTurn ? "runningYours" : "running", g.other || say("aPerson")))));
}

export function watchRunning(openGame) {
  const again = () => refreshGames().then(() => showRunning(openGame()));
  addEventListener("storage", e => { if (e.key === storageKey) showRunning(openGame()); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) again(); });
  again();
}
