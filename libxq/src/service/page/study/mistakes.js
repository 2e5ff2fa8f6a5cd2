// Exercises from the mistakes of several games: a player's, or those that this browser keeps.
import { ask } from "./api.js";
import { element } from "./dom.js";
import { redrawJudge } from "./judge.js";
import { kept } from "./keep.js";
import { marked, playerAddress, practiceAddress, reportAddress } from "./people.js";
import { exercises, startPractice } from "./practice.js";
import { say } from "./texts.js";
import { Game } from "./tree.js";

function keptExercises() {
  return kept().filter(e => !e.key.startsWith("shared:")).flatMap(({ data }) => {
    const game = new Game(data);
    game.version = game.keptVersion = 1;
    return exercises(game);
  });
}

/** A link to the exercises from the games that this browser keeps, or null. */
export function keptPractice(onClick) {
  const { length } = keptExercises();
  return length ? element("a", { class: "practise button", href: practiceAddress(""), onclick: onClick }, say("findBetter", length)) : null;
}

/** What mistakes=NAME&db=NAME&at=N names; without a name the games that this browser keeps. */
export async function practiseMistakes(query) {
  const name = query.get("mistakes"), db = query.get("db") || "";
  const list = name ? marked(await ask(reportAddress("player", name, db)), db) : keptExercises();
  if (!list.length) throw new Error(say("noMistakes"));
  await startPractice(redrawJudge, list, { at: Number(query.get("at")) || 1, parts: { mistakes: name, db, from: playerAddress(name, db) } });
}
