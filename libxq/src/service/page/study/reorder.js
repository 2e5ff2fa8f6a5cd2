// Rows of a list that are put elsewhere: a grip is dragged, by a finger, too, or arrow keys are pressed on it.
import { element } from "./dom.js";
import { say } from "./texts.js";

const edge = 20; // pixels: nearer to the end of a list that is longer than its box, it scrolls on
let dragged = null; // the row

/** Whether a row of `box` is being dragged, so that it must not be drawn again. */
export const isDragging = box => dragged !== null && box.contains(dragged);

function follow(list, row, y) {
  const box = list.getBoundingClientRect(), middle = other => { const { top, height } = other.getBoundingClientRect(); return top + height / 2; };
  if (y < box.top + edge) list.scrollTop -= edge; else if (y > box.bottom - edge) list.scrollTop += edge;
  // the others give way: a row that left the page for a moment would lose its pointer
  for (let next = row.nextElementSibling; next && y > middle(next); next = row.nextElementSibling) row.before(next);
  for (let before = row.previousElementSibling; before && y < middle(before); before = row.previousElementSibling) row.after(before);
}

/** For the list item called `name`; `placed(row, moved)` when it was let go, where it was or elsewhere among its siblings. */
export function grip(name, placed) {
  const handle = element("button", { type: "button", class: "grip", title: say("moveElsewhere", name), "aria-label": say("moveElsewhere", name) }, "⠿");
  let next = null; // the row that stood behind it
  const end = stays => {
    const row = dragged;
    if (!row) return;
    dragged = null;
    row.classList.remove("dragged");
    if (stays) row.parentNode.insertBefore(row, next);
    placed(row, row.nextElementSibling !== next);
  };
  handle.addEventListener("pointerdown", e => {
    if (e.button !== 0 || dragged) return;
    handle.setPointerCapture(e.pointerId);
    dragged = handle.closest("li");
    next = dragged.nextElementSibling;
    dragged.classList.add("dragged");
  });
  handle.addEventListener("pointermove", e => { if (dragged) follow(dragged.parentNode, dragged, e.clientY); });
  handle.addEventListener("pointerup", () => end(false));
  handle.addEventListener("pointercancel", () => end(true));
  handle.addEventListener("keydown", e => {
    if (e.key === "Escape" && dragged) { e.preventDefault(); e.stopPropagation(); end(true); return; }
    const row = handle.closest("li"), other = { ArrowUp: row.previousElementSibling, ArrowDown: row.nextElementSibling }[e.key];
    if (!other || dragged) return;
    e.preventDefault();
    if (e.key === "ArrowUp") row.after(other); else row.before(other);
    placed(row, true);
  });
  return handle;
}
