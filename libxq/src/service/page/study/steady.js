// Boxes that change by themselves, as the lines of an engine do.

let pressed = null; // what the pointer is pressed on
const held = new Map(); // box: what is drawn in it when that is released

const release = () => {
  pressed = null;
  const draws = [...held.values()];
  held.clear();
  for (const draw of draws) draw();
};
addEventListener("pointerdown", e => { pressed = e.target; }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(release), true); // behind the click

/** Draws what a box holds, but not while something in it is pressed, whose click would be lost. The keyboard focus stays where it was. */
export function drawSteadily(box, draw) {
  if (pressed && box.contains(pressed)) {
    held.set(box, () => drawSteadily(box, draw));
    return;
  }
  held.delete(box);
  const places = () => [...box.querySelectorAll("button, a[href]")];
  const at = places().indexOf(document.activeElement);
  draw();
  if (at >= 0 && document.activeElement === document.body) places()[at]?.focus({ preventScroll: true });
}
