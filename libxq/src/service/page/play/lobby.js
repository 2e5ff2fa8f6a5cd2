// "My games": those of this browser, and in a server with a lobby what others offer.
import { send } from "./api.js";
import { byId, element } from "./dom.js";
import { closeDialog, showDialog } from "./dialog.js";
import { forgetGame, ownGames, ownName, playHref, refreshGames, rememberGame } from "./games.js";
import { languageInUse } from "./settings.js";
import { say } from "./texts.js";
import { clockTerms, handicapText } from "./terms.js";

const pause = 3000; // ms between two looks at the lobby

function ownRow(game, again) {
  const time = new Date(game.time).toLocaleString(languageInUse(), { dateStyle: "short", timeStyle: "short" });
  const state = game.result ? (game.result === "gone" ? say("gameGone") : game.result) : say(game.myTurn ? "yourMove" : "gameGoesOn");
  return element("li", {},
    element("a", { href: playHref(game), onclick: closeDialog }, element("span", { class: game.side + "dot" }), " ", element("b", {}, game.other || say("aPerson")), " ",
      element("span", { class: "when" }, [state, say("movesCount", game.plies || 0), time].join(" · "))),
    element("button", { class: "forget", title: say("deleteStudy"), "aria-label": say("deleteStudy"), onclick: () => { forgetGame(game.id); again(); } }, "✕"));
}

async function take(game, problem) {
  try {
    const seat = await send("/lobby/" + encodeURIComponent(game.id), JSON.stringify({ name: ownName() }));
    rememberGame({ id: seat.id, key: seat.key, side: seat.side, other: game.name, plies: 0 });
    closeDialog();
    location.hash = playHref(seat);
  } catch (e) {
    problem.textContent = e.message;
  }
}

const openRow = (game, problem) => element("li", {}, element("button", { class: "take", onclick: () => take(game, problem) },
  element("b", {}, game.name || say("aPerson")), " ", element("span", { class: "when" }, [say("youPlay", say(game.side)), clockTerms(game),
    game.handicap && handicapText({ pieces: game.handicap, giver: game.giver })].filter(Boolean).join(" · "))));

/** `lobby`: whether the server has one; `begin()` opens the dialogue for a new game. */
export function showGames(lobby, begin) {
  const running = element("ul", { class: "kept running-games" }), over = element("ul", { class: "kept" }), open = element("ul", { class: "kept open-games" });
  const problem = element("p", { class: "problem", role: "alert" }), nothing = element("p", { class: "nothing" }, say("noOwnGames"));
  const overPart = element("details", {}, element("summary", {}, say("finishedGames")), over);
  const draw = () => {
    const games = ownGames();
    running.replaceChildren(...games.filter(g => !g.result).map(g => ownRow(g, draw)));
    over.replaceChildren(...games.filter(g => g.result).map(g => ownRow(g, draw)));
    overPart.hidden = !over.children.length;
    nothing.hidden = games.length > 0;
  };
  draw();
  const hint = element("p", { class: "hint" }, say("lobbyEmpty"));
  showDialog(say("myGames"), element("div", { class: "stack my-games" }, nothing, running, overPart,
    lobby ? element("section", {}, element("h3", {}, say("lobby")), hint, open, problem) : null,
    element("button", { class: "primary", onclick: begin }, say("newGame"))));
  refreshGames().then(draw);
  const look = async () => {
    if (!open.isConnected || !byId("dialog").open) return;
    const games = await fetch("/lobby").then(r => r.json()).then(answer => answer.games, () => null);
    if (games) {
      const mine = new Set(ownGames().map(g => g.id)), others = games.filter(g => !mine.has(g.id));
      const signature = JSON.stringify(others);
      if (open.dataset.shown !== signature) open.replaceChildren(...others.map(g => openRow(g, problem)));
      open.dataset.shown = signature;
      hint.hidden = others.length > 0;
    }
    setTimeout(look, pause);
  };
  if (lobby) look();
}
