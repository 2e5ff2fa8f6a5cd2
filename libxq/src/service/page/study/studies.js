// The games that this browser keeps: opened, deleted, saved together.
import { sendForFile } from "./api.js";
import { closeDialog, showDialog } from "./dialog.js";
import { byId, download, element } from "./dom.js";
import { sharing } from "./exchange.js";
import { arrange, arranged, forget } from "./keep.js";
import { keptPractice } from "./mistakes.js";
import { startFen } from "./position.js";
import { grip } from "./reorder.js";
import { forgetStudy, knownStudies, sharedLink } from "./room.js";
import { languageInUse } from "./settings.js";
import { shareGames } from "./shared.js";
import { say } from "./texts.js";
import { Game } from "./tree.js";

/** Where a kept game is opened. */
function hrefOf({ key, data }) {
  if (data.id) return "#" + new URLSearchParams({ game: data.id, ...(data.db && { db: data.db }) });
  if (data.study) return "#" + new URLSearchParams({ study: data.study });
  return "#" + (key === "fen:" + startFen ? "" : new URLSearchParams({ fen: data.fen }));
}

const nameOf = player => (typeof player === "string" ? player : player?.name) || "";

function titleOf({ data }) {
  const red = nameOf(data.red) || data.tags?.Red, black = nameOf(data.black) || data.tags?.Black;
  if (red || black) return `${red || "?"} – ${black || "?"}`;
  return data.event || data.tags?.Event || data.tags?.Title || (data.fen === startFen ? say("movesFromStart") : say("movesFromPosition"));
}

function countOf(moves) {
  return (moves || []).reduce((n, move) => n + 1 + (move.variations || []).reduce((sum, other) => sum + countOf(other), 0), 0);
}

const listed = () => arranged().filter(e => !e.key.startsWith("shared:") && (countOf(e.data.moves) || e.data.comment));

async function saveAll() {
  const texts = [];
  for (const { data } of listed()) texts.push(await (await sendForFile("/write?to=pgn", JSON.stringify(new Game(data).toJson()))).text());
  download("xq.pgn", texts.join("\n"));
}

/** Studies of the server that this browser has opened. */
function sharedOnes(failed) {
  const known = knownStudies();
  return known.length ? [element("h3", {}, say("sharedStudies")), element("ul", { class: "kept" }, known.map(s => element("li", {},
    element("a", { href: sharedLink(s.id, s.key), onclick: closeDialog }, element("b", {}, s.name || say("sharedStudy")), " ", s.write ? null : element("span", { class: "when" }, say("readOnlyStudy"))),
    element("button", { class: "forget", title: say("forgetStudy"), "aria-label": say("forgetStudy"), onclick: () => { forgetStudy(s.id); showStudies(failed); } }, "✕"))))] : [];
}

export function showStudies(failed) {
  const games = listed();
  const placed = (row, elsewhere) => {
    if (elsewhere) arrange([...row.parentNode.children].map(li => li.dataset.key));
    row.querySelector(".grip").focus();
  };
  const time = when => new Date(when).toLocaleString(languageInUse(), { dateStyle: "short", timeStyle: "short" });
  const row = game => element("li", { "data-key": game.key }, games.length > 1 ? grip(titleOf(game), placed) : null,
    element("a", { href: hrefOf(game), onclick: closeDialog }, element("b", {}, titleOf(game)), " ", element("span", { class: "when" },
      [say("movesCount", countOf(game.data.moves)), game.data.date, time(game.time)].filter(Boolean).join(" · "))),
    element("button", { class: "forget", title: say("deleteStudy"), "aria-label": say("deleteStudy") + " " + titleOf(game), onclick: e => {
      const { currentTarget: button } = e;
      if (button.dataset.sure) { forget(game.key); showStudies(failed); return; }
      button.dataset.sure = "yes";
      button.textContent = say("reallyDelete");
    } }, "✕"));
  showDialog(say("studies"), ...sharedOnes(failed), element("p", { class: "hint" }, say("studiesHint")),
    games.length ? element("ul", { class: "kept" }, games.map(row)) : element("p", { class: "nothing" }, say("noStudies")),
    element("div", { class: "row" }, games.length ? element("button", { class: "save-all", onclick: () => saveAll().catch(problem => { closeDialog(); failed(problem); }) }, say("saveAll")) : null,
    keptPractice(closeDialog),
    games.length && sharing.offered ? element("button", { class: "share-all", onclick: () => shareGames(listed().map(e => new Game(e.data))) }, say("shareAll")) : null));
  byId("dialog").querySelector(".kept a")?.focus();
}
