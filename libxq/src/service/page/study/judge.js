// "Analyse this game": the service judges every move as `xq annotate` does; values, marks, reasons and better lines come into the study.
import { address, askAnew, send } from "./api.js";
import { byId, element } from "./dom.js";
import { merged } from "./merge.js";
import { exercises, practising, startPractice } from "./practice.js";
import { languageInUse, notationInUse } from "./settings.js";
import { drawSteadily } from "./steady.js";
import { scriptWanted, study, takeOver, watch } from "./study.js";
import { say } from "./texts.js";
import { Game } from "./tree.js";

const accuracyTags = [["RedAccuracy", "red"], ["BlackAccuracy", "black"]];
const pause = 700; // ms between two questions how far it is
let work = null; // { id, game, base, progress }: the game that is being judged
let problem = "";
let available = false;

const notationWanted = () => ({ wxf: "wxf", uci: "uci", iccs: "iccs" }[notationInUse()] || (languageInUse() === "zh-Hant" ? "traditional" : ""));
const nameOf = ({ fen, data }) => [data.id, data.db, data.study, data.id || data.study ? "" : fen].join();
const isHere = game => nameOf(game) === nameOf(study.game);
const isJudged = game => game.mainLine.slice(1).some(n => n.score !== null && n.score !== undefined);

function take(answer) {
  const { base, game } = work;
  work = null;
  const theirs = new Game(answer.game), here = isHere(game);
  const mine = here ? study.game : game;
  const result = merged(base, mine, theirs);
  const side = s => ({ accuracy: s.accuracy, mistakes: s.dubious + s.mistakes + s.blunders });
  result.data.accuracy = { red: side(answer.review.red_summary), black: side(answer.review.black_summary) };
  for (const [name, own] of accuracyTags) result.tags[name] = result.data.accuracy[own].accuracy.toFixed(1); // who gets the game sees it, too
  if (here) takeOver(result);
  else study.keepElsewhere?.(result);
}

async function follow(mine) {
  while (work === mine) {
    await new Promise(done => { setTimeout(done, pause); });
    if (work !== mine) return;
    const answer = await askAnew(`/annotate/${mine.id}`);
    if (work !== mine) return;
    mine.progress = answer;
    if (answer.state === "done") take(answer);
    else if (answer.state === "failed" || answer.state === "cancelled") {
      work = null;
      problem = answer.problem || say("analysisEnded");
    }
    draw();
  }
}

async function begin() {
  const { game } = study;
  const mine = { game, base: new Game({ ...game.data, ...JSON.parse(JSON.stringify(game.toJson(true))) }), progress: null };
  work = mine;
  problem = "";
  draw();
  try {
    mine.progress = await send(address("/annotate", { script: scriptWanted(), notation: notationWanted() }), JSON.stringify(game.toJson()));
    mine.id = mine.progress.id;
    if (work !== mine) { give(mine); return; }
    draw();
    await follow(mine);
  } catch (wrong) {
    if (work !== mine) return;
    work = null;
    problem = wrong instanceof TypeError ? say("noServer") : wrong.message;
    draw();
  }
}

/** The service need not go on. */
function give({ id }) {
  if (id) navigator.sendBeacon(`/annotate/${id}/cancel`);
}

function cancel() {
  const mine = work;
  work = null;
  give(mine);
  draw();
}

function progress() {
  const { progress: p } = work;
  const bar = element("progress", { max: p?.total || 1, value: p?.done || 0, "aria-label": say("analyseGame") });
  const words = p?.state === "queued" ? say("queued", p.place) : p ? Math.floor(100 * p.done / p.total) + "%" : "…";
  return element("div", { class: "row judging" }, bar, element("span", { class: "hint", role: "status" }, words), element("button", { class: "cancel", onclick: cancel }, say("cancel")));
}

/** What the headers and marks of a game say that somebody else had analysed. */
function toldAccuracy(game) {
  const one = ([name, own]) => [own, { accuracy: parseFloat(game.tags[name]),
    mistakes: game.mainLine.slice(1).filter(n => game.turnAt(n.parent) === own && n.nags.some(nag => [2, 4, 6].includes(nag))).length }];
  return accuracyTags.every(([name]) => parseFloat(game.tags[name]) <= 100) ? Object.fromEntries(accuracyTags.map(one)) : null;
}

function accuracy() {
  const known = study.game.data.accuracy || toldAccuracy(study.game);
  if (!known) return null;
  const one = side => element("span", {}, element("span", { class: side + "dot" }), " ", element("b", {}, known[side].accuracy.toFixed(1) + "%"), " ", say("mistakesCount", known[side].mistakes));
  return element("p", { class: "accuracy", title: say("accuracyHint") }, say("accuracy") + ": ", one("red"), " ", one("black"));
}

const draw = () => drawSteadily(byId("judge"), drawNow);

function drawNow() {
  if (practising()) return;
  const box = byId("judge"), { game } = study;
  if (!available || !game.root.children.length) { box.replaceChildren(); return; }
  const judged = isJudged(game), found = judged ? exercises().length : 0;
  const busy = work !== null;
  box.replaceChildren(...[judged ? accuracy() : null, busy && isHere(work.game) ? progress() : element("div", { class: "row" },
    element("button", { class: "judge", disabled: busy, onclick: begin }, say(judged ? "analyseAgain" : "analyseGame")),
    found ? element("button", { class: "practise", onclick: () => startPractice(draw) }, say("findBetter", found)) : null),
  problem ? element("p", { class: "problem", role: "alert" }, problem) : null].filter(Boolean));
}

/** Draws what stands below the moves once more. */
export const redrawJudge = draw;

/** `analyses`: how many searches the service has at once; 0: none. */
export function openJudge(analyses) {
  available = analyses > 0;
  draw();
}

export function watchJudge() {
  watch(what => {
    if (what === "game") problem = "";
    if (["game", "tree", "others"].includes(what)) draw();
  });
  addEventListener("pagehide", () => { if (work) give(work); });
}
