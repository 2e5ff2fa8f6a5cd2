// A game over the network: two people by two links, or one and the engine; anybody may watch.
import { address, ask, send, Talk } from "./api.js";
import { Board, columnsOf } from "./board.js";
import { onWheelAndSwipe } from "./gestures.js";
import { sound } from "./sounds.js";
import { showDialog, closeDialog } from "./dialog.js";
import { byId, copyText, download, element } from "./dom.js";
import { inNotation, readMove, verdictText } from "./place.js";
import { boardOf, played, Rounds, startFen } from "./position.js";
import { languageInUse, notationInUse, setting } from "./settings.js";
import { study } from "./study.js";
import { say } from "./texts.js";
import { verdictParts } from "./verdict.js";

const view = () => byId("view-play");
let room = null;

const otherKey = id => "xq-other-" + id;
const linkOf = (id, key) => location.origin + location.pathname + "#" + new URLSearchParams({ play: id, ...(key && { key }) });

function clockText(ms) {
  const seconds = Math.max(0, ms) / 1000, whole = Math.floor(seconds);
  const text = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  return seconds < 10 ? text + "." + Math.floor(seconds * 10 % 10) : text;
}

class Room {
  constructor(id, key) {
    this.id = id;
    this.key = key;
    this.state = null;
    this.received = 0;
    this.at = null; // a ply that is looked at; null: the last
    this.turned = false;
    this.pending = null; // a move that the server has not confirmed
    this.away = null; // when the connection was lost
    this.build();
    this.talk = new Talk("/play/" + encodeURIComponent(id) + (key ? "?" + new URLSearchParams({ key }) : ""),
      { message: m => this.receive(m), state: s => this.connection(s), gone: () => fetch(this.record, { method: "HEAD" }).then(r => r.status === 404) });
    this.timer = setInterval(() => this.tick(), 100);
    this.beat = setInterval(() => this.talk.say({ type: "ping" }), 20000);
  }

  end() {
    clearInterval(this.timer);
    clearInterval(this.beat);
    this.talk.end();
  }

  build() {
    const button = (name, key, action) => (this[name] = element("button", { onclick: action, class: "do-" + name }, say(key)));
    this.board = new Board({ play: uci => this.move(uci), label: say("boardLabel") });
    onWheelAndSwipe(this.board, by => this.step(by));
    this.plates = { above: element("div", { class: "plate" }), below: element("div", { class: "plate" }) };
    this.status = element("p", { class: "game-status", role: "status", "aria-live": "polite" });
    this.verdict = element("div", { class: "judgement" });
    this.problem = element("p", { class: "problem", role: "alert" });
    this.connectionText = element("p", { class: "connection", role: "status" });
    this.moves = element("div", { class: "moves" });
    this.input = element("input", { "aria-label": say("moveInput"), placeholder: say("moveInput"), maxlength: 20, autocapitalize: "off", spellcheck: false });
    this.talkList = element("ul", { class: "chat-lines", "aria-live": "polite" });
    const chatInput = element("input", { "aria-label": say("chat"), placeholder: say("chat"), maxlength: 300 });
    this.chat = element("form", { class: "chat", hidden: true, onsubmit: e => {
      e.preventDefault();
      if (chatInput.value.trim() && this.talk.say({ type: "chat", text: chatInput.value.trim() })) chatInput.value = "";
    } }, this.talkList, chatInput);
    const step = (text, by, key) => element("button", { onclick: () => this.step(by), "aria-label": say(key), title: say(key) }, text);
    this.buttons = element("div", { class: "row actions" }, button("draw", "offerDraw", () => this.talk.say({ type: "draw" })),
      button("undo", "askUndo", () => this.talk.say({ type: "undo" })), button("decline", "decline", () => this.talk.say({ type: "decline" })),
      button("resign", "resign", () => this.askResign()));
    this.links = element("div", { class: "links" });
    this.rules = element("p", { class: "hint game-rules" });
    this.buttons.hidden = true; // until the server says which side this is
    view().replaceChildren(element("div", { class: "play" },
      element("section", { class: "board-side" }, this.plates.above, this.board.element, this.plates.below,
        element("div", { class: "steps" }, step("|◀", -1e6, "first"), step("◀", -1, "back"), step("▶", 1, "forward"), step("▶|", 1e6, "last"),
          element("button", { onclick: () => this.flip(), "aria-label": say("flip"), title: say("flip") }, "⇅"))),
      element("section", { class: "line-side" }, this.connectionText, this.status, this.verdict, this.problem, this.links, this.buttons,
        element("form", { class: "moveform", autocomplete: "off", hidden: true, onsubmit: e => { e.preventDefault(); this.enter(); } }, this.input), this.moves,
        this.rules, element("div", { class: "copies" }, element("button", { onclick: () => this.save() }, say("savePgn")), element("button", { onclick: () => this.explore() }, say("toExplorer"))),
        this.chat)));
  }

  connection(state) {
    this.connectionText.textContent = state === "open" ? "" : say(state === "refused" ? "gameRefused" : "reconnecting");
    this.connectionText.dataset.state = state;
    this.away ??= state === "open" ? null : performance.now(); // what the clocks do meanwhile is not known
    if (state === "open") this.away = null;
  }

  receive(m) {
    if (m.type === "state") {
      const news = this.state && m.moves.length > this.state.moves.length, ended = this.state && m.result && !this.state.result;
      if (ended) sound("end");
      else if (news) sound(m.check ? "check" : m.turn === m.you && this.side ? "turn" : "move");
      this.state = m;
      this.received = performance.now();
      this.pending = null;
      if (news) this.at = null;
      this.problem.textContent = "";
      this.show();
    } else if (m.type === "error") {
      this.pending = null;
      this.problem.textContent = m.error;
      if (this.state) this.show();
    } else if (m.type === "chat") {
      this.talkList.append(element("li", {}, element("b", {}, ["red", "black"].includes(m.from) ? say(m.from) : m.from), " ", m.text));
      while (this.talkList.children.length > 200) this.talkList.firstChild.remove();
      this.talkList.scrollTop = this.talkList.scrollHeight;
    }
  }

  get record() { return `/play/${encodeURIComponent(this.id)}.pgn`; }
  get side() { return this.state?.you || null; }
  get flipped() { return (this.side === "black") !== this.turned; }
  flip() { this.turned = !this.turned; this.show(); }

  move(uci) {
    if (!this.state || this.state.result) return;
    this.pending = uci;
    if (!this.talk.say({ type: "move", move: uci, ply: this.state.moves.length })) this.pending = null;
    this.show();
  }

  /** A move that was written: also one that the page does not know goes to the server, which is the referee. */
  enter() {
    const text = this.input.value.trim();
    if (!text || !this.state) return;
    const move = readMove(text, this.state.legal);
    this.input.value = "";
    this.move(move ? move.uci : text);
  }

  step(by) {
    const last = this.state ? this.state.moves.length : 0;
    const to = Math.max(0, Math.min(last, (this.at ?? last) + by));
    this.at = to === last ? null : to;
    this.show();
  }

  askResign() {
    showDialog(say("resign"), element("div", { class: "row" }, element("button", { onclick: closeDialog }, say("cancel")),
      element("button", { class: "primary do-really", onclick: () => { closeDialog(); this.talk.say({ type: "resign" }); } }, say("reallyResign"))));
  }

  async save() {
    const response = await fetch(this.record);
    if (response.ok) download("game.pgn", await response.blob()); else this.problem.textContent = (await response.json()).error;
  }

  explore() {
    const { state } = this;
    if (state) location.hash = new URLSearchParams({ ...(state.start !== startFen && { fen: state.start }), moves: state.moves.map(m => m.uci).join(",") });
  }

  tick() {
    const clocks = this.state?.clocks;
    if (!clocks) return;
    for (const side of ["red", "black"]) {
      const face = view().querySelector(".clock." + side);
      if (!face) continue;
      const gone = clocks.running === side ? (this.away ?? performance.now()) - this.received : 0;
      face.textContent = clockText(clocks[side] - gone);
      face.classList.toggle("running", clocks.running === side && this.away === null);
      face.classList.toggle("short", clocks[side] - gone < 20000);
    }
  }

  plate(side) {
    const player = this.state.players[side];
    const name = player.engine !== null && player.engine !== undefined ? say("engineLevel", player.engine) : player.name || say(side);
    return [element("span", { class: side + "dot" }), element("span", { class: "who" }, name, side === this.side ? ` (${say("you")})` : ""),
      element("span", { class: player.here ? "here" : "away-mark" }, player.here ? "" : say("notHere")), element("span", { class: "grow" }),
      this.state.clocks ? element("span", { class: "clock " + side, role: "timer" }) : null].filter(Boolean);
  }

  statusText() {
    const { state } = this;
    if (state.result) return `${verdictText({ winner: state.result.winner, reason: reasonText(state.result.reason) })} (${state.result.score})`;
    const last = state.moves.at(-1), parts = [];
    if (last) parts.push(new Rounds(state.start).label(state.moves.length - 1) + " " + inNotation(last));
    parts.push(state.turn === this.side ? say("yourMove") : say(state.turn === "red" ? "redToMove" : "blackToMove"));
    if (state.check) parts.push(say("check"));
    for (const [offer, key] of [["draw", "drawOffered"], ["undo", "undoAsked"]]) {
      if (state.offers?.[offer]) parts.push(say(key, say(state.offers[offer])));
    }
    return parts.join(" · ");
  }

  show() {
    const { state } = this;
    if (!state) return;
    const last = state.moves.length, ply = this.at ?? last;
    let board = boardOf(state.start);
    for (const m of state.moves.slice(0, ply)) board = played(board, m.uci);
    let lastMove = ply ? state.moves[ply - 1].uci : null;
    const mine = this.side && state.turn === this.side && ply === last && !state.result && !this.pending;
    if (this.pending && /^[a-i]\d[a-i]\d$/.test(this.pending) && ply === last && state.legal.some(m => m.uci === this.pending)) {
      board = played(board, this.pending);
      lastMove = this.pending;
    }
    this.board.show({ board, lastMove, flipped: this.flipped, columns: columnsOf(notationInUse()), legal: mine ? state.legal.map(m => m.uci) : [],
      check: state.check && ply === last && !this.pending ? state.turn : null });
    const below = this.flipped ? "black" : "red", above = this.flipped ? "red" : "black";
    this.plates.below.replaceChildren(...this.plate(below));
    this.plates.above.replaceChildren(...this.plate(above));
    this.tick();
    this.status.textContent = this.statusText();
    const offered = ["draw", "undo"].find(o => state.offers?.[o] && state.offers[o] !== this.side);
    this.buttons.hidden = !this.side || !!state.result;
    this.draw.textContent = say(offered === "draw" ? "acceptDraw" : "offerDraw");
    this.undo.textContent = say(offered === "undo" ? "acceptUndo" : "askUndo");
    this.undo.disabled = !last;
    this.decline.hidden = !offered;
    this.input.parentElement.hidden = !this.side || !!state.result;
    this.chat.hidden = !state.chat;
    this.rules.textContent = state.rules in ruleSets ? say("verdict", say("rules"), say(ruleSets[state.rules])) : "";
    this.drawMoves(ply);
    this.drawLinks();
    this.explain();
  }

  /** Why a repetition ended the game; what the server has written with the game where it cannot say more. */
  async explain() {
    const { state, verdict } = this;
    if (!state.result || !byRepetition.has(state.result.reason)) { verdict.replaceChildren(); return; }
    const plain = () => [element("p", { class: "why" }, state.result.rule || "")];
    const url = address("/adjudicate", { fen: state.start === startFen ? "" : state.start, play: state.moves.map(m => m.uci).join(","), rules: state.rules, lang: languageInUse() });
    const answer = await ask(url).catch(() => null);
    if (verdict !== this.verdict) return;
    verdict.replaceChildren(...(answer?.cycle ? verdictParts(answer, state.start, n => this.step(n - (this.at ?? state.moves.length))) : plain()));
  }

  drawMoves(ply) {
    const rounds = new Rounds(this.state.start), out = [];
    this.state.moves.forEach((m, i) => {
      if (rounds.isRed(i) || i === 0) out.push(element("span", { class: "no" }, rounds.of(i) + "."));
      if (!rounds.isRed(i) && i === 0) out.push(element("span", { class: "mv" }, "…"));
      out.push(element("button", { class: i + 1 === ply ? "mv at" : "mv", onclick: () => { this.at = i + 1 === this.state.moves.length ? null : i + 1; this.show(); } }, inNotation(m)));
    });
    this.moves.replaceChildren(...out);
    if (this.at === null) this.moves.scrollTop = this.moves.scrollHeight;
  }

  drawLinks() {
    let other = null;
    try {
      other = JSON.parse(sessionStorage.getItem(otherKey(this.id)) || "null");
    } catch { /* not kept */ }
    const rows = [];
    const row = (caption, url, name) => {
      const field = element("input", { readonly: true, class: name, "aria-label": caption, onfocus: e => e.target.select() });
      field.value = url;
      return element("label", {}, element("span", {}, caption), element("span", { class: "row" }, field, element("button", { onclick: async e => {
        const { target } = e;
        target.textContent = say(await copyText(url) ? "copied" : "notCopied");
        setTimeout(() => { target.textContent = say("copy"); }, 1500);
      } }, say("copy"))));
    };
    if (other && !this.state.players[other.side].here && !this.state.result) rows.push(row(say("linkForOther", say(other.side)), linkOf(this.id, other.key), "link-other"));
    if (this.side) rows.push(element("details", { open: this.linksOpen, ontoggle: e => { this.linksOpen = e.target.open; } }, element("summary", {}, say("watchLink", this.state.spectators)), row(say("watch"), linkOf(this.id), "link-watch")));
    else rows.push(element("p", { class: "hint" }, say("watching", this.state.spectators)));
    const signature = rows.map(r => r.textContent).join("|");
    if (this.linksShown !== signature) this.links.replaceChildren(...rows);
    this.linksShown = signature;
  }
}

const reasons = { checkmate: "checkmate", stalemate: "stalemate", time: "onTime", resignation: "byResignation", agreement: "byAgreement",
  "perpetual check": "perpetualCheck", "perpetual chase": "perpetualChase", "perpetual threat of mate": "perpetualThreat", "perpetual attack": "perpetualAttack", repetition: "repetition", "natural limit": "naturalLimit",
  "no attackers": "noAttackers", "ply limit": "plyLimit", abandoned: "abandoned" };
const byRepetition = new Set(["perpetual check", "perpetual chase", "perpetual threat of mate", "perpetual attack", "repetition"]);
export const reasonText = reason => (reasons[reason] ? say(reasons[reason]) : reason || "");

/** What decides a repetition, as the server names it. */
const ruleSets = { wxf: "asianRules", cxa: "chineseRules", none: "noRules" };

// ---- a new game ------------------------------------------------------------------------------
export function newGameDialog(levels) {
  const option = (value, key) => element("option", { value }, say(key));
  const field = (key, control) => element("label", { class: "line" }, element("span", {}, say(key)), control);
  const opponent = element("select", { name: "opponent", onchange: () => update() }, option("human", "aPerson"), levels ? option("engine", "theEngine") : null);
  const level = element("input", { name: "level", type: "range", min: 1, max: levels || 1, value: Math.ceil((levels || 1) / 2), oninput: () => update() });
  const levelText = element("output", {});
  const levelField = field("level", element("span", { class: "row" }, level, levelText));
  const side = element("select", { name: "side" }, option("random", "atRandom"), option("red", "red"), option("black", "black"));
  const minutes = element("select", { name: "minutes" }, [0, 1, 3, 5, 10, 15, 20, 30, 60, 90].map(n => element("option", { value: n }, n ? say("minutes", n) : say("noClock"))));
  minutes.value = 0;
  const increment = element("select", { name: "increment" }, [0, 1, 2, 3, 5, 10, 20, 30].map(n => element("option", { value: n }, say("seconds", n))));
  const start = element("select", { name: "start" }, option("start", "start"), study.at.ply || study.game.fen !== startFen ? option("here", "thisPosition") : null);
  const rules = element("select", { name: "rules" }, Object.entries(ruleSets).map(([name, key]) => option(name, key)));
  rules.value = setting("rules");
  const chat = element("input", { type: "checkbox", name: "chat" });
  const problem = element("p", { class: "problem", role: "alert" });
  const update = () => {
    levelField.hidden = opponent.value !== "engine";
    levelText.textContent = level.value;
  };
  const begin = async e => {
    e.preventDefault();
    const engine = opponent.value === "engine";
    const wanted = { opponent: opponent.value, side: side.value, minutes: Number(minutes.value), increment: Number(increment.value), rules: rules.value, chat: chat.checked,
      ...(engine && { level: Number(level.value) }), ...(start.value === "here" && { fen: study.game.fen, moves: study.at.moves }) };
    try {
      const made = await send("/play", JSON.stringify(wanted));
      try {
        if (made.other) sessionStorage.setItem(otherKey(made.id), JSON.stringify(made.other));
      } catch { /* the link is shown while the page is open only */ }
      closeDialog();
      location.hash = new URLSearchParams({ play: made.id, key: made.key });
    } catch (e2) {
      problem.textContent = e2.message;
    }
  };
  showDialog(say("newGame"), element("form", { class: "stack newgame", onsubmit: begin }, field("opponent", opponent), levelField, field("side", side), field("clock", minutes),
    field("increment", increment), field("from", start), field("rules", rules), field("chat", chat), problem,
    element("button", { type: "submit", class: "primary" }, say("begin"))));
  update();
}

export function openRoom(id, key) {
  if (room && room.id === id && room.key === key) { room.show(); return; }
  leaveRoom();
  room = new Room(id, key);
}

export function leaveRoom() {
  room?.end();
  room = null;
  view().replaceChildren();
}

/** The page's language or notation changed. */
export function redrawRoom() {
  if (!room) return;
  room.build();
  room.linksShown = null;
  room.show();
}

export const roomKeys = { step: by => room?.step(by), flip: () => room?.flip() };
