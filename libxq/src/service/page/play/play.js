// A game over the network: two people by two links, or one and the engine; anybody may watch.
import { address, ask, Talk } from "./api.js";
import { Board, columnsOf } from "./board.js";
import { onWheelAndSwipe } from "./gestures.js";
import { sound } from "./sounds.js";
import { showDialog, closeDialog } from "./dialog.js";
import { byId, copyText, download, element } from "./dom.js";
import { read } from "./exchange.js";
import { ownGame, ownName, playHref, rememberGame, rememberName } from "./games.js";
import { ruleSets } from "./newgame.js";
import { inNotation, readMove, verdictText } from "./place.js";
import { boardOf, played, Rounds, startFen } from "./position.js";
import { lost, menDrawn, premoves } from "./premove.js";
import { qrCode } from "./qr.js";
import { languageInUse, notationInUse } from "./settings.js";
import { clockNotes, clockText, handicapText } from "./terms.js";
import { say } from "./texts.js";
import { verdictParts } from "./verdict.js";

const view = () => byId("view-play");
let room = null;

const linkOf = (id, key) => location.origin + location.pathname + playHref({ id, key });

class Room {
  constructor(id, key) {
    this.id = id;
    this.key = key;
    this.state = null;
    this.received = 0;
    this.at = null; // a ply that is looked at; null: the last
    this.turned = false;
    this.pending = null; // a move that the server has not confirmed
    this.premove = null; // a move given in advance
    this.away = null; // when the connection was lost
    this.build();
    this.talk = new Talk("/play/" + encodeURIComponent(id) + (key ? "?" + new URLSearchParams({ key }) : ""),
      { message: m => this.receive(m), state: s => this.connection(s), gone: () => fetch(this.record, { method: "HEAD" }).then(r => r.status === 404) });
    this.timer = setInterval(() => this.tick(), 100);
    this.beat = setInterval(() => this.talk.say({ type: "ping" }), 20000);
    this.guard = e => { if (this.mustStay) e.preventDefault(); };
    addEventListener("beforeunload", this.guard);
  }

  /** Who leaves a game against the clock is asked whether that is meant. */
  get mustStay() { return this.side && !this.state.result && this.state.moves.length > 0 && this.state.clocks && !this.state.clocks.days; }

  end() {
    clearInterval(this.timer);
    clearInterval(this.beat);
    removeEventListener("beforeunload", this.guard);
    this.talk.end();
  }

  build() {
    const button = (name, key, action) => (this[name] = element("button", { onclick: action, class: "do-" + name }, say(key)));
    this.board = new Board({ play: uci => this.move(uci), label: say("boardLabel") });
    onWheelAndSwipe(this.board, by => this.step(by));
    this.board.element.addEventListener("pointerdown", () => this.cancelPremove(), true);
    this.plates = { above: element("div", { class: "plate" }), below: element("div", { class: "plate" }) };
    this.status = element("p", { class: "game-status", role: "status", "aria-live": "polite" });
    this.verdict = element("div", { class: "judgement" });
    this.problem = element("p", { class: "problem", role: "alert" });
    this.connectionText = element("p", { class: "connection", role: "status" });
    this.moves = element("div", { class: "moves" });
    this.input = element("input", { "aria-label": say("moveInput"), placeholder: say("moveExample"), maxlength: 20, autocapitalize: "off", spellcheck: false });
    this.talkList = element("ul", { class: "chat-lines", "aria-live": "polite" });
    const chatInput = element("input", { "aria-label": say("chat"), placeholder: say("chat"), maxlength: 300 });
    this.chat = element("form", { class: "chat", hidden: true, onsubmit: e => {
      e.preventDefault();
      if (chatInput.value.trim() && this.talk.say({ type: "chat", text: chatInput.value.trim() })) chatInput.value = "";
    } }, this.talkList, chatInput);
    const step = (text, by, key) => element("button", { onclick: () => this.step(by), "aria-label": say(key), title: say(key) }, text);
    this.buttons = element("div", { class: "row actions" }, button("draw", "offerDraw", () => this.talk.say({ type: "draw" })),
      button("undo", "askUndo", () => this.talk.say({ type: "undo" })), element("span", { class: "grow" }), button("resign", "resign", () => this.askResign()));
    this.offerText = element("b", {});
    this.offer = element("div", { class: "row offer", role: "status", hidden: true }, this.offerText, button("accept", "accept", () => this.talk.say({ type: this.offered })),
      button("decline", "decline", () => this.talk.say({ type: "decline" })));
    this.next = element("div", { class: "row after", hidden: true }, button("rematch", "rematch", () => this.again()),
      button("analysis", "analysePlayed", () => this.analyse()));
    this.name = element("form", { class: "row name", hidden: true, onsubmit: e => { e.preventDefault(); this.tellName(e.target.elements.name.value.trim()); } },
      element("input", { name: "name", maxlength: 60, autocomplete: "nickname", "aria-label": say("yourName"), placeholder: say("yourName") }), element("button", { type: "submit" }, say("tellName")));
    this.links = element("div", { class: "links" });
    this.rules = element("p", { class: "hint game-rules" });
    this.buttons.hidden = true; // until the server says which side this is
    view().replaceChildren(element("div", { class: "play" },
      element("section", { class: "board-side" }, this.plates.above, this.board.element, this.plates.below,
        element("div", { class: "steps" }, step("|◀", -1e6, "first"), step("◀", -1, "back"), step("▶", 1, "forward"), step("▶|", 1e6, "last"),
          element("button", { onclick: () => this.flip(), "aria-label": say("flip"), title: say("flip") }, "⇅"))),
      element("section", { class: "line-side" }, this.connectionText, this.status, this.verdict, this.problem, this.offer, this.next, this.name, this.links, this.buttons,
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
      const before = this.state;
      this.state = m;
      this.received = performance.now();
      this.pending = null;
      if (news) this.at = null;
      this.problem.textContent = "";
      this.remember();
      this.playPremove();
      this.show();
      if (before && m.rematch?.key && !before.rematch?.id) this.again();
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
    if (this.side && this.state.turn !== this.side) {
      this.premove = { uci, ply: this.state.moves.length + 1 };
      this.show();
      return;
    }
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

  // ---- moves in advance -------------------------------------------------------------------------
  cancelPremove() {
    if (!this.premove) return;
    this.premove = null;
    this.show();
  }

  playPremove() {
    const { premove, state } = this;
    if (!premove || (state.turn !== this.side && !state.result && state.moves.length === premove.ply - 1)) return;
    this.premove = null;
    if (!state.result && state.moves.length === premove.ply && state.legal.some(m => m.uci === premove.uci)) this.move(premove.uci);
  }

  // ---- who plays, and where it is found again ---------------------------------------------------
  remember() {
    const { state, side } = this;
    if (!side) return;
    const other = state.players[side === "red" ? "black" : "red"];
    const { engine } = other;
    rememberGame({ id: this.id, key: this.key, side, other: typeof engine === "number" ? say("engineLevel", engine) : other.name, plies: state.moves.length,
      myTurn: !state.result && state.turn === side, result: state.result?.score || "", days: state.clocks?.days || 0 });
    if (!state.players[side].name && ownName() && !state.result && !this.told) this.tellName(ownName());
    if (state.rematch?.key) rememberGame({ id: state.rematch.id, key: state.rematch.key, side: state.rematch.side, other: other.name, ...(!ownGame(state.rematch.id) && { plies: 0 }) });
  }

  tellName(name) {
    this.told = true;
    if (!name) return;
    rememberName(name);
    this.talk.say({ type: "name", name });
  }

  // ---- after the end ----------------------------------------------------------------------------
  again() {
    const next = this.state.rematch;
    if (next?.id) location.hash = playHref(next); else this.talk.say({ type: "rematch" });
  }

  async analyse() {
    try {
      const response = await fetch(this.record);
      if (!response.ok) throw new Error((await response.json()).error);
      await read(await response.text());
    } catch (problem) {
      this.problem.textContent = problem.message;
    }
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
      const face = view().querySelector(".clock." + side), move = view().querySelector(".move-clock." + side);
      if (!face) continue;
      const runs = clocks.running === side, gone = runs ? (this.away ?? performance.now()) - this.received : 0;
      const left = Math.max(0, clocks[side] - gone), flag = runs ? clocks.flag - gone : left || clocks.byoyomi, inByoyomi = !left && clocks.byoyomi > 0;
      face.textContent = clockText(inByoyomi ? flag : left);
      face.classList.toggle("byoyomi", inByoyomi);
      move.textContent = runs && !inByoyomi && flag < left ? clockText(flag) : "";
      face.classList.toggle("running", runs && this.away === null);
      face.classList.toggle("short", (runs ? flag : left) < 20000);
    }
  }

  plate(side) {
    const player = this.state.players[side];
    const name = player.engine !== null && player.engine !== undefined ? say("engineLevel", player.engine) : player.name || say(side);
    return [element("span", { class: side + "dot" }), element("span", { class: "who" }, name, side === this.side ? ` (${say("you")})` : ""),
      element("span", { class: player.here ? "here" : "away-mark" }, player.here ? "" : say("notHere")), this.capturedBy(side), element("span", { class: "grow" }),
      ...(this.state.clocks ? [element("span", { class: "move-clock " + side, title: say("step") }), element("span", { class: "clock " + side, role: "timer" })] : [])].filter(Boolean);
  }

  /** The pieces of the other side that are gone. */
  capturedBy(side) {
    const gone = lost(boardOf(this.state.start), this.shownBoard, side === "red" ? "black" : "red");
    return gone.length ? menDrawn(gone, say("capturedCount", gone.length)) : null;
  }

  statusText() {
    const { state } = this;
    if (state.result) return `${verdictText({ winner: state.result.winner, reason: reasonText(state.result.reason) })} (${state.result.score})`;
    const last = state.moves.at(-1), parts = [];
    if (last) parts.push(new Rounds(state.start).label(state.moves.length - 1) + " " + inNotation(last));
    parts.push(state.turn === this.side ? say("yourMove") : say(state.turn === "red" ? "redToMove" : "blackToMove"));
    if (state.check) parts.push(say("check"));
    if (this.premove) parts.push(say("premoveGiven", this.premove.uci));
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
    this.shownBoard = board;
    const waits = this.side && !mine && ply === last && !state.result && (state.turn !== this.side || this.pending);
    this.board.show({ board, lastMove, flipped: this.flipped, columns: columnsOf(notationInUse()), legal: mine ? state.legal.map(m => m.uci) : waits && !this.pending ? premoves(board, this.side) : [],
      drawn: this.premove ? [{ move: this.premove.uci, colour: "blue" }] : [], check: state.check && ply === last && !this.pending ? state.turn : null });
    const below = this.flipped ? "black" : "red", above = this.flipped ? "red" : "black";
    this.plates.below.replaceChildren(...this.plate(below));
    this.plates.above.replaceChildren(...this.plate(above));
    this.tick();
    this.status.textContent = this.statusText();
    this.drawOffers(last);
    this.drawTitle();
    this.name.hidden = !this.side || !!state.result || !!state.players[this.side].name || !!this.told;
    this.input.parentElement.hidden = !this.side || !!state.result;
    this.chat.hidden = !state.chat;
    this.rules.textContent = [state.rules in ruleSets ? say("verdict", say("rules"), say(ruleSets[state.rules])) : "", state.clocks && clockNotes(state.clocks),
      state.handicap && handicapText(state.handicap)].filter(Boolean).join(" · ");
    this.drawMoves(ply);
    this.drawLinks();
    this.explain();
  }

  /** Offers of the other side stand by themselves, apart from what ends the game. */
  drawOffers(last) {
    const { state, side } = this, rematch = state.rematch || {};
    const asked = ["draw", "undo"].find(o => state.offers?.[o] && state.offers[o] !== side), again = rematch.by && rematch.by !== side && !rematch.id;
    this.offered = asked || (again ? "rematch" : null);
    this.offer.hidden = !side || !this.offered;
    if (this.offered) this.offerText.textContent = say({ draw: "drawOffered", undo: "undoAsked", rematch: "rematchOffered" }[this.offered], say(state.offers?.[asked] || rematch.by));
    this.accept.textContent = say({ draw: "acceptDraw", undo: "acceptUndo" }[this.offered] || "accept");
    this.buttons.hidden = !side || !!state.result;
    this.draw.disabled = state.offers?.draw === side;
    this.undo.disabled = !last || state.offers?.undo === side;
    this.next.hidden = !state.result;
    this.rematch.hidden = !side && !rematch.id;
    this.rematch.disabled = !rematch.id && rematch.by === side;
    this.rematch.textContent = say(rematch.id ? "nextGame" : rematch.by === side ? "rematchAsked" : "rematch");
  }

  drawTitle() {
    const { state, side } = this, names = ["red", "black"].map(s => state.players[s].name || (typeof state.players[s].engine === "number" ? say("engineLevel", state.players[s].engine) : say(s))).join(" – ");
    const mine = side && !state.result && state.turn === side && state.moves.length > 0;
    document.title = `${mine ? `● ${say("yourMove")}: ` : ""}${names} · xq`;
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
    const other = ownGame(this.id)?.invite;
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
    if (other && !this.state.players[other.side].here && !this.state.result) {
      const link = linkOf(this.id, other.key);
      rows.push(row(say("linkForOther", say(other.side)), link, "link-other"), qrCode(link, say("qrCode")));
    }
    if (this.side) rows.push(element("details", { open: this.linksOpen, ontoggle: e => { this.linksOpen = e.target.open; } }, element("summary", {}, say("watchLink", this.state.spectators)), row(say("watch"), linkOf(this.id), "link-watch")));
    else rows.push(element("p", { class: "hint" }, say("watching", this.state.spectators)));
    const signature = rows.map(r => r?.textContent).join("|");
    if (this.linksShown !== signature) this.links.replaceChildren(...rows.filter(Boolean));
    this.linksShown = signature;
  }
}

const reasons = { checkmate: "checkmate", stalemate: "stalemate", time: "onTime", resignation: "byResignation", agreement: "byAgreement",
  "perpetual check": "perpetualCheck", "perpetual chase": "perpetualChase", "perpetual threat of mate": "perpetualThreat", "perpetual attack": "perpetualAttack", repetition: "repetition", "natural limit": "naturalLimit",
  "no attackers": "noAttackers", "ply limit": "plyLimit", abandoned: "abandoned" };
const byRepetition = new Set(["perpetual check", "perpetual chase", "perpetual threat of mate", "perpetual attack", "repetition"]);
export const reasonText = reason => (reasons[reason] ? say(reasons[reason]) : reason || "");

export function openRoom(id, key) {
  if (room && room.id === id && (room.key === key || !key)) { room.show(); return; }
  leaveRoom();
  room = new Room(id, key || ownGame(id)?.key);
}

export const openGameId = () => room?.id || null;

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

export const roomKeys = { step: by => room?.step(by), flip: () => room?.flip(), cancel: () => room?.cancelPremove() };
