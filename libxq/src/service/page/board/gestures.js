// What the reader does with a board beside moving: wheel and swipe go through the moves, the right button draws.
import { squareName } from "./position.js";

const swipeAtLeast = 36; // pixels
const wheelRests = 60; // ms between two steps of a wheel
const colours = ["green", "red", "blue", "yellow"];

/** Shift makes it red, Alt blue, both yellow, as in other programs; Ctrl is another Shift. */
const colourOf = e => colours[(e.shiftKey || e.ctrlKey ? 1 : 0) + (e.altKey ? 2 : 0)];

/** `step(by)`: by one move to and fro. */
export function onWheelAndSwipe(board, step) {
  let last = 0, begin = null;
  board.element.addEventListener("wheel", e => {
    if (e.ctrlKey || Math.abs(e.deltaY) < Math.abs(e.deltaX)) return; // zooms, or scrolls sideways
    e.preventDefault();
    if (e.timeStamp - last < wheelRests || !e.deltaY) return;
    last = e.timeStamp;
    step(e.deltaY > 0 ? 1 : -1);
  }, { passive: false });
  board.element.addEventListener("pointerdown", e => {
    begin = e.pointerType === "touch" && e.isPrimary && !board.drag ? { x: e.clientX, y: e.clientY } : null;
  });
  board.element.addEventListener("pointerup", e => {
    if (!begin) return;
    const dx = e.clientX - begin.x, dy = e.clientY - begin.y;
    begin = null;
    if (Math.abs(dx) >= swipeAtLeast && Math.abs(dx) > 2 * Math.abs(dy)) step(dx < 0 ? 1 : -1);
  });
}

/** `draw(shape)`: { move, colour } or { square, colour }, which is there already or not; `preview(shape)` while it is made. */
export function onDrawing(board, draw, preview) {
  let begin = null;
  const shape = e => {
    const s = board.squareAt(e);
    if (begin === null || s === null) return null;
    return { ...(s === begin ? { square: s } : { move: squareName(begin) + squareName(s) }), colour: colourOf(e) };
  };
  board.element.addEventListener("contextmenu", e => e.preventDefault());
  board.element.addEventListener("pointerdown", e => {
    if (e.button !== 2) return;
    begin = board.squareAt(e);
    board.element.setPointerCapture(e.pointerId);
  });
  board.element.addEventListener("pointermove", e => { if (begin !== null) preview(shape(e)); });
  board.element.addEventListener("pointerup", e => {
    if (begin === null || e.button !== 2) return;
    const made = shape(e);
    begin = null;
    preview(null);
    if (made) draw(made);
  });
}
