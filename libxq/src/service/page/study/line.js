// The moves of the game with variations and comments, its headers and its curve.
import { curve } from "./curve.js";
import { byId, element } from "./dom.js";
import { inNotation } from "./place.js";
import { Rounds } from "./position.js";
import { previewOn } from "./preview.js";
import { goTo, openingText, promoteHere, removeHere, study, watch } from "./study.js";
import { say } from "./texts.js";
import { valueText } from "./values.js";

const glyphs = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
const glyphClass = { "!": "m1", "!!": "m1", "!?": "m1", "?!": "m2", "?": "m3", "??": "m4" };
let buttons = new Map();
let graph = null;
let rounds = null;

const marksOf = node => node.nags.map(n => glyphs[n]).filter(Boolean);
/** What people wrote; "[%eval +0.35,12]" and the like are shown as values. */
const commentOf = node => (node.comment || "").replace(/\[%[^\]]*\]/g, "").trim();

function button(node, withNumber) {
  const marks = marksOf(node).map(m => element("span", { class: "mark " + glyphClass[m] }, m));
  const value = node.score === null || node.score === undefined ? null : element("span", { class: "val" }, valueText(node.score));
  const b = element("button", { class: "mv", onclick: () => goTo(node) },
    element("span", {}, withNumber ? rounds.label(node.ply - 1) + " " : "", inNotation(node), marks), node.isMain ? value : null);
  buttons.set(node, b);
  return previewOn(b, () => (node === study.at ? null : { board: node.board, lastMove: node.uci }));
}

/** A variation in a row, its own variations in brackets. */
function inline(first) {
  const out = element("div", { class: "variation" });
  for (let node = first, due = true; node; [node] = node.children) {
    out.append(button(node, due || rounds.isRed(node.ply - 1)), " ");
    due = false;
    const words = commentOf(node);
    if (words) { out.append(element("span", { class: "human" }, words), " "); due = true; }
    if (node !== first) {
      for (const other of node.parent.children[0] === node ? node.parent.children.slice(1) : []) { out.append(inline(other)); due = true; }
    }
  }
  return out;
}

function list() {
  const out = element("div", { class: "moves", role: "group", "aria-label": say("moves") });
  const intro = commentOf(study.game.root);
  if (intro) out.append(element("div", { class: "talk human" }, intro));
  let due = true; // a number, because the row before has ended
  for (const node of study.game.mainLine.slice(1)) {
    const red = rounds.isRed(node.ply - 1);
    if (red || due) {
      out.append(element("span", { class: "no" }, rounds.of(node.ply - 1) + "."));
      if (!red) out.append(element("span", { class: "mv" }, "…"));
    }
    due = false;
    out.append(button(node, false));
    const words = commentOf(node), others = node.parent.children.slice(1);
    if (words || others.length) {
      if (red) out.append(element("span"));
      out.append(element("div", { class: "talk" }, words ? element("span", { class: "human" }, words) : null, others.map(inline)));
      due = true;
    }
  }
  return out;
}

function draw() {
  buttons = new Map();
  rounds = new Rounds(study.game.fen);
  const tools = element("div", { class: "linetools" },
    element("button", { onclick: removeHere, title: say("removeHere"), "aria-label": say("removeHere") }, "✕"),
    element("button", { onclick: promoteHere, title: say("promote"), "aria-label": say("promote") }, "⤒"));
  const empty = !study.game.root.children.length;
  byId("moves").replaceChildren(...(empty ? [element("p", { class: "nothing" }, say("noMoves"))] : [list(), tools]));
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
  const facts = [named && event, d.round || tags.Round, d.site || tags.Site, d.date || tags.Date, openingText(d.ecco, d.opening, d.openingEnglish)];
  byId("game-head").replaceChildren(
    element("h2", {}, named ? [element("span", { class: "redname" }, red || "?"), " – ", black || "?"] : event, " ", result),
    element("p", { class: "facts" }, facts.filter(f => f && /[^?.\s]/.test(f)).join(" · ")));
}

function mark() {
  byId("moves").querySelectorAll(".at").forEach(e => { e.classList.remove("at"); e.removeAttribute("aria-current"); });
  const b = buttons.get(study.at);
  if (b) {
    b.classList.add("at");
    b.setAttribute("aria-current", "true");
    const box = byId("moves");
    if (box.scrollHeight > box.clientHeight) {
      const inside = b.offsetTop - box.offsetTop;
      if (inside < box.scrollTop || inside > box.scrollTop + box.clientHeight - 40) box.scrollTop = inside - box.clientHeight / 2;
    }
  }
  const index = study.game.mainLine.indexOf(study.at);
  if (graph && index >= 0) graph.move(index);
}

export function openLine() {
  watch(what => {
    if (what === "game") drawHead();
    if (what === "game" || what === "tree") draw();
    if (what === "position" && study.at.parent && !buttons.get(study.at)?.textContent) draw();
    mark();
  });
}
