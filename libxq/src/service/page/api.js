// Questions to the service: answers are kept, so that walking to and fro asks nothing twice; conversations come back
// by themselves after a lost connection.
import { languageInUse, setting } from "./settings.js";

const kept = new Map(); // address: promise of the answer, the oldest first
const settled = new Map(); // address: the answer itself
const keptAtMost = 600;

/** What the page's first picture needs comes with the page. */
function takeFirst() {
  const here = document.getElementById("first");
  for (const [url, answer] of Object.entries(here ? JSON.parse(here.textContent) : {})) {
    kept.set(url, Promise.resolve(answer));
    settled.set(url, answer);
  }
  here?.remove();
}
takeFirst();

async function answerOf(response) {
  const text = await response.text();
  let body = null;
  try {
    body = JSON.parse(text);
  } catch { /* a proxy's page, or nothing */ }
  if (!response.ok) throw Object.assign(new Error(body?.error || `HTTP ${response.status}`), { status: response.status });
  return body;
}

/** "/explorer?fen=..." with the values that are not empty. */
export function address(path, values = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined && value !== "") query.set(name, value);
  }
  return query.size ? `${path}?${query}` : path;
}

/** The answer if it is here already. */
export const known = url => settled.get(url);

/** For what is wrong with a question: the browser names its own language unless the reader chose another one. */
const inLanguage = (headers = {}) => (setting("language") === "auto" ? headers : { ...headers, "Accept-Language": languageInUse() });

/** The answer, asked once; a failure is not kept. */
export function ask(url) {
  if (kept.has(url)) return kept.get(url);
  const answer = fetch(url, url.includes("?") ? { headers: inLanguage() } : {}).then(answerOf); // the others are loaded in advance, as they are
  kept.set(url, answer);
  answer.then(value => settled.set(url, value), () => kept.delete(url));
  if (kept.size > keptAtMost) {
    const [oldest] = kept.keys();
    kept.delete(oldest);
    settled.delete(oldest);
  }
  return answer;
}

/** The answer as it is now. */
export const askAnew = url => fetch(url, { headers: inLanguage(), cache: "no-store" }).then(answerOf);

export const send = (url, body, type = "application/json") =>
  fetch(url, { method: "POST", headers: inLanguage({ "Content-Type": type }), body }).then(answerOf);

/** As send(), for an answer that is a file: { blob, name }. */
export async function sendForFile(url, body) {
  const response = await fetch(url, { method: "POST", headers: inLanguage({ "Content-Type": "application/json" }), body });
  if (!response.ok) return answerOf(response);
  return response.blob();
}

const talks = new Set(); // that have not ended
addEventListener("pagehide", () => talks.forEach(t => t.rest()));
addEventListener("pageshow", () => talks.forEach(t => t.wake()));

/**
 * A WebSocket that connects again, after half a second at first and 15 at most. `gone()`, if given, promises whether
 * there is nothing to connect to any more: a browser does not say why no connection came about.
 */
export class Talk {
  constructor(path, { message, state, gone }) {
    this.path = path;
    this.message = message;
    this.state = state || (() => {});
    this.gone = gone || (() => Promise.resolve(false));
    this.failures = 0;
    this.ever = false; // it was connected once
    this.ended = false;
    talks.add(this);
    this.connect();
  }

  connect() {
    if (this.ended) return;
    const url = new URL(this.path, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.searchParams.set("lang", languageInUse());
    url.hash = "";
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.addEventListener("open", () => { this.failures = 0; this.ever = true; this.state("open"); });
    socket.addEventListener("message", e => {
      try {
        this.message(JSON.parse(e.data));
      } catch (problem) {
        console.error(problem);
      }
    });
    socket.addEventListener("close", async e => {
      if (this.ended || this.socket !== socket) return;
      this.state("lost");
      const failed = this.failures > 0; // not once more since the connection was lost
      const refused = e.code === 1008 || (!this.ever && this.failures >= 2) || (failed && await this.gone().catch(() => false));
      if (this.ended || this.socket !== socket) return;
      if (refused) { this.state("refused"); return; }
      const wait = Math.min(15000, 500 * 2 ** this.failures++);
      this.timer = setTimeout(() => this.connect(), wait * (.75 + Math.random() / 2));
    });
  }

  /** The page goes, or is kept by the browser for the way back: others shall see it at once. */
  rest() {
    clearTimeout(this.timer);
    this.resting = true;
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  /** The page is there again. */
  wake() {
    if (!this.resting) return;
    this.resting = false;
    this.connect();
  }

  /** Sends at once or, without a connection, not at all (false). */
  say(content) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(content));
    return true;
  }

  end() {
    this.ended = true;
    talks.delete(this);
    clearTimeout(this.timer);
    this.socket?.close();
  }
}
