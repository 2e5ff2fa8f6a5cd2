// The table of the moves that were played here, and games in which they were.
import { address, ask } from "./api.js";
import { byId, element } from "./dom.js";
import { historyPanel, showHistory } from "./history.js";
import { inNotation, showArrows, showScore } from "./place.js";
import { previewOn } from "./preview.js";
import { askSources, knownAnswer, questionOf, sourceTabs } from "./sources.js";
import { openingText, play, point, positionAddress, study, watch } from "./study.js";
import { say } from "./texts.js";
import { Game } from "./tree.js";
import { valueText } from "./values.js";

const chosen = { since: "", until: "", player: "", color: "", event: "", result: "", rating: "", repeats: "", book: "", db: "", source: "" };
const inAddress = { since: "since", until: "until", player: "player", color: "color", event: "event", result: "result", rating: "rating", repeats: "repeats", book: "book", db: "in", source: "source" }; // db is that of a game
const columns = [["move", ""], ["games", "n"], ["results", ""], ["score", "n"]];
let order = { column: "games", falling: true };
let changed = () => {};
const prefetched = 4; // moves of which the next answers are fetched in advance
const arrowsShown = 6;
let firstMove = null;
let idle = 0;
let about = { books: [], databases: [] };

/** What is asked: of the database of the game that is open, unless the reader chose one. */
function filterHere() {
  const { db } = study.game.data;
  return { ...chosen, db: chosen.db || (about.databases.some((d, i) => i && d.name === db) ? db : "") };
}

/** The filters as parts of an address. */
export function filterParts() {
  return Object.fromEntries(Object.entries(inAddress).filter(([name]) => chosen[name]).map(([name, part]) => [part, chosen[name]]));
}

/** Takes the filters that an address names; true when they are others than before. */
export function takeFilter(query) {
  const before = JSON.stringify(chosen);
  for (const [name, part] of Object.entries(inAddress)) chosen[name] = query.get(part) || "";
  if (JSON.stringify(chosen) === before) return false;
  describeSources(about);
  return true;
}

const percent = (part, all) => (all ? 100 * part / all : 0);
/** 17k, 1.2M; in Chinese 1.7万, 123万. */
function short(n) {
  if (n < 1e4) return String(n);
  const unit = say("tenThousand");
  if (unit) return (n < 1e6 ? (n / 1e4).toFixed(1) : Math.round(n / 1e4)) + unit;
  return n >= 1e6 ? (n / 1e6).toFixed(1) + "M" : Math.round(n / 1e3) + "k";
}

function bar({ red, draws, black }) {
  const all = red + draws + black;
  const part = (n, name) => {
    const share = percent(n, all);
    const e = element("span", { class: name }, share >= 14 ? Math.round(share) + "%" : "");
    e.style.width = share + "%";
    return e;
  };
  const words = say("barLabel", Math.round(percent(red, all)), Math.round(percent(draws, all)), Math.round(percent(black, all)));
  return element("div", { class: "winbar", role: "img", "aria-label": words, title: words }, part(red, "r"), part(draws, "d"), part(black, "b"));
}

const games = m => m.red + m.draws + m.black;

const isKnown = score => score !== null && score !== undefined;

function row(m, all, scored) {
  const share = percent(games(m), all), dbOf = g => g.db ?? filterHere().db;
  const tr = element("tr", { onclick: () => play(m), onpointerenter: () => point(m.uci), onpointerleave: () => point(null) },
    element("th", { scope: "row" }, element("button", { class: "move", onfocus: () => point(m.uci), onblur: () => point(null) }, inNotation(m))),
    element("td", { class: "n" }, element("span", { class: "share" }, m.only ? "" : share >= 1 ? Math.round(share) + "%" : "<1%"), " ", short(games(m))),
    element("td", { class: "bars" }, m.game && nameOf(m.game.red) + nameOf(m.game.black) !== "??" ? previewOn(gameLink(m.game.id, dbOf(m.game), ...pairing(m.game)), () => previewOfGame(m.game.id, dbOf(m.game))) : m.only ? "" : bar(m)),
    m.inBook?.map(share => element("td", { class: "n inbook" }, share ? (share >= .01 ? Math.round(100 * share) + "%" : "<1%") : "–")),
    scored ? element("td", { class: "n" }, isKnown(m.score) ? valueText(study.game.turnAt(study.at) === "red" ? m.score : -m.score) : "") : null);
  if (m.averageRating) tr.title = say("rating", m.averageRating);
  return tr;
}

const rate = m => (games(m) ? (m.red + m.draws / 2) / games(m) : 0);
const valueOf = { move: m => inNotation(m), games: m => games(m), results: rate, score: m => m.score ?? -1e9 };
/** The column of the book at that place of an answer. */
const bookColumn = i => (i ? `inBook${i + 1}` : "inBook");

function sorted(moves) {
  if (order.column === "games" && order.falling) return moves; // as the service gives them
  const value = valueOf[order.column] || (m => m.inBook?.find((share, i) => bookColumn(i) === order.column) ?? 0), sign = order.falling ? -1 : 1;
  return [...moves].sort((a, b) => sign * (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0));
}

/** Sorts by a column, falling first but for names; once more the other way round. */
function heading([key, cls, caption = say(key)], answer) {
  const here = order.column === key;
  const sort = () => {
    order = { column: key, falling: here ? !order.falling : key !== "move" };
    show(answer);
    byId("book").querySelector(`[data-column="${key}"]`).focus();
  };
  return element("th", { scope: "col", class: cls, "aria-sort": here ? (order.falling ? "descending" : "ascending") : null },
    element("button", { class: "sort", "data-column": key, onclick: sort }, caption));
}

function table(answer) {
  const all = games(answer);
  if (!answer.moves.length) return element("p", { class: "nothing" }, say(about.known && !about.books.length && !about.databases.length ? "noSources" : "noBookMoves"));
  const scored = answer.moves.some(m => isKnown(m.score));
  const books = answer.beside || [], heads = [...columns.slice(0, 3), ...books.map((name, i) => [bookColumn(i), "n inbook", books.length > 1 ? name : say("inBook")]), ...(scored ? columns.slice(3) : [])];
  return element("table", { class: "book" }, element("caption", { class: "away" }, say("bookMoves")),
    element("thead", {}, element("tr", {}, heads.map(head => heading(head, answer)))),
    element("tbody", {}, sorted(answer.moves).map(m => row(m, all, scored))),
    element("tfoot", {}, element("tr", {}, element("th", { scope: "row" }, "Σ"), element("td", { class: "n" }, short(all)),
      element("td", { class: "bars" }, bar(answer)), books.map(() => element("td", {})), scored ? element("td", {}) : null)));
}

const nameOf = player => (typeof player === "string" ? player : player?.name) || "?";
const resultOf = g => (g.result ?? { red: "1-0", black: "0-1" }[g.winner] ?? "1/2-1/2").replace("1/2-1/2", "½–½");

function pairing(g) {
  return [element("span", { class: "redname" }, nameOf(g.red)), " ", element("b", {}, resultOf(g)), " ", nameOf(g.black), " ",
    element("span", { class: "when" }, g.month || g.year || "")];
}

/** Of a game after `ply` moves. */
export function gameAddress(id, db, ply = 0, more = {}) {
  return "#" + new URLSearchParams({ game: id, ...(db && { db }), ...(ply && { ply }), ...more });
}

function gameLink(id, db, ...content) {
  return element("a", { href: gameAddress(id, db, 0, filterParts()), onclick: e => e.stopPropagation() }, ...content);
}

/** The place of a game that its link leads to; its end without a ply. */
export async function previewOfGame(id, db, ply) {
  const data = await ask(address(`/game/${encodeURIComponent(id)}`, { db })), line = new Game(data).mainLine;
  const node = line[Math.min(ply ?? line.length - 1, line.length - 1)];
  return { board: node.board, lastMove: node.uci, text: [`${data.red || "?"} – ${data.black || "?"}`, data.date, say("pliesCount", data.plies)].filter(Boolean).join(" · ") };
}

function gameList(title, list) {
  if (!list?.length) return null;
  return element("section", {}, element("h3", {}, say(title)), element("ul", { class: "games" }, list.map(g => {
    const item = element("li", { onpointerenter: () => g.uci && point(g.uci), onpointerleave: () => point(null) }, gameLink(g.id, g.db ?? filterHere().db, ...pairing(g)));
    return previewOn(item, () => previewOfGame(g.id, g.db ?? filterHere().db));
  })));
}

function show(answer) {
  const box = byId("book");
  const inside = box.contains(document.activeElement) && document.activeElement.classList.contains("move");
  box.classList.remove("stale");
  const hint = answer.countsTwice ? "countedTwice" : answer.beside && filterHere().source === "all" ? "notAdded" : "";
  box.querySelector(".answer").replaceChildren(...[table(answer), hint ? element("p", { class: "hint" }, say(hint)) : null].filter(Boolean));
  showHistory(filterHere(), about, answer.moves.filter(m => !m.only));
  if (inside) box.querySelector("button.move")?.focus({ preventScroll: true });
  byId("opening").textContent = answer.opening ? openingText(answer.opening.ecco, answer.opening.name, answer.opening.english) : say("explorer");
  const { topGames = [], recentGames = [] } = answer;
  const same = topGames.length === recentGames.length && recentGames.every(g => topGames.some(t => t.id === g.id));
  byId("games").replaceChildren(...(same ? [gameList("games", topGames)] : [gameList("topGames", topGames), gameList("recentGames", recentGames)]).filter(Boolean));
  [firstMove] = answer.moves;
  const most = Math.max(...answer.moves.map(games), 1);
  showArrows("book", answer.moves.slice(0, arrowsShown).filter(m => games(m) >= most / 20)
    .map(m => ({ move: m.uci, kind: "", weight: Math.sqrt(games(m) / most) })));
  const best = answer.moves.map(m => m.score).filter(isKnown);
  showScore("book", best.length ? (study.game.turnAt(study.at) === "red" ? 1 : -1) * Math.max(...best) : null);
}

/** So that the next click finds its answers here. */
function prefetch(node, answer) {
  const following = node.children.map(c => ({ uci: c.uci }));
  for (const m of [...following.slice(0, 1), ...answer.moves.slice(0, prefetched)]) {
    const next = { moves: [...node.moves, m.uci] };
    ask(positionAddress(next)).catch(() => {});
    askSources(next, filterHere(), about).catch(() => {});
  }
}

function failed(problem) {
  showArrows("book", []);
  showScore("book", null);
  byId("book").querySelector(".answer").replaceChildren(element("p", { class: "nothing" }, problem.message));
}

/** The table of the place. */
export function showBook() {
  const node = study.at, filter = filterHere(), question = questionOf(node, filter, about);
  clearTimeout(idle);
  firstMove = null;
  const take = answer => {
    if (study.at !== node || question !== questionOf(study.at, filterHere(), about)) return;
    show(answer);
    idle = setTimeout(() => prefetch(node, answer), 60);
  };
  const there = knownAnswer(node, filter, about);
  if (there) { take(there); return; }
  byId("book").classList.add("stale");
  idle = setTimeout(() => askSources(node, filter, about).then(take, problem => { if (study.at === node) failed(problem); }), node.children.length ? 40 : 0);
}

export function playFirst() {
  if (firstMove) play(firstMove);
}

function choose(name, value) {
  chosen[name] = value;
  byId("book").querySelector(".chips").replaceWith(chips());
  changed();
  showBook();
}

function chooseSource(values) {
  Object.assign(chosen, values);
  describeSources(about);
  changed();
  showBook();
}

/** What restricts the table, each with a button that takes it away. */
function chips() {
  const value = name => (name === "color" ? say(chosen.color) : chosen[name]);
  return element("div", { class: "chips" }, Object.keys(chosen).filter(name => chosen[name] && !["book", "db", "source"].includes(name)).map(name => element("button", { class: "chip", title: say("takeAway"), onclick: () => {
    choose(name, "");
    describeSources(about);
    showBook();
  } }, name === "repeats" ? caption(name) : say("verdict", caption(name), value(name)), " ✕")));
}

const caption = name => say({ db: "database", rating: "minRating", repeats: "withRepeats" }[name] || name);

function filterFields() {
  const field = (name, attributes) => {
    const input = element("input", { ...attributes, onchange: e => choose(name, e.target.value.trim()) });
    input.value = chosen[name];
    return element("label", {}, element("span", {}, caption(name)), input);
  };
  const choice = (name, options) => {
    const select = element("select", { onchange: e => choose(name, e.target.value) },
      options.map(([value, text]) => element("option", { value }, text)));
    select.value = chosen[name];
    return element("label", {}, element("span", {}, caption(name)), select);
  };
  const repeats = element("input", { type: "checkbox", name: "repeats", onchange: e => choose("repeats", e.target.checked ? "1" : "") });
  repeats.checked = !!chosen.repeats;
  return element("div", {}, field("since", { placeholder: "1990", size: 7, maxlength: 7, inputmode: "numeric" }), field("until", { placeholder: "2020-12", size: 7, maxlength: 7, inputmode: "numeric" }),
    field("player", { size: 12, maxlength: 60 }), choice("color", [["", "–"], ["red", say("red")], ["black", say("black")]]),
    field("event", { size: 12, maxlength: 60 }), choice("result", [["", "–"], ["1-0", "1–0"], ["1/2-1/2", "½–½"], ["0-1", "0–1"]]), field("rating", { placeholder: "2400", size: 5, maxlength: 4, inputmode: "numeric" }),
    element("label", { class: "check" }, repeats, element("span", {}, caption("repeats"))));
}

/** The fields are made when they are first seen. */
function filterForm(open) {
  const form = element("details", { class: "filter", open }, element("summary", { "data-text": "filter" }, say("filter")));
  const fill = () => { if (form.open && !form.querySelector("div")) form.append(filterFields()); };
  form.addEventListener("toggle", fill);
  fill();
  return form;
}

export function describeSources(found) {
  about = { ...found, known: found.version !== undefined };
  const form = filterForm(!!byId("book").querySelector(".filter")?.open);
  byId("book").replaceChildren(...[sourceTabs(about, chosen, chooseSource), form, chips(), element("div", { class: "answer" }), historyPanel(about)].filter(Boolean));
}

/** `onFilter()`: other filters were chosen. */
export function openBook(onFilter) {
  changed = onFilter;
  if (!about.known) describeSources(about);
  watch(what => { if (["game", "tree", "place", "others"].includes(what)) showBook(); });
}
