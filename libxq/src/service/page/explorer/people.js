// What the games say of a player or an event: the reports of the service as pages.
import { address, ask } from "./api.js";
import { byId, element } from "./dom.js";
import { languageInUse } from "./settings.js";
import { say } from "./texts.js";

const view = () => byId("view-people");
const gamesShown = 100;

const link = (kind, name, db) => "#" + new URLSearchParams({ report: kind, name, ...(db && { db }) });
export const playerAddress = (name, db) => link("player", name, db);
export const eventAddress = (name, db) => link("event", name, db);
const gameAddress = (id, db, ply) => "#" + new URLSearchParams({ game: id, ...(db && { db }), ...(ply && { ply }) });

const percent = s => (s.games ? Math.round(100 * (s.wins + s.draws / 2) / s.games) + "%" : "");

/** Won, drawn, lost, as a bar from the player's side. */
function bar(s) {
  const part = (n, name) => {
    const share = s.games ? 100 * n / s.games : 0;
    const e = element("span", { class: name }, share >= 14 ? String(n) : "");
    e.style.width = share + "%";
    return e;
  };
  const words = say("wonDrawnLost", s.wins, s.draws, s.losses);
  return element("div", { class: "winbar", role: "img", "aria-label": words, title: words }, part(s.wins, "w"), part(s.draws, "d"), part(s.losses, "b"));
}

function scores(title, rows, linkOf = null) {
  if (!rows?.length) return null;
  return element("section", {}, element("h2", {}, say(title)), element("div", { class: "scroll" }, element("table", { class: "found scores" }, element("tbody", {}, rows.map(r => element("tr", {},
    element("th", { scope: "row" }, linkOf ? element("a", { href: linkOf(r.name) }, r.name) : r.name), element("td", { class: "n" }, r.games), element("td", { class: "n" }, percent(r)), element("td", { class: "bars" }, bar(r))))))));
}

function games(list, db) {
  const shown = list.slice(-gamesShown).reverse();
  const player = name => (name ? element("a", { href: playerAddress(name, db) }, name) : "?");
  return element("section", { class: "whole" }, element("h2", {}, say("gamesCount", list.length)), element("div", { class: "scroll" }, element("table", { class: "found" }, element("tbody", {}, shown.map(g => element("tr", {},
    element("td", { class: "when" }, element("a", { href: gameAddress(g.game, db) }, g.date || "#" + g.game)), element("td", {}, element("span", { class: "redname" }, player(g.red))), element("td", { class: "n" }, element("a", { href: gameAddress(g.game, db) }, (g.result || "").replace("1/2-1/2", "½–½"))),
    element("td", {}, player(g.black)), element("td", { class: "wide" }, g.event ? element("a", { href: eventAddress(g.event, db) }, g.event) : g.round || ""), element("td", { class: "wide" }, g.ecco || ""), element("td", { class: "n wide" }, g.plies)))))));
}

/** The years as columns: their height is the number of games, the parts are won, drawn and lost. */
function years(rows) {
  const dated = rows.filter(r => /^\d{4}$/.test(r.name));
  if (dated.length < 2) return null;
  const most = Math.max(...dated.map(r => r.games));
  const column = r => element("div", { class: "year", title: `${r.name}: ${say("gamesCount", r.games)}, ${say("wonDrawnLost", r.wins, r.draws, r.losses)}` },
    ["losses", "draws", "wins"].map(name => {
      const part = element("span", { class: name });
      part.style.height = 100 * r[name] / most + "px";
      return part;
    }), element("i", {}, r.name.slice(2)));
  return element("section", { class: "whole" }, element("h2", {}, say("years")), element("div", { class: "years scroll", role: "img", "aria-label": dated.map(r => `${r.name}: ${r.games}`).join(", ") }, dated.map(column)));
}

const glyphs = { 2: "?", 4: "??", 6: "?!" };
function mistakes(list, db) {
  if (!list?.length) return null;
  return element("section", { class: "whole" }, element("h2", {}, say("mistakesAgain")), element("ul", { class: "games" }, list.map(m => element("li", {}, element("a", { href: gameAddress(m.games[0], db, m.ply) },
    element("b", {}, m.move), " ", glyphs[m.mark] || m.mark || "", " ", element("span", { class: "when" }, say("gamesCount", m.games.length)))))));
}

export const reportAddress = (kind, name, db) => address(`/report/${kind === "event" ? "event" : "player"}`, { name, db, lang: languageInUse() });

/** The moves with ? and ?? of all games of a player, as exercises. */
export const marked = (report, db) => report.marked.filter(m => m.mark !== "?!").map(m => ({ id: m.game, db, ply: m.ply }));
export const practiceAddress = (name, db) => "#" + new URLSearchParams({ mistakes: name, ...(db && { db }) });

function toPractise(report, name, db) {
  const { length } = marked(report, db);
  return length ? element("p", { class: "row" }, element("a", { class: "practise button", href: practiceAddress(name, db) }, say("findBetter", length)), element("span", { class: "hint" }, say("exercisesHint"))) : null;
}

function player(report, name, db) {
  const opening = filters => "#" + new URLSearchParams({ player: name, ...filters, ...(db && { in: db }) });
  return [element("h1", {}, report.names.map(n => n.name).join(", ") || name),
    element("p", { class: "hint" }, [say("gamesCount", report.all.games), say("wonDrawnLost", report.all.wins, report.all.draws, report.all.losses), percent(report.all)].filter(Boolean).join(" · ")),
    element("p", { class: "row" }, element("a", { href: opening({ color: "red" }) }, say("playsAsRed")), element("a", { href: opening({ color: "black" }) }, say("playsAsBlack")), element("a", { href: "#search&" + new URLSearchParams({ player: name, ...(db && { db }) }) }, say("search"))),
    toPractise(report, name, db),
    element("div", { class: "report" }, scores("sides", [{ ...report.red, name: say("red") }, { ...report.black, name: say("black") }]), scores("opponents", report.opponents.slice(0, 20), other => playerAddress(other, db)),
      scores("openingsAsRed", report.red_openings.slice(0, 15)), scores("openingsAsBlack", report.black_openings.slice(0, 15)), years(report.years), mistakes(report.mistakes, db), games(report.games, db))];
}

/** The results of two players with each other, from the first one's side. */
function crossing(list, one, other, db) {
  return list.filter(g => (g.red === one && g.black === other) || (g.red === other && g.black === one)).map(g => {
    const won = g.result === "1-0" ? "red" : g.result === "0-1" ? "black" : null;
    const text = won ? ((won === "red") === (g.red === one) ? "2" : "0") : g.result === "1/2-1/2" ? "1" : "*";
    return element("a", { href: gameAddress(g.game, db), class: g.red === one ? "redname" : "", title: `${g.red} – ${g.black}` }, text);
  });
}

const crossed = 40; // players of a cross table

function event(report, name, db) {
  const some = report.standings.slice(0, crossed);
  const head = (text, cls = "n") => element("th", { scope: "col", class: cls }, text);
  const table = element("table", { class: "found cross" },
    element("thead", {}, element("tr", {}, head("", "n"), head(say("players"), ""), some.map(s => head(s.place)), head(say("games")), head(say("wins")), head(say("draws")), head(say("losses")), head(say("points")))),
    element("tbody", {}, some.map((s, i) => element("tr", {}, element("td", { class: "n" }, s.place), element("th", { scope: "row" }, element("a", { href: playerAddress(s.name, db) }, s.name)),
      some.map((other, k) => element("td", { class: i === k ? "n same" : "n" }, crossing(report.games, s.name, other.name, db))),
      element("td", { class: "n" }, s.games), element("td", { class: "n" }, s.wins), element("td", { class: "n" }, s.draws), element("td", { class: "n" }, s.losses), element("td", { class: "n" }, element("b", {}, s.points))))));
  return [element("h1", {}, report.events.map(e => e.name).slice(0, 3).join(", ") || name),
    element("p", { class: "hint" }, [report.from, report.until !== report.from && report.until].filter(Boolean).join(" – "), " · ", say("gamesCount", report.games.length)),
    element("h2", {}, say("crossTable")), element("div", { class: "scroll" }, table), games(report.games, db)];
}

let wanted = 0;
/** `kind`: "player" or "event". */
export async function showReport(kind, name, db, failed) {
  const mine = ++wanted;
  view().replaceChildren(element("p", { class: "nothing" }, "…"));
  try {
    const report = await ask(reportAddress(kind, name, db));
    if (mine === wanted) view().replaceChildren(...(kind === "event" ? event : player)(report, name, db).filter(Boolean));
  } catch (problem) {
    if (mine !== wanted) return;
    view().replaceChildren(element("h1", {}, name), element("p", { class: "problem" }, problem.message));
    if (problem instanceof TypeError) failed(problem);
  }
}
