// Games by player, event, opening, year, result, material or position.
import { address, ask } from "./api.js";
import { gameLink } from "./book.js";
import { byId, element } from "./dom.js";
import { startFen } from "./position.js";
import { scriptWanted, study } from "./study.js";
import { say } from "./texts.js";

const fields = ["player", "red", "black", "event", "ecco", "since", "until", "result", "min-plies", "material"];
const captions = { ecco: "opening", "min-plies": "minPlies" };
const shownAtOnce = 50;
const placeholders = { player: "许银川", ecco: "C47, 屏风马", since: "1990", until: "2020-12", material: "RCP k*", "min-plies": "40" };
let about = { databases: [] };
let asked = null;

const view = () => byId("view-search");

function row(g, db) {
  const cells = [[gameLink(g.id, db, element("span", { class: "redname" }, g.red || "?")), ""], [g.black || "?", ""],
    [(g.result || "").replace("1/2-1/2", "½–½"), "n"], [g.date, "when"], [g.event, "wide"], [[g.ecco, g.opening].filter(Boolean).join(" "), "wide"], [g.plies, "n wide"]];
  return element("tr", { onclick: () => { location.hash = new URLSearchParams({ game: g.id, ...(db && { db }) }); } },
    cells.map(([content, cls]) => element("td", { class: cls }, content ?? "")));
}

/** Shows what `wanted` asks for; `after` is the last number shown. */
async function find(wanted, after = "") {
  const body = view().querySelector("tbody"), state = view().querySelector(".count"), more = view().querySelector(".more");
  const mine = asked = {};
  state.textContent = "…";
  more.hidden = true;
  try {
    const answer = await ask(address("/search", { ...wanted, after, limit: shownAtOnce, script: scriptWanted() }));
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

function form(wanted) {
  const field = name => {
    const caption = captions[name] || name;
    const input = name === "result"
      ? element("select", { name }, [["", "–"], ["1-0", "1-0"], ["1/2-1/2", "½–½"], ["0-1", "0-1"]].map(([value, text]) => element("option", { value }, text)))
      : element("input", { name, type: "search", maxlength: 100, placeholder: placeholders[name] || "" });
    input.value = wanted[name] || "";
    return element("label", {}, element("span", {}, say(caption)), input);
  };
  const here = element("input", { type: "checkbox", name: "here" });
  here.checked = !!(wanted.fen || wanted.play);
  const databases = about.databases.length > 1
    ? element("label", {}, element("span", {}, say("database")), element("select", { name: "db" }, about.databases.map((d, i) => element("option", { value: i ? d.name : "" }, d.name))))
    : null;
  if (databases) databases.querySelector("select").value = wanted.db || "";
  const submit = e => {
    e.preventDefault();
    const values = Object.fromEntries([...new FormData(e.target)].map(([k, v]) => [k, v.trim()]).filter(([, v]) => v));
    if (values.here) {
      delete values.here;
      if (study.game.fen !== startFen) values.fen = study.game.fen;
      if (study.at.ply) values.play = study.at.moves.join(",");
      if (!values.fen && !values.play) values.fen = startFen;
    }
    location.hash = "search&" + new URLSearchParams(values);
  };
  return element("form", { class: "searchform", role: "search", onsubmit: submit }, fields.map(field), databases,
    element("label", { class: "check" }, here, element("span", {}, say("thisPosition"))),
    element("button", { type: "submit", class: "primary" }, say("search")));
}

export function describeDatabases(found) {
  about = found;
}

/** `wanted`: parameters of /search; none: the form alone. */
export function showSearch(wanted) {
  const heads = [["red", ""], ["black", ""], ["result", "n"], ["date", ""], ["event", "wide"], ["opening", "wide"], ["pliesShort", "n wide"]];
  const some = Object.keys(wanted).length > 0;
  const table = element("table", { class: "found", "aria-label": say("games") }, element("thead", {}, element("tr", {}, heads.map(([key, cls]) => element("th", { scope: "col", class: cls }, say(key))))), element("tbody"));
  view().replaceChildren(element("h1", {}, say("search")), form(wanted), element("p", { class: "count", role: "status" }),
    element("div", { class: "scroll" }, table), element("button", { class: "more", hidden: true }, say("showMore")));
  table.hidden = !some;
  if (some) find(wanted); else view().querySelector("input").focus();
}
