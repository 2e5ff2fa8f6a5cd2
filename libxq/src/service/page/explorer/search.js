// Games by the filters of xq search: the usual ones, and more that are folded up; a heading sorts.
import { address, ask, known } from "./api.js";
import { gameAddress, previewOfGame } from "./book.js";
import { byId, element } from "./dom.js";
import { startFen } from "./position.js";
import { previewOn } from "./preview.js";
import { languageInUse } from "./settings.js";
import { playerAddress, eventAddress } from "./people.js";
import { openingText, scriptWanted, study } from "./study.js";
import { say } from "./texts.js";

const fields = ["player", "event", "opening", "comment", "since", "until", "result"];
const moreFields = ["red", "black", "site", "red-elo", "black-elo", "min-plies", "max-plies", "material", "balance", "manoeuvre", "then"];
const headings = [["red", "red", ""], ["black", "black", ""], ["result", "result", "n"], ["date", "date", ""], ["event", "event", "wide"], ["opening", "ecco", "wide"], ["pliesShort", "plies", "n wide"]];
const shownAtOnce = 50;
const placeholders = { player: "许银川", opening: "C47, 屏风马", comment: "弃车 绝杀", since: "1990", until: "2020-12", "red-elo": "2400-", "black-elo": "2400-2600",
  "min-plies": "40", "max-plies": "60", material: "RCP-RHA*", balance: "R-CC", manoeuvre: "h0-g2-e3", then: "炮二平五" };
let about = { databases: [] };
let asked = null;
let unfolded = false;

const view = () => byId("view-search");

/** The link leads to where the game does what was asked for. */
function row(g, db) {
  const href = gameAddress(g.id, db, g.ply);
  const link = element("a", { href, onclick: e => e.stopPropagation() }, element("span", { class: "redname" }, g.red || "?"));
  const named = (text, address) => (text ? element("a", { href: address(text, db), class: "named", onclick: e => e.stopPropagation() }, text) : "");
  const cells = [[[link, " ", g.red && element("a", { href: playerAddress(g.red, db), class: "about", title: say("aboutPlayer", g.red), "aria-label": say("aboutPlayer", g.red), onclick: e => e.stopPropagation() }, "ⓘ")], ""],
    [named(g.black, playerAddress) || "?", ""], [(g.result || "").replace("1/2-1/2", "½–½"), "n"], [g.date, "when"], [named(g.event, eventAddress), "wide"],
    [openingText(g.ecco, g.opening, g.openingEnglish), "wide"], [g.plies, "n wide"]];
  previewOn(link, () => previewOfGame(g.id, db, g.ply));
  return element("tr", { onclick: () => { location.hash = href; } }, cells.map(([content, cls]) => element("td", { class: cls }, content ?? "")));
}

/** A code goes to ecco=, a name to opening=, which knows headers, too. */
function asAsked(values) {
  const { opening, ...rest } = values;
  return !opening ? rest : /^[A-E]\d{0,2}$/.test(opening) ? { ...rest, ecco: opening } : { ...rest, opening };
}

/** Shows what `wanted` asks for; `after` is the last number shown. */
async function find(wanted, after = "") {
  const body = view().querySelector("tbody"), state = view().querySelector(".count"), more = view().querySelector(".more");
  const mine = asked = {};
  state.textContent = "…";
  more.hidden = true;
  try {
    const { repeats, ...filters } = wanted;
    const answer = await ask(address("/search", { ...filters, unique: repeats ? "" : "1", after, limit: shownAtOnce, script: scriptWanted() }));
    if (asked !== mine) return;
    body.append(...answer.games.map(g => row(g, wanted.db)));
    state.textContent = say("gamesCount", answer.count);
    const { next } = answer;
    more.hidden = !answer.more;
    more.onclick = () => find(wanted, next);
  } catch (problem) {
    if (asked === mine) state.textContent = problem.message;
  }
}

/** What the filters are called comes with their list. */
const filterNames = () => address("/filters", { lang: languageInUse() });
const caption = name => known(filterNames())?.filters.find(f => f.name === name)?.caption ?? name;

function field(name, value) {
  const input = name === "result"
    ? element("select", { name }, [["", "–"], ["1-0", "1-0"], ["1/2-1/2", "½–½"], ["0-1", "0-1"]].map(([choice, text]) => element("option", { value: choice }, text)))
    : element("input", { name, type: "search", maxlength: 100, placeholder: placeholders[name] || "" });
  input.value = value || "";
  return element("label", {}, element("span", {}, caption(name)), input);
}

function tick(name, shown, checked) {
  const box = element("input", { type: "checkbox", name });
  box.checked = checked;
  return element("label", { class: "check" }, box, element("span", {}, shown));
}

function chooseDatabase(db) {
  if (about.databases.length < 2) return null;
  const select = element("select", { name: "db" }, about.databases.map((d, i) => element("option", { value: i ? d.name : "" }, d.name)));
  select.value = db || "";
  return element("label", {}, element("span", {}, say("database")), select);
}

function submit(e) {
  e.preventDefault();
  const values = asAsked(Object.fromEntries([...new FormData(e.target)].map(([k, v]) => [k, v.trim()]).filter(([, v]) => v)));
  if (values.here) {
    delete values.here;
    if (study.game.fen !== startFen) values.fen = study.game.fen;
    if (study.at.ply) values.play = study.at.moves.join(",");
    if (!values.fen && !values.play) values.fen = startFen;
  }
  location.hash = "search&" + new URLSearchParams(values);
}

function form(wanted) {
  const more = element("details", { open: unfolded || moreFields.some(name => wanted[name]) || !!wanted["colors-exchanged"], ontoggle: e => { unfolded = e.target.open; } },
    element("summary", {}, say("moreFilters")),
    element("div", { class: "fields" }, moreFields.map(name => field(name, wanted[name])), tick("colors-exchanged", caption("colors-exchanged"), !!wanted["colors-exchanged"])));
  return element("form", { class: "searchform", role: "search", onsubmit: submit },
    element("div", { class: "fields" }, fields.map(name => field(name, wanted[name] || (name === "opening" && wanted.ecco))), chooseDatabase(wanted.db),
      tick("here", say("thisPosition"), !!(wanted.fen || wanted.play)), tick("repeats", say("withRepeats"), !!wanted.repeats)),
    more, element("button", { type: "submit", class: "primary" }, say("search")));
}

/** Sorts by a column: rising, falling (numbers and dates the other way round), then not. */
function heading([key, column, cls], wanted) {
  const orders = column === "date" || column === "plies" ? ["-" + column, column, ""] : [column, "-" + column, ""];
  const now = orders.indexOf(wanted.sort || "");
  const { sort, ...others } = wanted;
  const next = orders[(now + 1) % orders.length];
  const sorted = sort && now >= 0 ? (sort.startsWith("-") ? "descending" : "ascending") : null;
  const button = element("button", { class: "sort", "data-sort": column, onclick: () => { location.hash = "search&" + new URLSearchParams({ ...others, ...(next && { sort: next }) }); } }, say(key));
  return element("th", { scope: "col", class: cls, "aria-sort": sorted }, button);
}

export function describeDatabases(found) {
  about = found;
}

/** `wanted`: parameters of /search; none: the form alone. */
export function showSearch(wanted) {
  const draw = () => drawSearch(wanted);
  ask(filterNames()).then(draw, draw);
}

function drawSearch(wanted) {
  const some = Object.keys(wanted).length > 0, sortedBy = document.activeElement?.dataset?.sort;
  const table = element("table", { class: "found", "aria-label": say("games") }, element("thead", {}, element("tr", {}, headings.map(h => heading(h, wanted)))), element("tbody"));
  view().replaceChildren(element("h1", {}, say("search")), form(wanted), element("p", { class: "count", role: "status" }),
    element("div", { class: "scroll" }, table), element("button", { class: "more", hidden: true }, say("showMore")));
  table.hidden = !some;
  if (some) find(wanted); else view().querySelector("input").focus();
  if (sortedBy) view().querySelector(`button[data-sort="${sortedBy}"]`).focus();
}
