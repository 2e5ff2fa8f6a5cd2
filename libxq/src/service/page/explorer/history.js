// How often a move was played in each year, and how it went: two curves under the table of moves.
import { element, svg } from "./dom.js";
import { inNotation } from "./place.js";
import { askYears } from "./sources.js";
import { study } from "./study.js";
import { say } from "./texts.js";

const width = 600, height = 120;
let chosen = ""; // a move; empty: all of the place
let shown = null; // { node, filter, about, moves }: what the panel is about
let box = null;

const games = y => y.red + y.draws + y.black;
const percent = share => Math.round(100 * share) + "%";

/** The share of the place's games that have the move (or all games of the place beside the most of a year), and Red's score. */
function points(years, all) {
  const of = new Map(all.map(y => [y.year, games(y)])), most = Math.max(...years.map(games), 1);
  return years.filter(y => y.games).map(y => ({ year: y.year, games: y.games, share: y.games / (chosen ? Math.max(of.get(y.year) || 0, y.games) : most),
    score: games(y) ? (y.red + y.draws / 2) / games(y) : null }));
}

const words = p => [`${p.year}: ${say("gamesCount", p.games)}`, chosen ? say("shareOfYear", percent(p.share)) : "", p.score === null ? "" : say("redScores", percent(p.score))].filter(Boolean).join(", ");

function picture(list) {
  const first = list[0].year, step = width / (list.at(-1).year - first + 1), broad = Math.min(.8 * step, 40);
  const x = year => (year - first + .5) * step, y = share => 4 + (1 - share) * (height - 8);
  const out = svg("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", class: "byyear", role: "img", "aria-label": list.map(words).join("; ") });
  out.append(svg("line", { x1: 0, x2: width, y1: y(.5), y2: y(.5), class: "middle", "vector-effect": "non-scaling-stroke" }));
  for (const p of list) {
    const bar = svg("rect", { x: x(p.year) - broad / 2, width: broad, y: y(p.share), height: height - y(p.share), class: "popular" });
    bar.append(svg("title", {}, words(p)));
    out.append(bar);
  }
  const path = list.filter(p => p.score !== null).map((p, i) => `${i ? "L" : "M"}${x(p.year).toFixed(1)} ${y(p.score).toFixed(1)}`).join("");
  out.append(svg("path", { d: path, class: "score", "vector-effect": "non-scaling-stroke" }));
  return out;
}

function draw(list) {
  const place = box.querySelector(".curve-place");
  if (!list.length) { place.replaceChildren(element("p", { class: "nothing" }, say("noYears"))); return; }
  place.replaceChildren(picture(list), element("div", { class: "row ends" }, element("span", {}, list[0].year), element("span", { class: "key popular" }, say(chosen ? "popularity" : "games")),
    element("span", { class: "key score" }, say("redsScore")), element("span", {}, list.at(-1).year)));
}

async function load() {
  if (!box?.open || !shown) return;
  const mine = shown, move = chosen, { node, filter, about } = mine;
  try {
    const all = await askYears({ moves: node.moves }, filter, about);
    const own = move ? await askYears({ moves: [...node.moves, move] }, filter, about) : all;
    if (mine === shown && move === chosen) draw(points(own, all));
  } catch (problem) {
    if (mine === shown) box.querySelector(".curve-place").replaceChildren(element("p", { class: "problem" }, problem.message));
  }
}

function choices(moves) {
  const select = element("select", { "aria-label": say("move"), onchange: e => { chosen = e.target.value; load(); } },
    element("option", { value: "" }, say("allMoves")), moves.map(m => element("option", { value: m.uci }, inNotation(m))));
  select.value = chosen;
  return select;
}

function refresh() {
  if (!box?.open || !shown) return;
  box.querySelector(".move-choice").replaceChildren(choices(shown.moves));
  load();
}

/** The panel, closed at first; null where no database is served. */
export function historyPanel(about) {
  if (!about.databases.length) { box = null; return null; }
  const open = box?.open;
  box = element("details", { class: "history", ontoggle: refresh }, element("summary", {}, say("years")), element("div", { class: "move-choice" }), element("div", { class: "curve-place" }));
  box.open = !!open;
  return box;
}

/** What the table shows now. */
export function showHistory(filter, about, moves) {
  if (!box) return;
  if (!moves.some(m => m.uci === chosen)) chosen = "";
  shown = { node: study.at, filter, about, moves };
  refresh();
}
