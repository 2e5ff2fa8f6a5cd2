// The dialogue for a new game: opponent, sides, clocks, handicap, rules.
import { send } from "./api.js";
import { showDialog, closeDialog } from "./dialog.js";
import { element } from "./dom.js";
import { ownName, playHref, rememberGame, rememberName } from "./games.js";
import { startFen } from "./position.js";
import { setting } from "./settings.js";
import { study } from "./study.js";
import { handicapName, handicapNames } from "./terms.js";
import { say } from "./texts.js";

/** What decides a repetition, as the server names it. */
export const ruleSets = { wxf: "asianRules", cxa: "chineseRules", none: "noRules" };

const option = (value, key) => element("option", { value }, say(key));
const numbers = (name, list, text) => element("select", { name }, list.map(n => element("option", { value: n }, n ? text(n) : "—")));
const inSeconds = n => say("seconds", n);

function timeField() {
  const days = n => element("option", { value: "days-" + n }, say(n === 1 ? "dayAMove" : "daysAMove", n));
  const select = element("select", { name: "minutes" },
    [0, 1, 3, 5, 10, 15, 20, 30, 60, 90].map(n => element("option", { value: n }, n ? say("minutes", n) : say("noClock"))), [1, 2, 3, 5, 7, 14].map(days));
  select.value = 0;
  return select;
}

/** Who plays Red when pieces are given at random is decided here: the giver is named by colour. */
function sideAndGiver(side, handicap, giver) {
  const mine = side === "random" && handicap ? (Math.random() < .5 ? "red" : "black") : side;
  const other = mine === "red" ? "black" : "red";
  return { side: mine, ...(handicap && { handicap, giver: giver === "me" ? mine : other }) };
}

function clockWanted(fields) {
  const { value } = fields.minutes;
  if (value.startsWith("days-")) return { days: Number(value.slice(5)) };
  return { minutes: Number(value), ...(Number(value) && { increment: Number(fields.increment.value), byoyomi: Number(fields.byoyomi.value), step: Number(fields.step.value) }) };
}

function wantedGame(fields) {
  const engine = fields.opponent.value === "engine", sides = sideAndGiver(fields.side.value, fields.handicap.value, fields.giver.value);
  const name = fields.name.value.trim(), names = name && sides.side !== "random" && { names: { [sides.side]: name } }; // else told when the side is known
  return { opponent: engine ? "engine" : "human", ...(fields.opponent.value === "open" && { open: true }), ...sides, ...clockWanted(fields), rules: fields.rules.value,
    chat: fields.chat.checked, ...names, ...(engine && { level: Number(fields.level.value) }),
    ...(fields.start.value === "here" && !sides.handicap && { fen: study.game.fen, moves: study.at.moves }) };
}

function makeFields(levels, lobby) {
  return {
    name: element("input", { name: "name", maxlength: 60, autocomplete: "nickname", placeholder: say("nameHint"), value: ownName() }),
    opponent: element("select", { name: "opponent" }, option("human", "aPerson"), lobby ? option("open", "anybody") : null, levels ? option("engine", "theEngine") : null),
    level: element("input", { name: "level", type: "range", min: 1, max: levels || 1, value: Math.ceil((levels || 1) / 2) }),
    side: element("select", { name: "side" }, option("random", "atRandom"), option("red", "red"), option("black", "black")),
    minutes: timeField(),
    increment: numbers("increment", [0, 1, 2, 3, 5, 10, 20, 30], inSeconds),
    byoyomi: numbers("byoyomi", [0, 10, 20, 30, 60], inSeconds),
    step: numbers("step", [0, 20, 30, 60, 90, 120, 180, 300], inSeconds),
    start: element("select", { name: "start" }, option("start", "start"), study.at.ply || study.game.fen !== startFen ? option("here", "thisPosition") : null),
    handicap: element("select", { name: "handicap" }, element("option", { value: "" }, "—"), handicapNames.map(n => element("option", { value: n }, handicapName(n)))),
    giver: element("select", { name: "giver" }, option("me", "iGive"), option("other", "otherGives")),
    rules: element("select", { name: "rules" }, Object.entries(ruleSets).map(([name, key]) => option(name, key))),
    chat: element("input", { type: "checkbox", name: "chat" })
  };
}

async function begin(fields, problem) {
  const wanted = wantedGame(fields);
  rememberName(fields.name.value.trim());
  try {
    const made = await send("/play", JSON.stringify(wanted));
    rememberGame({ id: made.id, key: made.key, side: made.side, invite: made.other, plies: 0 });
    closeDialog();
    location.hash = playHref(made);
  } catch (e) {
    problem.textContent = e.message;
  }
}

export function newGameDialog(levels, lobby) {
  const fields = makeFields(levels, lobby), levelText = element("output", {}), problem = element("p", { class: "problem", role: "alert" });
  fields.rules.value = setting("rules");
  const line = (key, ...controls) => element("label", { class: "line" }, element("span", {}, say(key)), controls.length > 1 ? element("span", { class: "row" }, controls) : controls);
  const level = line("level", fields.level, levelText), clocks = ["increment", "byoyomi", "step"].map(name => line(name, fields[name])), giver = line("whoGives", fields.giver);
  const update = () => {
    level.hidden = fields.opponent.value !== "engine";
    levelText.textContent = fields.level.value;
    clocks.forEach(c => { c.hidden = !(Number(fields.minutes.value) > 0); });
    giver.hidden = !fields.handicap.value;
    fields.start.disabled = !!fields.handicap.value;
  };
  showDialog(say("newGame"), element("form", { class: "stack newgame", onchange: update, oninput: update, onsubmit: e => { e.preventDefault(); begin(fields, problem); } },
    line("yourName", fields.name), line("opponent", fields.opponent), level, line("side", fields.side), line("clock", fields.minutes), clocks,
    line("handicap", fields.handicap), giver, line("from", fields.start), line("rules", fields.rules), line("chat", fields.chat), problem,
    element("button", { type: "submit", class: "primary" }, say("begin"))));
  update();
}
