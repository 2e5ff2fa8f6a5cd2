// Several books and databases: a tab each, all of them together, and a book beside the games of a player.
import { ask, known } from "./api.js";
import { element } from "./dom.js";
import { explorerAddress } from "./study.js";
import { say } from "./texts.js";

const counts = ["red", "draws", "black", "white", "games"];
const many = about => about.books.length + about.databases.length > 1;

/** The tabs: what is chosen by each. Without several sources there are none. */
function tabsOf(about) {
  return [...about.books.map((b, i) => ({ name: b.name, kind: "book", chosen: { book: i ? b.name : "", db: "", source: i ? "book" : "" } })),
    ...about.databases.map((d, i) => ({ name: d.name, kind: "database", chosen: { book: "", db: d.name, source: about.books.length ? "games" : "" }, first: i === 0 })),
    { name: say("allTogether"), kind: "all", chosen: { book: "", db: "", source: "all" } }];
}

const kindOf = tab => say(tab.kind === "book" ? "inBook" : "database");

/** `choose(values)`: another tab was chosen. */
export function sourceTabs(about, chosen, choose) {
  if (!many(about)) return null;
  const tabs = tabsOf(about);
  const isChosen = tab => ["book", "db", "source"].every(name => tab.chosen[name] === chosen[name]);
  const here = tabs.find(isChosen) || tabs.find(t => t.kind === "database" && t.name === chosen.db) || tabs.find(t => t.kind === "book" && t.name === chosen.book) || tabs[0];
  const select = tab => choose(tab.chosen);
  const step = e => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (!by) return;
    e.preventDefault();
    e.stopPropagation();
    select(tabs[(tabs.indexOf(here) + by + tabs.length) % tabs.length]);
    document.querySelector(".sources-tabs [aria-selected=true]")?.focus();
  };
  return element("div", { class: "sources-tabs", role: "tablist", "aria-label": say("sources"), onkeydown: step },
    tabs.map(tab => element("button", { role: "tab", class: tab.kind, "aria-selected": tab === here ? "true" : "false", tabindex: tab === here ? 0 : -1, title: tab.kind === "all" ? null : kindOf(tab), onclick: () => select(tab) },
      tab.kind !== "all" && tabs.some(other => other !== tab && other.name === tab.name) ? `${tab.name} (${kindOf(tab)})` : tab.name)));
}

const sum = (to, from) => { for (const name of counts) if (from[name] !== undefined) to[name] = (to[name] || 0) + from[name]; };

/** The answers of all databases, or of all books where there is no database, as one: moves and results are added up, lists of games put together. */
function added(answers) {
  const [first] = answers, moves = new Map();
  const out = { ...first.answer, moves: [], topGames: [], recentGames: [] };
  out.countsTwice = answers.filter(a => a.kind === "book" && a.answer.source === "book").length > 1;
  counts.forEach(name => { out[name] = 0; });
  for (const { answer, db, kind } of answers) {
    if (kind === "database") {
      for (const list of ["topGames", "recentGames"]) out[list].push(...(answer[list] || []).map(g => ({ ...g, db })));
    }
    if (kind === "book" && answer.source !== "book") continue; // it does not know the position
    sum(out, answer);
    for (const m of answer.moves) {
      const there = moves.get(m.uci);
      if (!there) { moves.set(m.uci, { ...m, game: m.game && { ...m.game, db } }); continue; }
      sum(there, m);
      there.game = null;
      there.score ??= m.score;
      there.depth ??= m.depth;
    }
  }
  out.moves = [...moves.values()].sort((a, b) => b.games - a.games);
  out.topGames = out.topGames.slice(0, 12);
  out.recentGames.sort((a, b) => (b.month || String(b.year || "")).localeCompare(a.month || String(a.year || "")));
  out.recentGames = out.recentGames.slice(0, 12);
  return out;
}

const isFiltered = filter => ["since", "until", "player", "event", "result", "rating"].some(name => filter[name]); // a book keeps no games, so it has no repeats to count

/** What is asked for a place, of each source whose games are counted. A book does not tell which games it has: those of databases may be among them. */
function questions(node, filter, about) {
  if (filter.source !== "all") return [{ url: explorerAddress(node, filter), kind: "" }];
  const books = isFiltered(filter) || about.databases.length ? [] : about.books;
  const together = about.databases.length > 1 ? 1 : ""; // what is in several databases counts once
  return [...books.map(b => ({ url: explorerAddress(node, { ...filter, source: "book", book: b.name }), kind: "book" })),
    ...about.databases.map(d => ({ url: explorerAddress(node, { ...filter, source: "games", db: d.name, together }), kind: "database", db: d.name }))];
}

/** The games of each year that came to a place: [{ year, games, red, draws, black }], the first year first. */
export async function askYears(place, filter, about) {
  const all = filter.source === "all", wanted = { history: 1, moves: 0, topGames: 0, recentGames: 0 };
  const urls = all ? about.databases.map(d => explorerAddress(place, { ...filter, ...wanted, source: "games", db: d.name, together: about.databases.length > 1 ? 1 : "" }))
    : [explorerAddress(place, { ...filter, ...wanted, source: "games" })];
  const years = new Map();
  for (const { history } of await Promise.all(urls.map(ask))) {
    for (const y of history || []) {
      const there = years.get(y.year);
      if (there) sum(there, y); else years.set(y.year, { ...y });
    }
  }
  return [...years.values()].sort((a, b) => a.year - b.year);
}

/** Books whose word stands beside the games of a filter, or of all databases. */
function booksBeside(filter, about) {
  if (filter.source === "all") return about.databases.length ? about.books : [];
  return isFiltered(filter) ? about.books.filter((b, i) => (filter.book ? b.name === filter.book : i === 0)) : [];
}
const besideAddress = (node, book) => explorerAddress(node, { source: "book", book: book.name, topGames: 0, recentGames: 0 });

const games = m => m.red + m.draws + m.black;

/** Beside each move: how often each of the books ({ name, answer }) has it, and moves that only books have. */
function besideBooks(answer, books) {
  const known = books.filter(b => b.answer.source === "book").map(b => ({ name: b.name, all: games(b.answer), of: new Map(b.answer.moves.map(m => [m.uci, m])) }));
  if (!known.length) return answer;
  const moves = new Map(answer.moves.map(m => [m.uci, m]));
  for (const { of } of known) {
    for (const m of of.values()) {
      if (!moves.has(m.uci)) moves.set(m.uci, { ...m, red: 0, draws: 0, black: 0, white: 0, games: 0, game: null, only: true });
    }
  }
  const share = (book, m) => (book.all && book.of.has(m.uci) ? games(book.of.get(m.uci)) / book.all : 0);
  const scored = m => m.score ?? known.map(book => book.of.get(m.uci)?.score).find(score => score !== null && score !== undefined) ?? null;
  return { ...answer, moves: [...moves.values()].map(m => ({ ...m, inBook: known.map(book => share(book, m)), score: scored(m) })), beside: known.map(book => book.name) };
}

function put(node, filter, about, answers) {
  const all = questions(node, filter, about);
  const own = answers.slice(0, all.length).map((answer, i) => ({ ...all[i], answer }));
  const answer = filter.source === "all" ? added(own) : own[0].answer;
  if (isFiltered(filter) && !answer.moves.length) return answer; // nothing to stand beside
  return besideBooks(answer, booksBeside(filter, about).map((book, i) => ({ name: book.name, answer: answers[all.length + i] })));
}

const addresses = (node, filter, about) => [...questions(node, filter, about).map(q => q.url), ...booksBeside(filter, about).map(book => besideAddress(node, book))];

/** The whole answer for a place, if it is here already. */
export function knownAnswer(node, filter, about) {
  const answers = addresses(node, filter, about).map(known);
  return answers.length && answers.every(Boolean) ? put(node, filter, about, answers) : null;
}
export const askSources = (node, filter, about) => Promise.all(addresses(node, filter, about).map(ask)).then(answers => put(node, filter, about, answers));
/** What tells one question from another. */
export const questionOf = (node, filter, about) => addresses(node, filter, about).join();
