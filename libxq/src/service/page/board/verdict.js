// What the rules say of a repetition: the verdict in a line and, unfolded, what each move of the round is.
import { ask } from "./api.js";
import { byId, element } from "./dom.js";
import { inNotation, numbered, verdictText } from "./place.js";
import { Rounds } from "./position.js";
import { choose, onSettings, setting } from "./settings.js";
import { goTo, study, verdictAddress, watch } from "./study.js";
import { say } from "./texts.js";

let unfolded = false; // the reader wants to see the moves
let rulesField = null;

/** One move of the round: what it is, by which article, and the moves that prove it. */
function act(move, rounds, go) {
  const name = rounds.label(move.ply - 1) + " " + inNotation(move);
  return element("li", {}, element("button", { class: "mv", onclick: () => go(move.ply) }, element("span", {}, name)), " ",
    element("span", { class: "what" }, move.text), " ", element("span", { class: "article" }, move.article),
    move.proofs.map(line => element("div", { class: "proof" }, say("threatens", line.map(inNotation).join(" ")))));
}

/** An answer of /adjudicate about moves from `fen`; `go(ply)` leads to one of them. */
export function verdictParts(answer, fen, go) {
  const rounds = new Rounds(fen);
  const why = answer.article || answer.reason;
  return [element("p", { class: "why" }, answer.winner === "none" ? why : verdictText({ winner: answer.winner, reason: why })),
    element("details", { open: unfolded, ontoggle: e => { unfolded = e.target.open; } }, element("summary", {}, say("movesOfRound")),
      element("ol", { class: "acts" }, (answer.cycle || []).map(move => act(move, rounds, go))),
      element("p", { class: "hint" }, answer.reason))];
}

/** The same men on the same points and the same side to move as earlier on the way here. */
function isRepeated(node) {
  const men = n => (n.men ??= n.board.map(man => man || ".").join(""));
  for (let earlier = node.parent?.parent; earlier; earlier = earlier.parent?.parent) {
    if (men(earlier) === men(node)) return true;
  }
  return false;
}

function endOfLine(node) {
  let end = node;
  while (end.children.length) [end] = end.children;
  return end;
}

function show(node, answer) {
  const { path } = node;
  const place = element("button", { class: "mv", onclick: () => goTo(node) }, element("span", {}, numbered(node)));
  byId("verdict").replaceChildren(element("p", { class: "row" }, rulesField, element("span", {}, say("afterMove")), place),
    ...verdictParts(answer, study.game.fen, ply => goTo(path[ply - 1])));
}

let wanted = 0;
/** The place that is looked at comes first, then the end of its moves: a game that was judged ends with the repetition. */
async function judge() {
  const mine = ++wanted, end = endOfLine(study.at);
  for (const node of study.at === end ? [end] : [study.at, end]) {
    if (!isRepeated(node)) continue;
    const answer = await ask(verdictAddress(node, setting("rules")));
    if (mine !== wanted) return;
    if (answer.cause === "repetition") { show(node, answer); return; }
  }
  byId("verdict").replaceChildren();
}

export function openVerdict() {
  const option = (value, key) => element("option", { value, "data-text": key }, say(key));
  rulesField = element("select", { id: "rules", "aria-label": say("rules"), "data-label": "rules", onchange: e => choose("rules", e.target.value) },
    option("wxf", "asianRules"), option("cxa", "chineseRules"));
  rulesField.value = setting("rules");
  onSettings(() => { rulesField.value = setting("rules"); });
  watch(what => {
    if (what === "game") byId("verdict").replaceChildren();
    if (what === "position" || what === "tree") judge().catch(problem => study.failed(problem));
  });
}
