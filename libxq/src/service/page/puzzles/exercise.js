// One puzzle on its board: the reader's moves are judged by the server, which answers them.
import { address, ask } from "./api.js";
import { Board, columnsOf } from "./board.js";
import { element } from "./dom.js";
import { inNotation, readMove } from "./place.js";
import { boardOf, played, Rounds, squareOf, turnOf } from "./position.js";
import { languageInUse, notationInUse } from "./settings.js";
import { sound } from "./sounds.js";
import { say } from "./texts.js";

const answerAfter = 450; // ms, so that the reader's own move is seen first
const backAfter = 900; // ms that a wrong move stays

export class Exercise {
  /** `done(outcome)` is called with "once", "again" (after a mistake or a hint) or "shown". */
  constructor(number, { done, fail }) {
    this.number = number;
    this.done = done;
    this.fail = fail;
    this.board = new Board({ play: uci => this.move(uci), label: say("boardLabel") });
    this.status = element("p", { class: "game-status", role: "status", "aria-live": "polite" });
    this.input = element("input", { "aria-label": say("moveInput"), placeholder: say("moveExample"), maxlength: 20, autocapitalize: "off", spellcheck: false });
    this.form = element("form", { class: "moveform", autocomplete: "off", onsubmit: e => { e.preventDefault(); this.enter(); } }, this.input);
    this.moves = element("div", { class: "moves" });
    this.turned = false;
    this.clear();
  }

  clear() {
    clearTimeout(this.timer);
    this.played = []; // named moves
    this.at = null; // a ply of a finished exercise that is looked at; null: the last
    this.legal = [];
    this.check = null;
    this.helped = false;
    this.over = false;
    this.busy = true;
    this.rings = [];
  }

  address(more = {}) {
    return address(`/puzzle/${this.number}`, { play: this.played.map(m => m.uci).join(","), lang: languageInUse(), ...more });
  }

  /** Begins, or begins again. */
  async start() {
    this.clear();
    this.puzzle = await ask(this.address());
    await this.place();
    this.say(this.task(), "");
  }

  end() {
    clearTimeout(this.timer);
    this.ended = true;
  }

  task() {
    const { mate, side } = this.puzzle;
    return `${say(side === "red" ? "redToMove" : "blackToMove")} · ${mate ? say("mateIn", mate) : say("findWin")}`;
  }

  say(text, kind) {
    this.status.textContent = text;
    this.status.dataset.kind = kind;
  }

  /** What can be moved now. */
  async place() {
    const { length } = this.played;
    const found = await ask(address("/position", { fen: this.puzzle.fen, play: this.played.map(m => m.uci).join(",") }));
    if (this.ended || length !== this.played.length) return;
    this.legal = found.legal;
    this.check = found.check ? found.turn : null;
    this.played = found.played;
    this.busy = false;
    this.show();
  }

  get ply() { return this.at ?? this.played.length; }
  get flipped() { return (turnOf(this.puzzle.fen) === "black") !== this.turned; }
  flip() { this.turned = !this.turned; this.show(); }

  show() {
    let board = boardOf(this.puzzle.fen);
    for (const m of this.played.slice(0, this.ply)) board = played(board, m.uci);
    const mine = !this.busy && !this.over;
    this.board.show({ board, flipped: this.flipped, columns: columnsOf(notationInUse()), lastMove: this.ply ? this.played[this.ply - 1].uci : null,
      legal: mine ? this.legal.map(m => m.uci) : [], check: this.at === null ? this.check : null, drawn: this.rings });
    this.form.hidden = this.over;
    this.drawMoves();
  }

  drawMoves() {
    const rounds = new Rounds(this.puzzle.fen), out = [];
    this.played.forEach((m, i) => {
      if (!m.san) return; // it has no name before the server has seen it
      if (rounds.isRed(i) || i === 0) out.push(element("span", { class: "no" }, rounds.of(i) + "."));
      if (!rounds.isRed(i) && i === 0) out.push(element("span", { class: "mv" }, "…"));
      out.push(element("button", { class: i + 1 === this.ply ? "mv at" : "mv", disabled: !this.over, onclick: () => this.look(i + 1) }, inNotation(m)));
    });
    this.moves.replaceChildren(...out);
    this.moves.hidden = !out.length;
  }

  /** Only what is finished can be looked through. */
  look(ply) {
    if (!this.over) return;
    const last = this.played.length;
    this.at = Math.max(0, Math.min(last, ply)) === last ? null : Math.max(0, ply);
    this.show();
  }
  step(by) { this.look(this.ply + by); }

  enter() {
    const text = this.input.value.trim(), move = readMove(text, this.legal);
    this.input.value = "";
    if (move) this.move(move.uci);
    else if (text) this.say(say("notLegal", text), "wrong");
  }

  async move(uci) {
    if (this.busy || this.over) return;
    this.busy = true;
    this.rings = [];
    this.played = [...this.played, this.legal.find(m => m.uci === uci) || { uci }];
    this.check = null;
    this.show();
    this.say(say("puzzleAsked"), "");
    try {
      const answer = await ask(this.address());
      if (!this.ended) this.judge(answer);
    } catch (problem) {
      this.fail(problem);
      if (!this.ended) this.takeBack(0);
    }
  }

  judge({ judgement, reply }) {
    if (judgement === "right" && reply) {
      sound("move");
      this.say(say("puzzleRight"), "right");
      this.later(answerAfter, () => {
        this.played = [...this.played, reply];
        sound("turn");
        this.show();
        return this.place();
      });
    } else if (judgement === "solved" || judgement === "right") {
      this.finish(this.helped ? "again" : "once", say("puzzleSolved"));
    } else {
      this.helped = true;
      sound("move");
      this.say(say(judgement === "slower" ? "puzzleSlower" : "puzzleWrong"), "wrong");
      this.takeBack(backAfter);
    }
  }

  later(ms, action) {
    this.timer = setTimeout(() => Promise.resolve(action()).catch(this.fail), ms);
  }

  takeBack(ms) {
    this.later(ms, () => {
      this.played = this.played.slice(0, -1);
      this.show();
      return this.place();
    });
  }

  async finish(outcome, text) {
    this.over = true;
    this.rings = [];
    this.say(text, outcome === "shown" ? "" : "right");
    sound("end");
    this.done(outcome);
    await this.place().catch(this.fail); // names, and whether it is mate
    this.busy = true;
  }

  async hint() {
    if (this.busy || this.over) return;
    this.helped = true;
    const { hint } = await ask(this.address({ show: "hint" }));
    if (this.ended || this.busy || this.over) return;
    this.rings = hint ? [{ square: squareOf(hint), colour: "green" }] : [];
    this.say(say(hint ? "hintIs" : "hintNone"), "");
    this.show();
  }

  async solution() {
    if (this.busy || this.over) return;
    const { solution } = await ask(this.address({ show: "solution" }));
    if (this.ended || this.busy || this.over) return;
    if (!solution?.length) { this.say(say("solutionNone"), ""); return; }
    const begin = this.played.length;
    this.played = [...this.played, ...solution];
    await this.finish("shown", say("solutionIs"));
    this.look(begin + 1);
  }
}
