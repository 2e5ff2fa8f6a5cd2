// A small board beside the pointer: where a game or a sequence of moves leads.
import { Board, columnsOf } from "./board.js";
import { element } from "./dom.js";
import { notationInUse, setting } from "./settings.js";

const rest = 130; // ms that the pointer rests before anything is asked
const gap = 14; // pixels to what it belongs to
let box = null, board = null, timer = 0, owner = null;

function build() {
  board = new Board();
  box = element("div", { class: "preview", hidden: true, "aria-hidden": "true" }, board.element, element("p"));
  document.body.append(box);
}

function put(target) {
  const at = target.getBoundingClientRect(), { offsetWidth: width, offsetHeight: height } = box;
  const below = at.bottom + gap + height < innerHeight || at.top < height + gap;
  box.style.left = Math.max(4, Math.min(at.left + gap, innerWidth - width - 6)) + "px";
  box.style.top = (below ? at.bottom + gap : at.top - gap - height) + "px";
}

export function hidePreview() {
  clearTimeout(timer);
  owner = null;
  if (box) box.hidden = true;
}

/** `find()` gives { board, lastMove, text } or a promise of it, or null; asked only when the pointer rests on `target`. */
export function previewOn(target, find) {
  target.addEventListener("pointerenter", e => {
    if (e.pointerType !== "mouse") return;
    hidePreview();
    owner = target;
    timer = setTimeout(async () => {
      const shown = await Promise.resolve(find()).catch(() => null);
      if (!shown || owner !== target || !target.isConnected) return;
      if (!box) build();
      board.show({ board: shown.board, lastMove: shown.lastMove || null, flipped: setting("flipped") === "yes", columns: columnsOf(notationInUse()) });
      box.lastChild.textContent = shown.text || "";
      box.hidden = false;
      put(target);
    }, rest);
  });
  target.addEventListener("pointerleave", () => { if (owner === target) hidePreview(); });
  target.addEventListener("pointerdown", hidePreview);
  return target;
}
