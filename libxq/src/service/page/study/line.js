// The moves of the game with variations and comments, its headers and its curve.
import { curve } from "./curve.js";
import { byId, element } from "./dom.js";
import { eventAddress, playerAddress } from "./people.js";
import { inNotation } from "./place.js";
import { Rounds } from "./position.js";
import { previewOn } from "./preview.js";
import { drawSteadily } from "./steady.js";
import { canRedo, canUndo, comment, goTo, markHere, openingText, promoteHere, redo, removeHere, study, undo, watch } from "./study.js";
import { say } from "./texts.js";
import { valueText } from "./values.js";

const glyphs = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
const signs = { 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+", 36: "→", 37: "→", 40: "↑", 41: "↑", 132: "⇆", 133: "⇆", 138: "⊕", 139: "⊕", 146: "N" }; // shown, not offered
const glyphClass = { "!": "m1", "!!": "m1", "!?": "m1", "?!": "m2", "?": "m3", "??": "m4" };
let buttons = new Map();
let graph = null;
let rounds = null;
let writing = null; // the move whose comment is being written
let draft = ""; // what is written so far
let area = null; // the field, which stays where the moves around it are drawn again
let drawing = false; // fields that go have lost the focus, and are not left
let begun = () => {}; // what the page does for a new board
let restored = () => {};

const marksOf = node => node.nags.map(n => glyphs[n]).filter(Boolean);
function button(node, withNumber) {
  const marks = node.nags.map(n => glyphs[n] || signs[n]).filter(Boolean).map(m => element("span", { class: "mark " + (glyphClass[m] || "") }, m));
  const value = node.score === null || node.score === undefined ? null : element("span", { class: "val" }, valueText(node.score));
  const b = element("button", { class: "mv", onclick: () => goTo(node) },
    element("span", {}, withNumber ? rounds.label(node.ply - 1) + " " : "", inNotation(node), marks), node.isMain ? value : null);
  buttons.set(node, b);
  return previewOn(b, () => (node === study.at ? null : { board: node.board, lastMove: node.uci }));
}

/** The comment of a move, in place: a click makes it a field. */
function words(node) {
  if (writing === node) return area || (area = field());
  return node.words ? element("span", { class: "human", tabindex: 0, role: "button", title: say("editComment"),
    onclick: () => write(node), onkeydown: e => { if (e.key === "Enter") { e.preventDefault(); write(node); } } }, node.words) : null;
}

function field() {
  const here = element("textarea", { class: "comment", rows: 2, "aria-label": say("comment"), placeholder: say("comment") });
  here.value = draft;
  const fit = () => { draft = here.value; here.rows = Math.max(2, here.value.split("\n").length + Math.floor(here.value.length / 40)); };
  const end = (take, byKey) => {
    if (here !== area || drawing) return;
    const node = writing;
    stopWriting();
    if (take) comment(node, draft);
    draw();
    mark();
    if (byKey) buttons.get(node)?.focus({ preventScroll: true }); // so that the keyboard goes on from there
  };
  here.addEventListener("input", fit);
  here.addEventListener("blur", () => end(true));
  here.addEventListener("keydown", e => {
    if (e.key === "Escape" || (e.key === "Enter" && (e.ctrlKey || e.metaKey))) {
      e.preventDefault();
      e.stopPropagation();
      end(e.key === "Enter", true);
    }
  });
  fit();
  return here;
}

function stopWriting() {
  writing = null;
  area = null;
}

/** Another state of the game, by others, the judge or a step back: the same move there, if there is one. */
function writeOn() {
  let node = study.game.root;
  for (const uci of writing.moves) node = node?.child(uci);
  if (node) writing = node; else stopWriting();
}

function write(node) {
  stopWriting();
  writing = node;
  draft = node.words;
  goTo(node);
  draw();
  mark();
  byId("moves").querySelector("textarea.comment")?.focus();
}

/** The comment of the place that is looked at. */
export const writeHere = () => write(study.at);

/** A variation in a row, its own variations in brackets. */
function inline(first) {
  const out = element("div", { class: "variation" });
  for (let node = first, due = true; node; [node] = node.children) {
    out.append(button(node, due || rounds.isRed(node.ply - 1)), " ");
    due = false;
    const said = words(node);
    if (said) { out.append(said, " "); due = true; }
    if (node !== first) {
      for (const other of node.parent.children[0] === node ? node.parent.children.slice(1) : []) { out.append(inline(other)); due = true; }
    }
  }
  return out;
}

function list() {
  const out = element("div", { class: "moves", role: "group", "aria-label": say("moves") });
  const intro = words(study.game.root);
  if (intro) out.append(element("div", { class: "talk" }, intro));
  let due = true; // a number, because the row before has ended
  for (const node of study.game.mainLine.slice(1)) {
    const red = rounds.isRed(node.ply - 1);
    if (red || due) {
      out.append(element("span", { class: "no" }, rounds.of(node.ply - 1) + "."));
      if (!red) out.append(element("span", { class: "mv" }, "…"));
    }
    due = false;
    out.append(button(node, false));
    const said = words(node), others = node.parent.children.slice(1);
    if (said || others.length) {
      if (red) out.append(element("span"));
      out.append(element("div", { class: "talk" }, said, others.map(inline)));
      due = true;
    }
  }
  return out;
}

/** Marks, comment, and what changes the tree; below the moves. */
function tools() {
  const tool = (key, text, action, disabled = false) => element("button", { onclick: action, title: say(key), "aria-label": say(key), disabled }, text);
  const { at } = study;
  return element("div", { class: "linetools", onpointerdown: e => e.preventDefault() },
    element("span", { class: "together", role: "group", "aria-label": say("marks") }, [3, 1, 5, 6, 2, 4].map(nag => element("button", { class: "nag " + glyphClass[glyphs[nag]],
      "aria-pressed": at.nags.includes(nag) ? "true" : "false", disabled: !at.parent, onclick: () => markHere(nag) }, glyphs[nag]))),
    tool("comment", "❝", writeHere), tool("promote", "⤒", promoteHere, at.isMain), tool("removeHere", "✕", removeHere, !at.parent),
    tool("undo", "↶", undo, !canUndo()), tool("redo", "↷", redo, !canRedo()), tool("newBoard", "✚", () => begun()));
}

function draw() {
  buttons = new Map();
  rounds = new Rounds(study.game.fen);
  const empty = !study.game.root.children.length && !study.game.root.words && writing !== study.game.root;
  const inside = document.activeElement?.classList.contains("comment");
  drawing = true;
  byId("moves").replaceChildren(empty ? element("p", { class: "nothing" }, say("noMoves")) : list());
  byId("tools").replaceChildren(tools());
  drawing = false;
  if (inside) byId("moves").querySelector("textarea.comment")?.focus();
  const line = study.game.mainLine;
  const values = line.map(n => n.score ?? null);
  graph = values.filter(v => v !== null).length > 1
    ? curve(values, line.slice(1).map(n => marksOf(n)[0] || ""), i => goTo(line[i])) : null;
  byId("curve").replaceChildren(...(graph ? [graph.element] : []));
}

function drawHead() {
  const d = study.game.data, tags = study.game.tags;
  const name = player => (typeof player === "string" ? player : player?.name) || "";
  const red = name(d.red) || tags.Red, black = name(d.black) || tags.Black;
  const event = d.event || tags.Event || "";
  if (!red && !black && !event) { byId("game-head").replaceChildren(); return; }
  const result = (d.result || tags.Result || "").replace("1/2-1/2", "½–½");
  const named = red || black;
  const about = (text, address) => (d.id && text ? element("a", { href: address(text, d.db), class: "named" }, text) : text);
  const facts = [d.round || tags.Round, d.site || tags.Site, d.date || tags.Date, openingText(d.ecco, d.opening, d.openingEnglish)];
  byId("game-head").replaceChildren(
    element("h2", {}, named ? [element("span", { class: "redname" }, about(red, playerAddress) || "?"), " – ", about(black, playerAddress) || "?"] : event, " ", result),
    element("p", { class: "facts" }, named && event ? [about(event, eventAddress), " · "] : null, facts.filter(f => f && /[^?.\s]/.test(f)).join(" · ")));
}

let scrolling = 0;
let followed = null; // the move that was last scrolled to: a reader who has scrolled elsewhere since then stays there
function scrollHere() {
  const box = byId("moves"), b = buttons.get(study.at);
  if (!b || box.scrollHeight <= box.clientHeight) return;
  const inside = b.offsetTop - box.offsetTop;
  if (inside < box.scrollTop || inside > box.scrollTop + box.clientHeight - 40) box.scrollTop = inside - box.clientHeight / 2;
}

function mark() {
  byId("moves").querySelectorAll(".at").forEach(e => { e.classList.remove("at"); e.removeAttribute("aria-current"); });
  const b = buttons.get(study.at);
  if (b) {
    b.classList.add("at");
    b.setAttribute("aria-current", "true");
    if (followed !== study.at) {
      cancelAnimationFrame(scrolling);
      scrolling = requestAnimationFrame(scrollHere); // to ask now would lay the page out, which others go on to change
    }
    followed = study.at;
  }
  const index = study.game.mainLine.indexOf(study.at);
  if (graph && index >= 0) graph.move(index);
}

/** That a game of a database is shown as the reader changed it, and the way back. */
function drawChanged() {
  const changed = study.game.data.id && study.game.version;
  byId("changed").replaceChildren(...(changed ? [element("span", {}, say("changedHere")), " ", element("button", { onclick: () => restored() }, say("asInDatabase"))] : []));
}

/** `onNew()`: an empty board is wanted; `onRestore()`: the game as the database has it. */
export function openLine({ onNew, onRestore }) {
  begun = onNew;
  restored = onRestore;
  watch(what => {
    if (["tree", "others"].includes(what) && writing) writeOn();
    if (what === "game") {
      stopWriting();
      drawHead();
    }
    if (["game", "tree", "notes", "others"].includes(what)) {
      draw();
      drawChanged();
    } else if (what === "place") {
      byId("tools").replaceChildren(tools());
    }
    if (what === "position" && study.at.parent && !buttons.get(study.at)?.textContent) drawSteadily(byId("moves"), () => { draw(); mark(); });
    mark();
  });
}
