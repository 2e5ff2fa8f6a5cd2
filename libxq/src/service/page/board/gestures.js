// What the reader does with a board beside moving: wheel and swipe go through the moves, the right button or a long press draws.
import { squareName } from "./position.js";

const swipeAtLeast = 36; // pixels
const wheelRests = 60; // ms between two steps of a wheel
const longPress = 500; // ms that a finger rests before it draws
const restsWithin = 8; // pixels
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
    if (!board.drawing && Math.abs(dx) >= swipeAtLeast && Math.abs(dx) > 2 * Math.abs(dy)) step(dx < 0 ? 1 : -1);
  });
}

/** `draw(shape)`: { move, colour } or { square, colour }, which is there already or not; `preview(shape)` while it is made. */
export function onDrawing(board, draw, preview) {
  let begin = null;
  const shape = (e, colour) => {
    const s = board.squareAt(e);
    if (begin === null || s === null) return null;
    return { ...(s === begin ? { square: s } : { move: squareName(begin) + squareName(s) }), colour };
  };
  const end = () => {
    begin = null;
    board.drawing = false;
    preview(null);
  };
  board.element.addEventListener("contextmenu", e => e.preventDefault());
  board.element.addEventListener("pointerdown", e => {
    if (e.button !== 2) return;
    begin = board.squareAt(e);
    board.element.setPointerCapture(e.pointerId);
  });
  board.element.addEventListener("pointermove", e => { if (begin !== null) preview(shape(e, board.drawing ? "green" : colourOf(e))); });
  board.element.addEventListener("pointerup", e => {
    if (begin === null || (!board.drawing && e.button !== 2)) return;
    const byFinger = board.drawing, made = shape(e, byFinger ? "green" : colourOf(e));
    end();
    if (made) draw(byFinger ? inNextColour(board, made) : made);
  });
  onLongPress(board, e => {
    begin = board.squareAt(e);
    board.drawing = begin !== null;
    preview(shape(e, "green"));
  }, end);
}

/** A finger has no keys: what is drawn once more takes the next colour, and goes after the last one. */
function inNextColour(board, shape) {
  const there = board.view.drawn.find(d => d.move === shape.move && d.square === shape.square);
  return there ? { ...shape, colour: colours[Math.min(colours.indexOf(there.colour) + 1, colours.length - 1)] } : shape;
}

/** `begun(e)`: a finger has rested on the board; `lost()`: the browser took it for something else. */
function onLongPress(board, begun, lost) {
  let timer = 0, at = null;
  const forget = () => clearTimeout(timer);
  board.element.addEventListener("pointerdown", e => {
    forget();
    if (e.pointerType !== "touch" || !e.isPrimary) return;
    at = e;
    timer = setTimeout(() => {
      if (board.drag?.moved) return;
      board.drag = null;
      board.choose(null);
      board.element.setPointerCapture(e.pointerId);
      navigator.vibrate?.(15);
      begun(e);
    }, longPress);
  });
  board.element.addEventListener("pointermove", e => { if (at && Math.hypot(e.clientX - at.clientX, e.clientY - at.clientY) > restsWithin) forget(); });
  board.element.addEventListener("pointerup", forget);
  board.element.addEventListener("pointercancel", () => {
    forget();
    if (board.drawing) lost();
  });
}
