// The explorer: pages, addresses, keys.
import { openAnalysis, toggleAnalysis, toggleThreat, watchAnalysis } from "./analysis.js";
import { address, ask, known } from "./api.js";
import { describeSources, filterParts, openBook, playFirst, showBook, takeFilter } from "./book.js";
import { openDialogs, showDialog } from "./dialog.js";
import { byId, element, isField } from "./dom.js";
import { showEditor } from "./editor.js";
import { drawExports, openDialog, openExchange, sharing } from "./exchange.js";
import { openJudge, watchJudge } from "./judge.js";
import { forget, keep, newName, openKeep, recall } from "./keep.js";
import { openLine, writeHere } from "./line.js";
import { flip, openPlace } from "./place.js";
import { hidePreview } from "./preview.js";
import { practiseMistakes } from "./mistakes.js";
import { showReport } from "./people.js";
import { showRunning, watchRunning } from "./games.js";
import { showGames } from "./lobby.js";
import { newGameDialog } from "./newgame.js";
import { leaveRoom, openGameId, openRoom, redrawRoom, roomKeys } from "./play.js";
import { fenOf, startFen } from "./position.js";
import { leavePuzzles, puzzleKeys, showPuzzles } from "./puzzles.js";
import { describeDatabases, showSearch } from "./search.js";
import { followShared, sharedParts } from "./room.js";
import { choose, languageInUse, onSettings, openSettings, setting, settingField } from "./settings.js";
import { practiceParts, watchPractice } from "./practice.js";
import { openSharedStudies } from "./shared.js";
import { showStudies } from "./studies.js";
import { goTo, openGame, redo, redrawAll, step, study, undo, walk, watch } from "./study.js";
import { say, translatePage } from "./texts.js";
import { Game } from "./tree.js";
import { openVerdict } from "./verdict.js";
import { addWords } from "./words.js";

let shown = "explorer";
let routing = false; // the address is being followed, not made
let about = null;

function fail(problem) {
  const notice = byId("notice");
  notice.textContent = problem instanceof TypeError ? say("noServer") : problem.message || String(problem); // fetch() tells a lost server so
  notice.hidden = false;
  clearTimeout(fail.timer);
  fail.timer = setTimeout(() => { notice.hidden = true; }, 8000);
}

/** The first picture of the start page waits for its table: to lay out both, one after the other, takes longer. */
const waitsForTable = 300; // ms at most
const reveal = () => { document.querySelector("main").hidden = false; };

function show(name) {
  shown = name;
  if (name !== "explorer") reveal();
  hidePreview();
  document.querySelector("main > h1").hidden = !["explorer", "play"].includes(name); // the others have their own
  for (const view of ["explorer", "search", "play", "editor", "people", "puzzles"]) byId("view-" + view).hidden = view !== name;
  for (const [id, view] of [["to-explorer", "explorer"], ["to-search", "search"], ["to-puzzles", "puzzles"]]) {
    if (view === name) byId(id).setAttribute("aria-current", "page"); else byId(id).removeAttribute("aria-current");
  }
  if (name !== "play") { leaveRoom(); showRunning(null); }
  if (name !== "puzzles") leavePuzzles();
}

const newGame = () => newGameDialog(about.levels, about.lobby);

/** What the page shows, for tabs, bookmarks and the history. */
function title(...parts) {
  const shownParts = parts.filter(Boolean);
  document.title = shownParts.length ? shownParts.join(", ") + " · xq" : say("pageTitle");
}

function titleOfPlace() {
  const { data, tags } = study.game, name = (side, tag) => data[side]?.name || (typeof data[side] === "string" && data[side]) || tags[tag];
  const red = name("red", "Red"), black = name("black", "Black"), year = (data.date || tags.Date || "").match(/\d{4}/)?.[0];
  if (red || black) title(`${red || "?"} – ${black || "?"}`, year);
  else title(data.event || tags.Event || (study.at.ply ? byId("opening").textContent : ""));
}

// ---- addresses: #fen=...&moves=..., #game=ID&db=NAME&ply=N, #study=NAME..., #search&player=..., #mistakes=NAME&at=N, #play=ID&key=..., #edit=FEN ----
function addressHere() {
  const { game, at } = study, practice = practiceParts();
  if (practice) return "#" + new URLSearchParams(practice);
  const query = new URLSearchParams();
  if (game.data.shared) {
    for (const [name, value] of Object.entries(sharedParts(game.data, at.moves))) query.set(name, value);
  } else if (game.data.id) {
    query.set("game", game.data.id);
    if (game.data.db) query.set("db", game.data.db);
    if (!at.isMain || game.version) query.set("moves", at.moves.join(",")); else if (at.ply) query.set("ply", at.ply);
  } else {
    if (game.data.study) query.set("study", game.data.study);
    if (game.fen !== startFen) query.set("fen", game.fen);
    if (at.ply) query.set("moves", at.moves.join(","));
  }
  for (const [name, value] of Object.entries(filterParts())) query.set(name, value);
  return "#" + query.toString().replace(/%2C/g, ",").replace(/%2F/g, "/"); // readable; what separates stays encoded
}

/** Playing a move is a step in the browser's history, walking is not. */
function writeAddress(what) {
  if (routing || shown !== "explorer" || what === "notes") return;
  const url = addressHere();
  if (url === (location.hash || "#")) return;
  if (what === "tree" || what === "game" || study.byHand) history.pushState(null, "", url); else history.replaceState(null, "", url);
}

async function followGame(query) {
  const id = query.get("game"), db = query.get("db") || "";
  let { game } = study;
  if (game.data.id !== id || (game.data.db || "") !== db) {
    const data = { ...await ask(`/game/${encodeURIComponent(id)}${db ? "?" + new URLSearchParams({ db }) : ""}`), id, db };
    game = recall(data) || new Game(data);
  }
  const moves = query.get("moves");
  const node = moves ? await walk(game, moves.split(",")) : game.mainLine[Math.min(Number(query.get("ply")) || 0, game.mainLine.length - 1)];
  return [game, node];
}

async function followLine(query) {
  const fen = (query.get("fen") || startFen).replace(/_/g, " "), moves = (query.get("moves") || "").split(",").filter(Boolean);
  const own = query.get("study") || undefined, { data } = study.game;
  if (study.opened && !data.id && data.study === own && study.game.fen === fen) return [study.game, await walk(study.game, moves)];
  const found = recall(own ? { study: own } : { fen });
  if (found) return [found, await walk(found, moves)];
  if (fen !== startFen) await ask(address("/position", { fen })); // says what is wrong with it
  const game = new Game({ fen });
  return [game, await walk(game, moves)];
}

/** An empty board; what was played from the start position stays as a study. */
function newBoard() {
  const here = !study.game.data.id && !study.game.data.study && study.game.fen === startFen;
  const before = here ? study.game : recall({ fen: startFen });
  if (before?.version) {
    before.data = { ...before.data, study: newName() };
    keep(before);
  }
  forget("fen:" + startFen);
  show("explorer");
  openGame(new Game());
}

async function asInDatabase() {
  const { data, fen } = study.game;
  forget(`game:${data.db || ""}:${data.id}`);
  try {
    openGame(new Game({ ...await ask(`/game/${encodeURIComponent(data.id)}${data.db ? "?" + new URLSearchParams({ db: data.db }) : ""}`), id: data.id, db: data.db, fen }));
  } catch (problem) {
    fail(problem);
  }
}

let wanted = 0;
async function route() {
  const mine = ++wanted;
  const text = location.hash.slice(1), query = new URLSearchParams(text);
  if (text === "search" || text.startsWith("search&")) { // first: play= is one of its parameters, too
    query.delete("search");
    show("search");
    showSearch(Object.fromEntries(query));
    title(say("search"), query.get("player"), query.get("event"), query.get("opening"));
    return;
  }
  if (query.has("play")) { show("play"); title(say("newGame")); openRoom(query.get("play"), query.get("key")); showRunning(openGameId()); return; }
  if (query.has("puzzle") || query.has("puzzles")) { show("puzzles"); title(say("puzzles"), query.get("puzzle")); showPuzzles(query, fail); return; }
  if (query.has("edit")) {
    if (shown !== "editor") { show("editor"); title(say("editor")); showEditor(query.get("edit").replace(/_/g, " ")); }
    return;
  }
  if (query.has("report")) {
    show("people");
    title(query.get("name"));
    showReport(query.get("report"), query.get("name") || "", query.get("db") || "", fail);
    return;
  }
  show("explorer");
  const filtered = takeFilter(query);
  try {
    if (query.has("mistakes")) {
      await practiseMistakes(query);
      study.opened = true;
      return;
    }
    const [game, node] = await (query.has("shared") ? followShared(query) : query.has("game") ? followGame(query) : followLine(query));
    if (mine !== wanted) return;
    routing = true;
    if (game !== study.game || !study.opened || filtered) openGame(game, node); else goTo(node);
    study.opened = true;
  } catch (problem) {
    fail(problem);
    if (!study.opened || !query.has("game")) {
      study.opened = true;
      history.replaceState(null, "", "#");
      openGame(new Game());
    }
  } finally {
    routing = false;
  }
}

// ---- dialogues -------------------------------------------------------------------------------
function help() {
  const keys = [["← →", "keyStep"], ["Home End", "keyEnds"], [say("spaceKey"), "keyFirst"], ["f", "flip"], ["a", "analyse"], ["x", "threat"], ["c", "comment"], ["Ctrl Z", "undo"], ["Ctrl Y", "redo"], ["/", "search"], ["n", "newGame"], ["o", "open"], ["?", "help"]];
  const sources = about ? [...about.databases.map(d => say("sourceGames", d.name, d.games)), ...about.books.map(b => say("sourceBook", b.name, b.games))] : [];
  showDialog(say("help"), element("table", { class: "keys" }, element("tbody", {}, keys.map(([key, text]) => element("tr", {}, element("th", { scope: "row" }, element("kbd", {}, key)), element("td", {}, say(text)))))),
    element("p", {}, say("helpText")), sources.length ? element("ul", { class: "sources" }, sources.map(s => element("li", {}, s))) : null,
    about ? element("p", { class: "hint" }, "xq " + about.version) : null);
}

function settings() {
  showDialog(say("settings"), element("div", { class: "stack settings" }, ["language", "notation", "pieces", "boardLook", "theme", "arrows", "sound"].map(settingField)));
}

/** The languages in their own words, in the head of the page. */
function quickLanguage() {
  const names = { "zh-Hans": "简体中文", "zh-Hant": "繁體中文", en: "English" };
  const select = element("select", { id: "language", "aria-label": say("language"), "data-label": "language", onchange: e => choose("language", e.target.value) },
    Object.entries(names).map(([value, name]) => element("option", { value, lang: value }, name)));
  const update = () => { select.value = languageInUse(); };
  update();
  onSettings(update);
  byId("quick-language").append(select);
}

function showSoundSwitch() {
  const on = setting("sound") === "yes";
  byId("to-sound").setAttribute("aria-pressed", on ? "true" : "false");
}

const editHere = () => { location.hash = new URLSearchParams({ edit: fenOf(study.at.board, study.game.fen, study.at.ply).split(" ").slice(0, 2).join("_") }); };

// ---- keys ------------------------------------------------------------------------------------
const walkers = () => (shown === "play" ? roomKeys : shown === "puzzles" ? puzzleKeys : { step, flip });
const keys = {
  ArrowLeft: () => walkers().step(-1), ArrowRight: () => walkers().step(1), Home: () => walkers().step(-1e6), End: () => walkers().step(1e6),
  f: () => walkers().flip(), "/": () => { location.hash = "search"; }, "?": help, " ": () => { if (shown === "explorer") playFirst(); },
  a: () => { if (shown === "explorer") toggleAnalysis(); }, x: () => { if (shown === "explorer") toggleThreat(); }, c: () => { if (shown === "explorer") writeHere(); }, o: () => openDialog(), n: () => { if (about?.play) newGame(); },
  Escape: () => { if (shown === "play") roomKeys.cancel(); }
};

/** Ctrl+Z takes a change back, Ctrl+Y makes it again. */
function onControlKey(e) {
  if (shown !== "explorer" || e.altKey || isField(e.target)) return;
  const key = e.key.toLowerCase(), action = key === "z" ? (e.shiftKey ? redo : undo) : key === "y" ? redo : null;
  if (!action) return;
  e.preventDefault();
  action();
}

function onKey(e) {
  if ((e.ctrlKey || e.metaKey) && !byId("dialog").open) { onControlKey(e); return; }
  if (isField(e.target) || e.ctrlKey || e.metaKey || e.altKey || byId("dialog").open) return;
  if (e.key === " " && e.target.closest?.("button:not(.move), a, summary, input")) return;
  const action = keys[e.key];
  if (!action) return;
  e.preventDefault();
  action();
}

/** What the service has. */
function describe(found) {
  about = found;
  describeSources(found);
  describeDatabases(found);
  openAnalysis(found.analyses);
  openJudge(found.analyses);
  sharing.offered = found.studies;
  drawExports(fail);
  byId("to-play").hidden = byId("to-games").hidden = !found.play;
  byId("to-puzzles").hidden = !found.puzzles;
}

// ---- the start -------------------------------------------------------------------------------
function start() {
  addWords();
  openSettings(navigator.languages || [navigator.language]);
  quickLanguage();
  openPlace();
  if (known("/about")) describe(known("/about"));
  openBook(() => writeAddress("game"));
  openLine({ onNew: newBoard, onRestore: asInDatabase });
  openSharedStudies();
  openVerdict();
  watchAnalysis();
  watchPractice();
  watchJudge();
  openDialogs();
  watch(writeAddress);
  watch(() => { if (shown === "explorer") titleOfPlace(); });
  if (location.hash.length > 1) reveal(); else setTimeout(reveal, waitsForTable);
  new MutationObserver(() => { reveal(); if (shown === "explorer") titleOfPlace(); }).observe(byId("opening"), { childList: true });
  openKeep();
  openExchange(() => { byId("notice").hidden = true; if (shown !== "explorer") show("explorer"); writeAddress("game"); }, fail);
  study.failed = fail;
  onSettings(() => {
    const inTable = byId("book").contains(document.activeElement);
    redrawAll();
    describeSources(about || { books: [], databases: [] });
    redrawAll();
    if (about) {
      openAnalysis(about.analyses);
      openJudge(about.analyses);
    }
    drawExports(fail);
    redrawRoom();
    showRunning(openGameId());
    if (["search", "people", "puzzles"].includes(shown)) route();
    if (shown === "editor") showEditor(new URLSearchParams(location.hash.slice(1)).get("edit").replace(/_/g, " "));
    showSoundSwitch();
    if (inTable) byId("book").querySelector("button.move")?.focus({ preventScroll: true });
  });
  const on = (id, action) => { byId(id).onclick = action; };
  on("step-first", () => step(-1e6));
  on("step-back", () => step(-1));
  on("step-forward", () => step(1));
  on("step-last", () => step(1e6));
  on("edit", editHere);
  on("to-sound", () => choose("sound", setting("sound") === "yes" ? "no" : "yes"));
  showSoundSwitch();
  on("to-content", () => document.querySelector("main").focus());
  on("to-settings", settings);
  on("to-help", help);
  on("to-open", () => openDialog());
  on("to-kept", () => showStudies(fail));
  on("to-play", newGame);
  on("to-games", () => showGames(about.lobby, newGame));
  watchRunning(openGameId);
  document.addEventListener("keydown", onKey);
  addEventListener("popstate", route);
  route();
  if (!about) {
    ask("/about").then(found => {
      describe(found);
      if (study.opened) showBook();
      if (shown === "search" && found.databases.length > 1) route();
    }, fail);
  }
}

start();
