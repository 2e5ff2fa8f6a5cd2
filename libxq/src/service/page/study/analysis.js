// What an engine thinks of the place, that in this browser or the service's: lines, and the value beside the board.
import { Talk } from "./api.js";
import { byId, element } from "./dom.js";
import { hasOwnEngine, openOwnEngine, usesOwnEngine } from "./own_engine.js";
import { inNotation, showArrows, showScore } from "./place.js";
import { fenOf, played, Rounds } from "./position.js";
import { previewOn } from "./preview.js";
import { choose, setting } from "./settings.js";
import { drawSteadily } from "./steady.js";
import { playLine, study, watch } from "./study.js";
import { say } from "./texts.js";
import { valueText } from "./values.js";

const wait = 120; // ms at a place before the engine is asked
let talk = null; // null: switched off
let asked = null; // { id, node }
let numbers = 0;
let lines = 1;
let timer = 0;
let served = 0; // engines of the service
let threat = false; // what the other side would do, if it were to move, is wanted

const box = () => byId("analysis");
const output = () => box().querySelector(".lines");
const proofBox = () => box().querySelector(".proof");
const message = text => {
  box().querySelector(".engine-state").textContent = text;
};

function ask() {
  const node = study.at;
  asked = { id: ++numbers, node, threat };
  showProof(null);
  if (study.position?.over || (threat && study.position?.check)) {
    talk.say({ type: "stop" });
    output().replaceChildren();
    message("");
    return;
  }
  const place = threat ? { fen: fenOf(node.board, study.game.fen, node.ply + 1), moves: [] } : { fen: study.game.fen, moves: node.moves };
  talk.say({ type: "go", id: asked.id, ...place, multipv: lines, seconds: 30 });
}

function later() {
  if (!talk) return;
  clearTimeout(timer);
  timer = setTimeout(ask, wait);
}

const big = n => (n >= 1e6 ? (n / 1e6).toFixed(1) + "M" : n >= 1e3 ? Math.round(n / 1e3) + "k" : String(n || 0));

/** The first moves of a line from a place, as buttons that play them; those of a threat cannot be played. */
function buttons(node, line, most) {
  const rounds = new Rounds(study.game.fen);
  return line.slice(0, most).map((m, i) => {
    const ply = node.ply + (asked.threat ? 1 : 0) + i, number = i === 0 || rounds.isRed(ply) ? rounds.label(ply) + " " : "";
    const moves = line.slice(0, i + 1);
    const there = () => ({ board: moves.reduce((board, one) => played(board, one.uci), node.board), lastMove: m.uci });
    const text = number + inNotation(m);
    return [previewOn(asked.threat ? element("span", { class: "pv" }, text) : element("button", { class: "pv", onclick: () => playLine(node, moves) }, text), there), " "];
  });
}

/** A mate that is shown by exact search, below the lines: these stay where they are when it comes. */
function showProof(proof) {
  proofBox().replaceChildren(...proof ? [element("b", {},
    say(proof.mate < 0 ? "provedMated" : proof.shortest ? "provedShortest" : "provedMate", Math.abs(proof.mate))), " ",
    buttons(asked.node, proof.moves, 30)].flat(3) : []);
}

function show(info) {
  const { node } = asked, sign = (study.game.turnAt(node) === "red") === !asked.threat ? 1 : -1;
  const mine = asked;
  drawSteadily(output(), () => {
    if (asked !== mine) return;
    output().replaceChildren(...info.lines.map(line => element("li", {},
      element("b", { class: "score" }, valueText(sign * line.score)), " ", buttons(node, line.moves, 12))));
  });
  message(say("engineState", info.depth, big(info.nodes), big(info.nps)));
  const [best] = info.lines;
  if (!best) return;
  if (!asked.threat) showScore("engine", sign * best.score);
  showArrows("engine", best.moves.length ? [{ move: best.moves[0].uci, kind: asked.threat ? "threat" : "engine", weight: .3 }] : []);
}

function receive(m) {
  if (!talk || m.id !== asked?.id || asked.node !== study.at) return;
  if (m.type === "info") show(m);
  else if (m.type === "proof") showProof(m);
  else if (m.type === "queued") message(say("queued", m.place));
  else if (m.type === "error") message(m.error);
}

function start() {
  const own = usesOwnEngine();
  const hooks = { message: receive, state: state => {
    if (state === "open") ask();
    else if (state === "refused" && own && served > 0) again(); // the service's then
    else message(say(state === "refused" ? "engineRefused" : "reconnecting"));
  } };
  talk = own ? openOwnEngine(hooks) : new Talk("/analysis", hooks);
  message("…");
}

function stop() {
  threat = false;
  clearTimeout(timer);
  talk.end();
  talk = null;
  asked = null;
  message("");
  output().replaceChildren();
  showProof(null);
  showArrows("engine", []);
  showScore("engine", null);
}

const available = () => served > 0 || hasOwnEngine();

/** Another engine is wanted. */
function again() {
  if (talk) { stop(); start(); }
  openAnalysis(served);
}

export function toggleAnalysis() {
  if (!available()) return;
  if (talk) stop(); else start();
  drawHead();
}

/** Shows what the other side threatens, or the lines of the place again. */
export function toggleThreat() {
  if (!talk) return;
  threat = !threat;
  output().replaceChildren();
  showArrows("engine", []);
  drawHead();
  ask();
}

function drawHead() {
  const press = (name, on) => box().querySelector(name).setAttribute("aria-pressed", on ? "true" : "false");
  press(".engine-switch", talk);
  press(".threat", threat);
  box().querySelector(".threat").hidden = !talk;
}

/** Which engine, where there are two. */
function place() {
  if (!hasOwnEngine() || served === 0) return null;
  const select = element("select", { class: "engine-place", "aria-label": say("whichEngine"), "data-label": "whichEngine",
    onchange: e => { choose("engine", e.target.value); again(); } },
    [["here", "engineHere"], ["server", "engineServer"]].map(([value, key]) => element("option", { value, "data-text": key }, say(key))));
  select.value = setting("engine");
  return select;
}

/** `count` engines of the service. */
export function openAnalysis(count) {
  served = count;
  if (!available()) { box().replaceChildren(); return; }
  const choice = element("select", { "aria-label": say("linesCount"), "data-label": "linesCount", onchange: e => { lines = Number(e.target.value); later(); } },
    [1, 2, 3, 5].map(n => element("option", { value: n }, n)));
  choice.value = lines;
  box().replaceChildren(element("div", { class: "engine-head" },
    element("button", { class: "engine-switch", onclick: toggleAnalysis, title: say("analyse") + " (a)", "data-text": "analyse" }, say("analyse")), choice, place(),
    element("button", { class: "threat", onclick: toggleThreat, title: say("threatHint"), "data-text": "threat", "data-hint": "threatHint" }, say("threat")), element("span", { class: "engine-state" })), element("ol", { class: "lines" }), element("p", { class: "proof" }));
  drawHead();
}

export function watchAnalysis() {
  watch(what => {
    if (!["game", "tree", "place", "others"].includes(what)) return;
    if (threat) {
      threat = false;
      drawHead();
    }
    later();
  });
}
