// The engine in this browser, where the server hands it out: loaded when it is first asked, and from then on without the server.
import { setting } from "./settings.js";

const script = () => document.querySelector("meta[name='xq-engine']")?.content;
let broken = false; // it could not be loaded

/** Threads share memory, which browsers allow only to pages that came by https or from this computer. */
export const hasOwnEngine = () => Boolean(script()) && !broken && globalThis.crossOriginIsolated === true;
export const usesOwnEngine = () => hasOwnEngine() && setting("engine") === "here";

const threads = () => Math.max(1, Math.min(4, Math.floor((navigator.hardwareConcurrency || 2) / 2)));
const tableMegabytes = 32;

/** "info depth 9 ... multipv 1 score cp 67 nodes 12953 nps 10830 ... pv h2e2 ..." as numbers and moves. */
function readInfo(text) {
  const words = text.split(" "), after = name => words[words.indexOf(name) + 1], number = name => Number(after(name)) || 0;
  const pv = words.indexOf("pv");
  if (pv < 0 || words.includes("lowerbound") || words.includes("upperbound")) return null;
  const value = Number(words[words.indexOf("score") + 2]), mate = after("score") === "mate" ? value : null;
  const score = mate === null ? value : mate > 0 ? 30000 - (2 * mate - 1) : -30000 - 2 * mate;
  return { depth: number("depth"), selective: number("seldepth"), nodes: number("nodes"), nps: number("nps"), time: number("time"),
    place: number("multipv") || 1, score, mate, squares: words.slice(pv + 1, pv + 31) };
}

/** Speaks as the service's /analysis does (docs/api_play.md): say({ type: "go", ... }) is answered by messages of type info and done. */
class OwnEngine {
  constructor() {
    this.hooks = null; // { message, state } of who uses it
    this.ready = false;
    this.searching = false;
    this.next = null; // to be asked when the running search has ended
    this.naming = []; // lines whose moves are being named, perhaps of an earlier search
    this.worker = new Worker(script(), { name: "xq-" + threads() });
    this.worker.addEventListener("message", e => this.take(e.data));
    this.worker.addEventListener("error", e => {
      e.preventDefault();
      broken = true;
      loaded = null;
      this.hooks?.state("refused");
    });
    for (const text of ["uci", `setoption name Threads value ${threads()}`, `setoption name Hash value ${tableMegabytes}`]) this.worker.postMessage(text);
  }

  say(question) {
    this.next = question.type === "go" ? question : null;
    if (this.searching) this.worker.postMessage("stop"); else this.begin();
    return true;
  }

  begin() {
    const asked = this.asked = this.next;
    this.next = null;
    if (!asked) return;
    this.lines = [];
    this.searching = true;
    for (const text of [`setoption name MultiPV value ${asked.multipv}`, `position fen ${this.place}`, `go movetime ${asked.seconds * 1000}`]) this.worker.postMessage(text);
  }

  /** The place that is asked about, as UCI has it. */
  get place() { return `${this.asked.fen} moves ${this.asked.moves.join(" ")}`; }

  take(text) {
    if (text === "uciok") {
      this.ready = true;
      this.hooks?.state("open");
    } else if (text.startsWith("info ")) this.takeLine(text);
    else if (text.startsWith("names")) this.takeNames(text);
    else if (text.startsWith("bestmove")) {
      const { asked } = this;
      this.searching = false;
      if (this.next) this.begin(); else this.hooks?.message({ type: "done", id: asked.id });
    }
  }

  takeLine(text) {
    const info = readInfo(text);
    if (!info || this.next) return;
    this.naming.push({ ...info, asked: this.asked });
    this.worker.postMessage(`names ${this.place} line ${info.squares.join(" ")}`);
  }

  takeNames(text) {
    const info = this.naming.shift();
    if (!info || info.asked !== this.asked) return;
    const moves = text.split(" ").slice(1).map(names => names.split(",")).map(([uci, wxf, san]) => ({ uci, wxf, san }));
    this.lines[info.place - 1] = { score: info.score, mate: info.mate, moves };
    if (this.lines.includes(undefined)) return;
    this.hooks?.message({ type: "info", id: this.asked.id, depth: info.depth, nodes: info.nodes, nps: info.nps, time: info.time, lines: this.lines });
  }

  /** Nobody uses it; it stays, since there may be no server to load it from again. */
  end() {
    this.hooks = null;
    this.say({ type: "stop" });
  }
}

let loaded = null;

/** As new Talk("/analysis", hooks). */
export function openOwnEngine(hooks) {
  loaded ||= new OwnEngine();
  const engine = loaded;
  engine.hooks = hooks;
  if (engine.ready) queueMicrotask(() => { if (engine.hooks === hooks) hooks.state("open"); });
  return engine;
}
