// How large the board is: as the window allows, or less; a handle at its corner, for the pointer and for keys.
import { element } from "./dom.js";
import { say } from "./texts.js";

const storageKey = "xq-board";
const least = 40; // percent of what the window allows
let percent = 100;

function apply(handle) {
  document.documentElement.style.setProperty("--board-scale", percent / 100);
  handle.setAttribute("aria-valuenow", percent);
}

function change(handle, to) {
  percent = Math.round(Math.max(least, Math.min(100, to)));
  apply(handle);
  try {
    localStorage.setItem(storageKey, percent);
  } catch { /* for this page only then */ }
}

/** The handle for the board in `place`. */
export function sizeHandle(place) {
  const handle = element("div", { class: "size-handle", role: "slider", tabindex: 0, "aria-valuemin": least, "aria-valuemax": 100,
    "aria-label": say("boardSize"), "data-label": "boardSize", "data-hint": "boardSize", title: say("boardSize"), "aria-orientation": "horizontal" });
  try {
    percent = Number(localStorage.getItem(storageKey)) || 100;
  } catch { /* as the window allows */ }
  change(handle, percent);
  let begin = null;
  handle.addEventListener("pointerdown", e => {
    e.preventDefault();
    handle.setPointerCapture(e.pointerId);
    begin = { x: e.clientX, width: place.getBoundingClientRect().width, percent };
  });
  handle.addEventListener("pointermove", e => { if (begin) change(handle, begin.percent * (begin.width + e.clientX - begin.x) / begin.width); });
  const end = () => { begin = null; };
  handle.addEventListener("pointerup", end);
  handle.addEventListener("pointercancel", end);
  handle.addEventListener("dblclick", () => change(handle, 100));
  handle.addEventListener("keydown", e => {
    const by = { ArrowLeft: -5, ArrowDown: -5, ArrowRight: 5, ArrowUp: 5, Home: least - percent, End: 100 - percent }[e.key];
    if (by === undefined) return;
    e.preventDefault();
    e.stopPropagation();
    change(handle, percent + by);
  });
  return handle;
}
