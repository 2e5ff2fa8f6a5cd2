// A game that is looked at: a tree of moves with what people noted at them.
import { boardOf, played, squareName, squareOf, startFen, turnOf } from "./position.js";

// Arrows and rings stand in comments as other programs write them: [%csl Ge2][%cal Rh2e2].
const shapeForm = /\[%c[as]l ([^\]]*)\]/g;
const colourLetters = { G: "green", R: "red", B: "blue", Y: "yellow" };
const letterOf = Object.fromEntries(Object.entries(colourLetters).map(([letter, name]) => [name, letter]));

function shapesIn(comment) {
  const names = [...comment.matchAll(shapeForm)].flatMap(([, list]) => list.split(",").map(name => name.trim()));
  return names.filter(name => /^[GRBY]([a-i]\d){1,2}$/.test(name)).map(name => {
    const colour = colourLetters[name[0]], place = name.slice(1);
    return place.length === 2 ? { square: squareOf(place), colour } : { move: place, colour };
  });
}

function shapesText(shapes) {
  const list = (tag, some) => (some.length ? `[%${tag} ${some.join(",")}]` : "");
  return list("csl", shapes.filter(s => !s.move).map(s => letterOf[s.colour] + squareName(s.square))) + list("cal", shapes.filter(s => s.move).map(s => letterOf[s.colour] + s.move));
}

let numbers = 0;

export class Node {
  constructor(parent, move) {
    this.number = ++numbers;
    this.parent = parent;
    this.ply = parent ? parent.ply + 1 : 0;
    this.children = [];
    Object.assign(this, { uci: "", san: "", wxf: "", comment: "", nags: [], score: null, depth: null }, move);
    this.shapes = shapesIn(this.comment);
    this.comment = this.comment.replace(shapeForm, "").trim();
  }
  /** What people wrote: without "[%eval +0.35,12]" and the like. */
  get words() { return this.comment.replace(/\[%[^\]]*\]/g, "").trim(); }
  set words(text) { this.comment = [...(this.comment.match(/\[%[^\]]*\]/g) || []), text.trim()].filter(Boolean).join(" "); }
  get remark() { return [shapesText(this.shapes), this.comment].filter(Boolean).join(" "); }
  get board() { return (this.ownBoard ??= played(this.parent.board, this.uci)); }
  get moves() { return this.parent ? [...this.parent.moves, this.uci] : []; }
  get path() { return this.parent ? [...this.parent.path, this] : []; }
  get isMain() { return !this.parent || (this.parent.isMain && this.parent.children[0] === this); }
  child(uci) { return this.children.find(c => c.uci === uci); }
}

export class Game {
  /** `data` as /game/ID and /read give them: fen, moves (a tree), tags, id, db, names. */
  constructor(data = {}) {
    this.fen = data.fen || startFen;
    this.data = data;
    this.tags = data.tags || {};
    this.root = new Node(null, { comment: data.comment || "" });
    this.root.ownBoard = boardOf(this.fen);
    this.grow(this.root, data.moves || []);
    this.version = 0; // changes with the moves and notes
  }

  grow(parent, list) {
    for (const { variations = [], ...move } of list) {
      const node = parent.child(move.uci) || new Node(parent, move);
      if (!parent.children.includes(node)) parent.children.push(node);
      for (const variation of variations) this.grow(parent, variation);
      parent = node;
    }
    return parent;
  }

  /** The node after `move` ({ uci, san, wxf }), made if need be. */
  add(node, { uci, san, wxf }) {
    return node.child(uci) || this.append(node, { uci, san, wxf });
  }
  append(node, move) {
    const child = new Node(node, move);
    node.children.push(child);
    ++this.version;
    return child;
  }

  remove(node) {
    const { children } = node.parent;
    children.splice(children.indexOf(node), 1);
    ++this.version;
    return node.parent;
  }

  /** Makes the whole way to `node` the main line. */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      children.unshift(...children.splice(children.indexOf(at), 1));
    }
    ++this.version;
  }

  get mainLine() {
    const all = [this.root];
    while (all.at(-1).children.length) all.push(all.at(-1).children[0]);
    return all;
  }

  turnAt(node) {
    const first = turnOf(this.fen), other = first === "red" ? "black" : "red";
    return node.ply % 2 === 0 ? first : other;
  }

  /** As POST /write wants it; `kept`: with all that this page knows of the moves. */
  toJson(kept = false) {
    const names = at => (kept ? { san: at.san, wxf: at.wxf, ...(at.score !== null && { score: at.score, depth: at.depth }) } : {});
    const tree = node => {
      const out = [];
      for (let at = node; at; [at] = at.children) {
        const others = at.parent && at.parent.children[0] === at ? at.parent.children.slice(1) : [];
        out.push({ uci: at.uci, ...names(at), ...(at.remark && { comment: at.remark }), ...(at.nags.length && { nags: at.nags }),
          ...(others.length && { variations: others.map(tree) }) });
      }
      return out;
    };
    const [first] = this.root.children, { remark } = this.root;
    return { tags: this.tags, fen: this.fen, ...(remark && { comment: remark }), moves: first ? tree(first) : [] };
  }
}
