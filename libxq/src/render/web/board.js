// The board, of the report and of the explorer: shows a position and lets a move be made by dragging or clicking.
// The drawing of board and pieces is in the page's <defs> (render/svg_board.cpp); points are 40 apart.
import { svg } from "./dom.js";
import { from, to, sideOf, squareName } from "./position.js";

const columnNames = { red: "九八七六五四三二一", black: "123456789", squares: "abcdefghi", numbers: "987654321" };
const dragBegins = 4; // pixels that a pointer moves before a click becomes a drag
const frame = { x: -4, y: -8, width: 388, height: 436 }; // around the 380 x 420 of the drawing, so that coordinates stand clear of the pieces

export class Board {
  /** `play(uci)` is called for a legal move that the reader made; without it the board is a picture. */
  constructor({ play = null, label = "" } = {}) {
    this.play = play;
    this.layers = Object.fromEntries(["coordinates", "marks", "pieces", "hints", "arrows", "drawn"].map(name => [name, svg("g", { class: name })]));
    this.element = svg("svg", { viewBox: Object.values(frame).join(" "), class: play ? "board live" : "board", role: "img", "aria-label": label },
      svg("rect", { ...frame, class: "wood" }), svg("use", { href: "#board" }), Object.values(this.layers));
    this.shown = Array(90).fill("");
    this.men = Array(90).fill(null); // the element on each square
    this.view = { board: this.shown, flipped: false, legal: [], arrows: [], lastMove: null, check: null, columns: null, drawn: [] };
    this.chosen = null;
    this.early = null; // the man that was clicked on before its moves were known
    this.drag = null;
    this.drawing = false; // a finger draws, see gestures.js
    if (play) this.listen();
  }

  x(s) { return 30 + 40 * (this.view.flipped ? 8 - s % 9 : s % 9); }
  y(s) { return 30 + 40 * (this.view.flipped ? Math.floor(s / 9) : 9 - Math.floor(s / 9)); }

  /**
   * Changes what is given and keeps the rest: board (90 letters), flipped, legal (moves as squares), arrows
   * ([{ move, kind, weight }]), lastMove, check (the side whose king is attacked), columns ("chinese", "numbers", "squares"
   * or null: which coordinates), drawn (what the reader drew: [{ move or square, colour }]), label.
   */
  show(change) {
    const before = this.view;
    this.view = { ...before, ...change };
    const turned = before.flipped !== this.view.flipped, changed = (...names) => turned || names.some(name => before[name] !== this.view[name]);
    const moved = this.view.board.some((letter, s) => letter !== this.shown[s]), wasChosen = this.chosen;
    if (moved) this.early = null;
    if (this.chosen !== null && (moved || !this.hasMove(this.chosen))) this.chosen = null;
    if (this.early !== null && this.hasMove(this.early)) [this.chosen, this.early] = [this.early, null];
    if (changed("columns")) this.drawCoordinates();
    if (moved || turned) this.drawPieces(turned);
    if (moved || this.chosen !== wasChosen || changed("legal", "lastMove", "check")) { this.drawMarks(); this.drawHints(); }
    if (changed("arrows")) this.drawArrows();
    if (changed("drawn")) this.drawDrawn();
    if (change.label !== undefined) this.element.setAttribute("aria-label", change.label);
  }

  place(man, s) { man.style.transform = `translate(${this.x(s)}px, ${this.y(s)}px)`; }

  drawPieces(turned) {
    const { board } = this.view;
    const free = new Map(); // men that left their square, by letter
    for (let s = 0; s < 90; ++s) {
      if (this.shown[s] && this.shown[s] !== board[s]) {
        if (!free.has(this.shown[s])) free.set(this.shown[s], []);
        free.get(this.shown[s]).push(this.men[s]);
        this.men[s] = null;
      } else if (turned && this.men[s]) {
        this.place(this.men[s], s);
      }
    }
    for (let s = 0; s < 90; ++s) {
      if (!board[s] || this.men[s]) continue;
      this.men[s] = free.get(board[s])?.pop() || svg("use", { href: "#p" + board[s] });
      this.layers.pieces.append(this.men[s]); // the man that moves is above the others
      this.place(this.men[s], s);
    }
    for (const men of free.values()) men.forEach(man => man.remove());
    this.shown = board.slice();
  }

  /** Tints the men that are chosen or in check, and tells the browser which ones a finger can drag. */
  dressMen() {
    const { check, board, legal } = this.view;
    const attacked = check ? board.indexOf(check === "red" ? "K" : "k") : -1;
    const own = new Set(legal.map(from));
    this.men.forEach((man, s) => {
      if (!man) return;
      man.classList.toggle("own", own.has(s));
      man.classList.toggle("chosen", s === this.chosen);
      man.classList.toggle("attacked", s === attacked);
    });
  }

  drawCoordinates() {
    const { flipped, columns: kind } = this.view;
    const texts = [];
    const text = (x, y, content) => texts.push(svg("text", { x, y, "text-anchor": "middle" }, content));
    for (let file = 0; file < 9 && kind; ++file) {
      const red = { chinese: columnNames.red, numbers: columnNames.numbers, squares: columnNames.squares }[kind][file];
      const black = kind === "squares" ? columnNames.squares[file] : columnNames.black[file];
      const x = this.x(file);
      text(x, flipped ? 6.5 : 423.5, red);
      text(x, flipped ? 423.5 : 6.5, black);
    }
    for (let rank = 0; rank < 10 && kind === "squares"; ++rank) {
      text(3.5, this.y(9 * rank) + 4.5, rank);
      text(376.5, this.y(9 * rank) + 4.5, rank);
    }
    this.layers.coordinates.replaceChildren(...texts);
  }

  /** Marks `reach` beside and above a square. */
  corners(s, name, reach) {
    const [a, b, near] = [this.x(s), this.y(s), reach - 8];
    return svg("path", { d: `M${a - reach} ${b - near}v-8h8M${a + near} ${b - reach}h8v8M${a + reach} ${b + near}v8h-8M${a - near} ${b + reach}h-8v-8`, class: name });
  }

  tint(s, name) { return svg("rect", { x: this.x(s) - 20, y: this.y(s) - 20, width: 40, height: 40, rx: 3, class: name }); }

  drawMarks() {
    const { lastMove, check, board } = this.view;
    const marks = [];
    if (lastMove) {
      for (const [s, reach] of [[from(lastMove), 14], [to(lastMove), 19]]) marks.push(this.tint(s, "place"), this.corners(s, "last", reach));
    }
    const king = check ? board.indexOf(check === "red" ? "K" : "k") : -1;
    if (king >= 0) marks.push(this.tint(king, "check"));
    if (this.chosen !== null) marks.push(this.tint(this.chosen, "chosen"));
    this.layers.marks.replaceChildren(...marks);
    this.dressMen();
  }

  drawHints() {
    const { board, legal } = this.view;
    const targets = this.chosen === null ? [] : legal.filter(m => from(m) === this.chosen).map(to);
    this.layers.hints.replaceChildren(...targets.map(s => svg("circle", { cx: this.x(s), cy: this.y(s),
      r: board[s] ? 19.5 : 6.5, class: board[s] ? "capture" : "target" })));
    this.element.classList.toggle("choosing", this.chosen !== null);
  }

  /** An arrow's width shows its weight, 0 to 1. */
  arrow({ move, kind = "better", weight = .5, colour = "" }) {
    const [s, t] = [from(move), to(move)];
    const dx = this.x(t) - this.x(s), dy = this.y(t) - this.y(s), length = Math.hypot(dx, dy) || 1, ux = dx / length, uy = dy / length;
    const half = 1.6 + 3 * weight, head = half + 4.5;
    const point = (along, across) => `${(this.x(s) + along * ux - across * uy).toFixed(1)} ${(this.y(s) + along * uy + across * ux).toFixed(1)}`;
    const tip = length - 6, neck = tip - 1.7 * head;
    return svg("path", { class: `arrow ${kind} ${colour}`.trim(), d: `M${point(13, half)}L${point(neck, half)}L${point(neck, head)}L${point(tip, 0)}` +
      `L${point(neck, -head)}L${point(neck, -half)}L${point(13, -half)}Z` });
  }

  drawArrows() {
    this.layers.arrows.replaceChildren(...this.view.arrows.map(a => this.arrow(a)));
  }

  drawDrawn() {
    this.layers.drawn.replaceChildren(...this.view.drawn.map(d => (d.move ? this.arrow({ ...d, kind: "drawn", weight: .35 })
      : svg("circle", { cx: this.x(d.square), cy: this.y(d.square), r: 18.7, class: "ring " + d.colour }))));
  }

  // ---- moves by hand -----------------------------------------------------------------------------
  pointAt(e) {
    const box = this.element.getBoundingClientRect();
    return [frame.x + (e.clientX - box.left) / box.width * frame.width, frame.y + (e.clientY - box.top) / box.height * frame.height];
  }

  squareAt(e) {
    const [x, y] = this.pointAt(e);
    let file = Math.round((x - 30) / 40), rank = 9 - Math.round((y - 30) / 40);
    if (file < 0 || file > 8 || rank < 0 || rank > 9) return null;
    if (this.view.flipped) [file, rank] = [8 - file, 9 - rank];
    return rank * 9 + file;
  }

  /** Whether what stands on a square has a legal move. */
  hasMove(s) { return this.view.legal.some(m => from(m) === s); }

  choose(s) {
    this.chosen = s;
    this.early = null;
    this.drawMarks();
    this.drawHints();
  }

  tryMove(s) {
    const move = this.chosen === null || s === null ? null : squareName(this.chosen) + squareName(s);
    if (!move || !this.view.legal.includes(move)) return false;
    this.choose(null);
    this.play(move);
    return true;
  }

  listen() {
    const { element } = this;
    element.addEventListener("pointerdown", e => {
      if (e.button !== 0) return;
      const s = this.squareAt(e);
      if (s === null || this.tryMove(s)) return;
      const again = this.chosen === s;
      const own = this.hasMove(s);
      this.choose(own ? s : null);
      if (!own) {
        if (this.shown[s] && !this.view.legal.length) this.early = s;
        return;
      }
      e.preventDefault();
      element.setPointerCapture(e.pointerId);
      this.drag = { square: s, again, x: e.clientX, y: e.clientY, moved: false };
    });
    element.addEventListener("pointermove", e => {
      if (!this.drag) return;
      const man = this.men[this.drag.square], [x, y] = this.pointAt(e);
      if (!man || (!this.drag.moved && Math.hypot(e.clientX - this.drag.x, e.clientY - this.drag.y) < dragBegins)) return;
      while (man.nextSibling) man.before(man.nextSibling); // the man comes above the others and stays where it is: browsers drop the touch of what is taken out
      this.drag.moved = true;
      man.classList.add("dragged");
      man.style.transform = `translate(${x}px, ${y}px)`;
    });
    const end = e => {
      const drag = this.drag;
      this.drag = null;
      if (!drag) return;
      const man = this.men[drag.square];
      man?.classList.remove("dragged");
      if (drag.moved) {
        if (e.type === "pointercancel" || !this.tryMove(this.squareAt(e))) {
          if (man) this.place(man, drag.square);
          this.choose(null);
        }
      } else if (drag.again) {
        this.choose(null);
      }
    };
    element.addEventListener("pointerup", end);
    element.addEventListener("pointercancel", end);
    // Chromium scrolls for a finger on a man, although its touch-action forbids that.
    element.addEventListener("touchmove", e => { if (this.drag || this.drawing) e.preventDefault(); }, { passive: false });
  }
}

/** The coordinates that go with a notation. */
export const columnsOf = notation => ({ wxf: "numbers", uci: "squares" }[notation] || "chinese");

/** "K e0, R a0 i0 ...": where the men of a side stand, for those who hear the page. */
export function menOf(board, side, name) {
  const places = new Map();
  board.forEach((letter, s) => {
    if (letter && sideOf(letter) === side) places.set(name(letter), [...(places.get(name(letter)) || []), squareName(s)]);
  });
  return [...places].map(([man, squares]) => `${man} ${squares.join(" ")}`).join(", ");
}
