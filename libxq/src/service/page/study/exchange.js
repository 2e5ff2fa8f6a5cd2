// Games in and out: pasted, dropped or opened; copied or saved.
import { send, sendForFile } from "./api.js";
import { byId, copyText, download, element, isField } from "./dom.js";
import { keep, newName } from "./keep.js";
import { fenOf, startFen } from "./position.js";
import { shareGames } from "./shared.js";
import { openGame, study } from "./study.js";
import { say } from "./texts.js";
import { Game } from "./tree.js";
import { showDialog, closeDialog } from "./dialog.js";

const fenForm = /^\s*(?:fen[: ]\s*|position\s+fen\s+)?((?:[1-9rnbakcpehRNBAKCPEH]{1,9}\/){9}[1-9rnbakcpehRNBAKCPEH]{1,9}(?:\s+[wbr](?:\s+-\s+-\s+\d+\s+\d+)?)?)\s*$/;
const formats = { pgn: "PGN", xqf: "XQF", dhtmlxq: "DhtmlXQ", xml: "XML", jsonl: "JSON", uci: "UCI" };

const nameOf = (g, side) => g[side] || g.tags?.[side === "red" ? "Red" : "Black"] || "?";

function choose(answer) {
  const problems = answer.problems.slice(0, 20).map(p => element("li", {}, [p.line ? say("lineNumber", p.line) : "", p.message].filter(Boolean).join(": ")));
  showDialog(say("gamesCount", answer.games.length) + (answer.more ? " …" : ""),
    element("ul", { class: "choice" }, answer.games.map(g => element("li", {}, element("button", { onclick: () => { closeDialog(); take(g); } },
      element("span", { class: "redname" }, nameOf(g, "red")), ` – ${nameOf(g, "black")} `, element("span", { class: "when" }, [g.result, g.date, g.event, g.tags?.Title].filter(Boolean).join(" · ")))))),
    answer.games.length > 1 ? element("button", { class: "primary keep-all", onclick: () => { closeDialog(); takeAll(answer.games); } }, say("keepAll", answer.games.length)) : null,
    problems.length ? element("details", {}, element("summary", {}, say("problems", answer.problems.length)), element("ul", { class: "problems" }, problems)) : null);
}

let shown = () => {};
/** A game from elsewhere is a study of this browser. */
const studyOf = data => new Game({ ...data, id: undefined, study: newName() });

function take(data) {
  const game = studyOf(data);
  keep(game);
  openGame(game);
  shown();
}

function takeAll(games) {
  games.slice(1).reverse().forEach(data => keep(studyOf(data)));
  take(games[0]);
}

/** A position or games, in whatever form: text or the bytes of a file. */
export async function read(content) {
  if (typeof content === "string") {
    const fen = content.match(fenForm);
    if (fen) {
      openGame(new Game({ fen: fen[1].trim() }));
      shown();
      return;
    }
  }
  const answer = await send("/read", content, "application/octet-stream");
  const [problem] = answer.problems;
  if (!answer.games.length) throw new Error(problem?.code === "unknown-format" ? say("noFormat") : problem?.message || say("noGames"));
  if (answer.games.length === 1 && !answer.problems.length) take(answer.games[0]); else choose(answer);
}

export function openDialog() {
  const area = element("textarea", { rows: 9, spellcheck: false, "aria-label": say("pasteHere"), placeholder: say("pasteHere") });
  const report = element("p", { class: "problem", role: "alert" });
  const run = content => {
    report.textContent = "";
    read(content).then(() => { if (!byId("dialog").querySelector(".choice")) closeDialog(); }, problem => { report.textContent = problem.message; });
  };
  const file = element("input", { type: "file", "aria-label": say("openFile"), onchange: e => { if (e.target.files[0]) run(e.target.files[0]); } });
  showDialog(say("open"), element("form", { class: "stack", onsubmit: e => { e.preventDefault(); if (area.value.trim()) run(area.value); } },
    element("p", { class: "hint" }, say("openHint")), area, element("div", { class: "row" }, file, element("span", { class: "grow" }),
      element("button", { type: "submit", class: "primary" }, say("show"))), report));
  area.focus();
}

const fenHere = () => study.at.fen || fenOf(study.at.board, study.game.fen, study.at.ply);
/** A link for others: the moves stand in it, since studies are kept by this browser alone. */
function linkHere() {
  const { game, at } = study;
  if (!game.data.study || game.data.shared) return location.href;
  const query = new URLSearchParams({ ...(game.fen !== startFen && { fen: game.fen }), ...(at.ply && { moves: at.moves.join(",") }) });
  return location.origin + location.pathname + "#" + query.toString().replace(/%2C/g, ",").replace(/%2F/g, "/");
}

/** Whether the server keeps studies. */
export const sharing = { offered: false };

const written = format => sendForFile("/write?to=" + format, JSON.stringify(study.game.toJson()));

/** Buttons below the moves. */
export function drawExports(failed) {
  const copy = (key, text) => element("button", { "data-text": key, onclick: async e => {
    const { target } = e;
    try {
      target.textContent = say(await copyText(await text()) ? "copied" : "notCopied");
    } catch (problem) {
      failed(problem);
    }
    setTimeout(() => { target.textContent = say(key); }, 1500);
  } }, say(key));
  const format = element("select", { "aria-label": say("format"), "data-label": "format" }, Object.entries(formats).map(([value, name]) => element("option", { value }, name)));
  const save = element("button", { "data-text": "save", onclick: () => written(format.value).then(blob =>
    download(`${[study.game.tags.Red, study.game.tags.Black].filter(Boolean).join("-").replace(/[^\p{L}\p{N}-]/gu, "_") || "game"}.${format.value}`, blob), failed) }, say("save"));
  byId("exports").replaceChildren(element("div", { class: "copies" }, copy("copyFen", async () => fenHere()),
    copy("copyPgn", async () => (await written("pgn")).text()), copy("copyLink", async () => linkHere()),
    element("span", { class: "together" }, format, save), sharing.offered ? element("button", { class: "share-game", "data-text": "shareStudy", onclick: () => shareGames() }, say("shareStudy")) : null));
}

/** What is pasted or dropped anywhere. */
export function openExchange(show, failed) {
  shown = show;
  document.addEventListener("paste", e => {
    if (isField(e.target)) return;
    const [file] = e.clipboardData.files, text = e.clipboardData.getData("text/plain");
    if (file || text.trim()) read(file || text).catch(failed);
  });
  document.addEventListener("dragover", e => { if ([...e.dataTransfer.types].some(t => t === "Files" || t === "text/plain")) e.preventDefault(); });
  document.addEventListener("drop", e => {
    if (isField(e.target) && !e.dataTransfer.files.length) return;
    e.preventDefault();
    const [file] = e.dataTransfer.files, text = e.dataTransfer.getData("text/plain");
    if (file || text.trim()) read(file || text).catch(failed);
  });
  drawExports(failed);
}
