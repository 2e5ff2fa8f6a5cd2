// A game that is looked at: a tree of moves, and a place in it.
import { boardOf, played, startFen, turnOf } from "./position.js";

let numbers = 0;

export class Node {
  constructor(parent, move) {
    this.number = ++numbers;
    this.parent = parent;
    this.ply = parent ? parent.ply + 1 : 0;
    this.children = [];
    Object.assign(this, { uci: "", san: "", wxf: "", comment: "", nags: [], score: null, depth: null, shapes: [] }, move);
  }
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
    this.version = 0; // changes with the moves
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

  /** As POST /write wants it. */
  toJson() {
    const tree = node => {
      const out = [];
      for (let at = node; at; [at] = at.children) {
        const others = at.parent && at.parent.children[0] === at ? at.parent.children.slice(1) : [];
        out.push({ uci: at.uci, ...(at.comment && { comment: at.comment }), ...(at.nags.length && { nags: at.nags }),
          ...(others.length && { variations: others.map(tree) }) });
      }
      return out;
    };
    const [first] = this.root.children;
    return { tags: this.tags, fen: this.fen, moves: first ? tree(first) : [] };
  }
}

