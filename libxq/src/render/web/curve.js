// The evaluation curve of a game and the bar beside the board.
import { element, svg } from "./dom.js";
import { say } from "./texts.js";
import { probability, valueText } from "./values.js";

const curveWidth = 600, curveHeight = 150;

/**
 * `values`: one a position, null where there is none; `marks`: one a move (!, ?!, ?, ?? or empty). `pick(i)` is called
 * when position i is chosen. `move(i)` sets the cursor.
 */
export function curve(values, marks, pick) {
  const n = Math.max(values.length - 1, 1);
  const out = svg("svg", { viewBox: `0 0 ${curveWidth} ${curveHeight}`, preserveAspectRatio: "none", class: "curve", role: "img",
    "aria-label": say("curve") });
  const x = i => i * curveWidth / n, y = score => curveHeight - probability(score) * curveHeight;
  const strokes = attributes => svg("line", { y1: 0, y2: curveHeight, "vector-effect": "non-scaling-stroke", ...attributes });
  let path = "", first = null, last = 0;
  values.forEach((v, i) => {
    if (v === null || v === undefined) return;
    first = first ?? i;
    last = i;
    path += `${path ? "L" : "M"}${x(i).toFixed(1)} ${y(v).toFixed(1)}`;
  });
  if (first !== null) {
    out.append(svg("path", { d: `${path}L${x(last)} ${curveHeight}L${x(first)} ${curveHeight}Z`, class: "area" }),
      svg("path", { d: path, class: "graph", "vector-effect": "non-scaling-stroke" }));
  }
  out.append(svg("line", { x1: 0, x2: curveWidth, y1: curveHeight / 2, y2: curveHeight / 2, class: "middle", "vector-effect": "non-scaling-stroke" }));
  marks.forEach((m, i) => {
    if (m === "?" || m === "??") out.append(strokes({ x1: x(i + 1), x2: x(i + 1), class: m === "?" ? "mistake" : "blunder" }));
  });
  const cursor = strokes({ class: "cursor" });
  out.append(cursor);
  const go = e => {
    const box = out.getBoundingClientRect();
    pick(Math.max(0, Math.min(values.length - 1, Math.round((e.clientX - box.left) / box.width * n))));
  };
  out.addEventListener("pointerdown", go);
  out.addEventListener("pointermove", e => { if (e.buttons) go(e); });
  return { element: out, move: i => { cursor.setAttribute("x1", x(i)); cursor.setAttribute("x2", x(i)); } };
}

/** A bar of Red's share, Red below as on the board. */
export class ValueBar {
  constructor() {
    this.share = svg("rect", { x: 0, width: 10, class: "share" });
    this.text = element("span", { class: "value" });
    this.picture = svg("svg", { viewBox: "0 0 10 100", preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("rect", { width: 10, height: 100, class: "rest" }), this.share, svg("line", { x1: 0, x2: 10, y1: 50, y2: 50, class: "middle" }));
    this.element = element("div", { class: "valuebar", role: "img" }, this.picture, this.text);
  }

  /** `score` from Red's side; null: not known. */
  show(score, flipped) {
    const known = score !== null && score !== undefined;
    const share = 100 * (known ? probability(score) : .5);
    this.share.setAttribute("height", share);
    this.share.setAttribute("y", flipped ? 0 : 100 - share);
    this.element.classList.toggle("unknown", !known);
    this.text.textContent = known ? valueText(score) : "";
    this.element.setAttribute("aria-label", known ? say("valueLabel", valueText(score)) : say("noValue"));
  }
}
