// Exercises: which puzzle is next, what it is about, how many are solved.
import { address, ask } from "./api.js";
import { byId, element } from "./dom.js";
import { Exercise } from "./exercise.js";
import { forgetProgress, isSolved, keepOutcome, outcomeOf, readProgress } from "./progress.js";
import { onWheelAndSwipe } from "./gestures.js";
import { languageInUse } from "./settings.js";
import { say } from "./texts.js";

const view = () => byId("view-puzzles");
const levels = { easy: [1, 3], medium: [4, 6], hard: [7, 10] };
const listedAtOnce = 10000;

let exercise = null;
let list = null; // what the server has for the filter: { puzzles, themes, found }
let filter = { theme: "", level: "" };
let fresh = true; // only what is not solved
let failed = () => {};
let wanted = 0;

const link = number => "#" + new URLSearchParams({ puzzle: number, ...(filter.theme && { theme: filter.theme }), ...(filter.level && { level: filter.level }) });

async function readList() {
  const [low, high] = levels[filter.level] || ["", ""];
  const query = { theme: filter.theme, "min-difficulty": low, "max-difficulty": high, lang: languageInUse() };
  const first = await ask(address("/puzzles", query));
  const found = [...first.found];
  for (let page = first.found; page.length === listedAtOnce;) {
    page = (await ask(address("/puzzles", { ...query, after: page.at(-1).number }))).found;
    found.push(...page);
  }
  return { ...first, found };
}

/** The next one that is wanted, `by` 1 or -1, behind the number; round the end to the begin. */
function neighbour(number, by) {
  const all = list.found.filter(p => !fresh || !isSolved(p.key) || p.number === number);
  const ordered = by > 0 ? all : all.slice().reverse();
  const other = ordered.find(p => (by > 0 ? p.number > number : p.number < number)) || ordered[0];
  return other && other.number !== number ? other : null;
}

function go(by) {
  const next = neighbour(exercise?.number ?? 0, by);
  if (next) location.hash = link(next.number);
  else if (exercise) exercise.say(say("noPuzzleLeft"), "");
}

function choose(change) {
  filter = { ...filter, ...change };
  location.hash = "#" + new URLSearchParams({ puzzles: "", ...(filter.theme && { theme: filter.theme }), ...(filter.level && { level: filter.level }) });
}

function filters() {
  const theme = element("select", { name: "theme", "aria-label": say("puzzleTheme"), onchange: e => choose({ theme: e.target.value }) },
    element("option", { value: "" }, say("allThemes")), list.themes.map(t => element("option", { value: t.name }, `${t.label} (${t.puzzles})`)));
  theme.value = filter.theme;
  const level = element("select", { name: "level", "aria-label": say("puzzleLevel"), onchange: e => choose({ level: e.target.value }) },
    element("option", { value: "" }, say("allLevels")), Object.keys(levels).map(name => element("option", { value: name }, say(name))));
  level.value = filter.level;
  const unsolved = element("input", { type: "checkbox", name: "unsolved", onchange: e => { fresh = e.target.checked; } });
  unsolved.checked = fresh;
  const line = (key, control) => element("label", { class: "line" }, element("span", {}, say(key)), control);
  return element("div", { class: "stack puzzle-filter" }, line("puzzleTheme", theme), line("puzzleLevel", level),
    element("label", { class: "check" }, unsolved, " ", say("onlyUnsolved")));
}

function drawProgress() {
  const all = list.found.length, solved = list.found.filter(p => isSolved(p.key)).length, once = list.found.filter(p => outcomeOf(p.key) === "once").length;
  const bar = element("progress", { max: Math.max(all, 1), value: solved, "aria-hidden": "true" });
  view().querySelector(".puzzle-progress").replaceChildren(bar, element("span", {}, say("puzzleProgress", solved, all, once)),
    element("button", { class: "do-forget", disabled: !solved, onclick: () => { forgetProgress(); drawProgress(); } }, say("forgetProgress")));
}

/** Themes and players are told when nothing is given away by them any more. */
function drawAbout() {
  const { puzzle, over } = exercise, box = view().querySelector(".puzzle-about");
  const label = name => list.themes.find(t => t.name === name)?.label || name;
  const game = [puzzle.red || puzzle.black ? `${puzzle.red || "?"} – ${puzzle.black || "?"}` : "", puzzle.event, puzzle.date].filter(Boolean).join(", ");
  box.replaceChildren(...[puzzle.difficulty ? element("p", { class: "hint" }, say("levelIs", puzzle.difficulty)) : null,
    over && puzzle.themes.length ? element("p", { class: "chips" }, puzzle.themes.map(name => element("span", { class: "chip" }, label(name)))) : null,
    over && game ? element("p", { class: "hint" }, say("fromGame"), ": ", game) : null].filter(Boolean));
}

function drawButtons() {
  const over = exercise?.over;
  for (const [name, off] of [["hint", over], ["solution", over]]) view().querySelector(".do-" + name).disabled = !!off;
  view().querySelector(".do-next").classList.toggle("primary", !!over);
}

function done(outcome) {
  keepOutcome(exercise.puzzle.key, outcome);
  drawProgress();
  drawAbout();
  drawButtons();
}

function explore() {
  const moves = exercise.played.map(m => m.uci).join(",");
  location.hash = new URLSearchParams({ fen: exercise.puzzle.fen, ...(moves && { moves }) });
}

function build() {
  const button = (name, key, action, cls = "") => element("button", { class: `do-${name} ${cls}`.trim(), onclick: () => Promise.resolve(action()).catch(failed) }, say(key));
  const step = (text, by, key) => element("button", { onclick: () => exercise.step(by), "aria-label": say(key), title: say(key) }, text);
  const place = list.found.findIndex(p => p.number === exercise.number) + 1;
  view().replaceChildren(element("div", { class: "play puzzle" },
    element("section", { class: "board-side" }, exercise.board.element,
      element("div", { class: "steps" }, step("|◀", -1e6, "first"), step("◀", -1, "back"), step("▶", 1, "forward"), step("▶|", 1e6, "last"),
        element("button", { onclick: () => exercise.flip(), "aria-label": say("flip"), title: say("flip") }, "⇅"))),
    element("section", { class: "line-side" }, element("h1", {}, say("puzzleNumber", place || exercise.number, list.found.length || list.puzzles)),
      exercise.status, element("div", { class: "puzzle-about" }),
      element("div", { class: "row actions" }, button("hint", "puzzleHint", () => exercise.hint()), button("solution", "puzzleSolution", () => exercise.solution()),
        button("again", "puzzleAgain", again), button("previous", "puzzlePrevious", () => go(-1)), button("next", "puzzleNext", () => go(1))),
      exercise.form, exercise.moves, element("div", { class: "copies" }, element("button", { class: "do-explore", onclick: explore }, say("toExplorer"))),
      filters(), element("div", { class: "puzzle-progress" }))));
  drawProgress();
}

async function again() {
  await exercise.start();
  drawAbout();
  drawButtons();
}

async function open(number) {
  exercise?.end();
  exercise = new Exercise(number, { done, fail: problem => failed(problem) });
  const mine = exercise;
  onWheelAndSwipe(exercise.board, by => mine.step(by));
  await exercise.start();
  if (mine !== exercise) return;
  build();
  drawAbout();
  drawButtons();
}

/** What the address names: `#puzzle=N`, or `#puzzles` for the next one that is not solved, with theme and level. */
export async function showPuzzles(query, fail) {
  const mine = ++wanted, number = Number(query.get("puzzle"));
  failed = fail;
  filter = { theme: query.get("theme") || "", level: levels[query.get("level")] ? query.get("level") : "" };
  readProgress();
  try {
    const found = await readList();
    if (mine !== wanted) return;
    list = found;
    const next = number || neighbour(0, 1)?.number || list.found[0]?.number;
    if (next) await open(next);
    else view().replaceChildren(element("p", { class: "nothing" }, say("noPuzzle")), filters());
    if (next && !number && mine === wanted) history.replaceState(null, "", link(next));
  } catch (problem) {
    fail(problem);
  }
}

export function leavePuzzles() {
  ++wanted;
  exercise?.end();
  exercise = null;
  view().replaceChildren();
}

export const puzzleKeys = { step: by => exercise?.step(by), flip: () => exercise?.flip() };
