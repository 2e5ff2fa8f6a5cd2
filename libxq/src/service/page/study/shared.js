// What stands above the moves of a study that the server keeps: chapters, links, who is here.
import { send } from "./api.js";
import { closeDialog, showDialog } from "./dialog.js";
import { byId, copyText, element } from "./dom.js";
import { grip, isDragging } from "./reorder.js";
import { addChapter, chapterHref, deleteChapter, isShared, makeStudy, moveChapter, openRoomOfStudy, placeChapter, renameChapter, renameStudy, room, sharedLink, wholePgn } from "./room.js";
import { study } from "./study.js";
import { say } from "./texts.js";
import { Game } from "./tree.js";

const fail = problem => study.failed(problem);
const nameOf = player => (typeof player === "string" ? player : player?.name) || "";

/** What a game is called among others. */
function titleOfGame({ data, tags }) {
  const red = nameOf(data.red) || tags.Red, black = nameOf(data.black) || tags.Black;
  return red || black ? `${red || "?"} – ${black || "?"}` : data.event || tags.Event || tags.Title || "";
}

function field(label, value, name) {
  const input = element("input", { name, maxlength: 80 });
  input.value = value;
  return element("label", { class: "line" }, element("span", {}, say(label)), input);
}

/** A form in the dialogue; `action(form)` promises the end, or an address to go to. */
function ask(title, parts, button, action) {
  const report = element("p", { class: "problem", role: "alert" });
  const form = element("form", { class: "stack", onsubmit: e => {
    e.preventDefault();
    action(form).then(where => { closeDialog(); if (typeof where === "string") location.hash = where; }, problem => { report.textContent = problem.message; });
  } }, ...parts, report, element("div", { class: "row" }, element("span", { class: "grow" }), element("button", { type: "submit", class: "primary" }, say(button))));
  showDialog(say(title), form);
  return form;
}

function links() {
  const one = (key, value) => {
    const input = element("input", { readonly: true, "aria-label": say(key), onfocus: e => e.target.select() });
    input.value = value;
    const button = element("button", { onclick: async () => { button.textContent = say(await copyText(value) ? "copied" : "notCopied"); } }, say("copyLink"));
    return element("label", { class: key }, say(key), element("div", { class: "row" }, input, button));
  };
  const { id, overview } = room;
  showDialog(say("shareStudy"), element("p", { class: "hint" }, say("shareHint")), element("div", { class: "links" },
    overview.write ? one("linkToWrite", sharedLink(id, overview.writeKey)) : null, one("linkToRead", sharedLink(id, overview.readKey || room.key))));
}

async function gamesOf(text) {
  const answer = await send("/read", text, "application/octet-stream");
  if (!answer.games.length) throw new Error(answer.problems[0]?.message || say("noGames"));
  return answer.games.map(data => new Game(data));
}

function newChapter() {
  const area = element("textarea", { rows: 7, name: "games", spellcheck: false, "aria-label": say("pasteHere"), placeholder: say("pasteHere") });
  ask("newChapter", [field("chapterName", "", "name"), element("p", { class: "hint" }, say("newChapterHint")), area], "addChapter", async form => {
    const name = form.elements.name.value.trim();
    const games = area.value.trim() ? await gamesOf(area.value) : [new Game({ fen: study.game.fen })];
    let where = "";
    for (const game of games) {
      const title = games.length === 1 && name ? name : [name, titleOfGame(game)].filter(Boolean).join(": ");
      const made = await addChapter(title, game);
      where ||= made;
    }
    return where;
  });
}

function rename() {
  const { number } = study.game.data.shared, chapter = room.overview.chapters.find(c => c.number === number);
  ask("rename", [field("studyName", room.overview.name, "study"), field("chapterName", chapter?.name || "", "chapter")], "save", async form => {
    if (form.elements.study.value.trim() !== room.overview.name) await renameStudy(form.elements.study.value.trim());
    if (chapter && form.elements.chapter.value.trim() !== chapter.name) await renameChapter(form.elements.chapter.value.trim());
  });
}

function removal(e) {
  const { currentTarget: button } = e;
  if (!button.dataset.sure) {
    button.dataset.sure = "yes";
    button.textContent = say("reallyDelete");
    return;
  }
  deleteChapter().then(where => { location.hash = where; }, fail);
}

const nameOfChapter = c => c.name || say("chapter", c.number);

let moved = "";
/** Tells for a while where a chapter is after `moving`. */
async function tellPlace(moving, name = "") {
  const place = await moving;
  if (!place) return;
  const words = say("chapterIsNow", place, room.overview.chapters.length);
  moved = name ? say("verdict", name, words) : words;
  draw();
  clearTimeout(tellPlace.timer);
  tellPlace.timer = setTimeout(() => { moved = ""; draw(); }, 4000);
}
const move = by => tellPlace(moveChapter(by)).catch(fail);

/** Was put where it stands in the list now. */
function placed(chapter, row, elsewhere) {
  if (!elsewhere) { draw(); return; } // what came meanwhile
  tellPlace(placeChapter(chapter.number, Number(row.nextElementSibling?.dataset.number) || 0), nameOfChapter(chapter)).catch(problem => { draw(); fail(problem); });
}

let listed = 0; // the chapter to which the list was scrolled
function chapterList({ chapters, write }, number, scrolled) {
  const list = element("ol", { class: "chapters", "aria-label": say("chapters") }, chapters.map((c, i) => element("li", { "data-number": c.number },
    write && chapters.length > 1 ? grip(nameOfChapter(c), (row, elsewhere) => placed(c, row, elsewhere)) : null,
    element("a", { class: "chapter", href: chapterHref(c.number), "aria-current": c.number === number ? "true" : null }, `${i + 1}. ${nameOfChapter(c)}`))));
  requestAnimationFrame(() => {
    list.scrollTop = scrolled;
    const here = list.querySelector("[aria-current]")?.parentNode;
    if (here && listed !== number) list.scrollTop = here.offsetTop - (list.clientHeight - here.offsetHeight) / 2;
    listed = number;
  });
  return list;
}

function draw() {
  const box = byId("shared"), { overview } = room;
  if (!overview || !isShared(study.game)) { box.replaceChildren(); return; }
  if (isDragging(box)) return; // drawn when the row is let go
  const { number } = study.game.data.shared, place = overview.chapters.findIndex(c => c.number === number), last = overview.chapters.length - 1;
  const rowOf = e => e.closest("li")?.dataset.number;
  const focused = box.contains(document.activeElement) ? { name: document.activeElement.className, row: rowOf(document.activeElement) } : null; // who goes on by keyboard stays there
  const list = chapterList(overview, number, box.querySelector(".chapters")?.scrollTop || 0);
  const tool = (key, text, action, off = false) => element("button", { class: key, title: say(key), "aria-label": say(key), "aria-disabled": off ? "true" : null, onclick: action }, text);
  const states = { saving: "studySaving", saved: "studySaved", notSaved: "studyNotSaved", lost: "reconnecting", refused: "studyRefused" };
  box.replaceChildren(element("div", { class: "row" }, element("b", {}, overview.name || say("sharedStudy")), element("span", { class: "hint", role: "status" },
    [say("peopleHere", overview.people), states[room.state] && say(states[room.state]), overview.write ? "" : say("readOnlyStudy"), moved].filter(Boolean).join(" · "))), list,
  element("div", { class: "row" }, overview.write ? [tool("newChapter", "✚", newChapter), tool("rename", "✎", rename),
    last > 0 ? [tool("chapterUp", "▲", () => move(-1), place === 0), tool("chapterDown", "▼", () => move(1), place === last)] : null, overview.chapters.length > 1 ? tool("deleteChapter", "✕", removal) : null] : null,
    element("button", { class: "share", onclick: links }, say("shareStudy")), element("a", { class: "pgn", href: wholePgn(), download: "" }, "PGN")));
  if (focused) [...box.getElementsByClassName(focused.name)].find(e => rowOf(e) === focused.row)?.focus({ preventScroll: true });
}

/** The games `all`, or the one that is looked at, become a study that the server keeps. */
export function shareGames(all = [study.game]) {
  const games = all.map(game => ({ title: titleOfGame(game), game }));
  ask("shareStudy", [element("p", { class: "hint" }, say("shareNewHint")), field("studyName", games.length === 1 ? games[0].title : "", "study")], "shareStudy",
    form => makeStudy(form.elements.study.value.trim(), games));
}

export const openSharedStudies = () => openRoomOfStudy(draw);
