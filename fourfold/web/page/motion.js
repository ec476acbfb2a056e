/** How pieces move: they drop, slide, flip, appear and vanish; all at once for those who want stillness. */

import { wantsStillness } from "./dom.js";

const EASE = "cubic-bezier(.3,.1,.2,1)";

function animate(node, frames, options) {
  if (wantsStillness()) return Promise.resolve();
  return node.animate(frames, { fill: "backwards", easing: EASE, ...options }).finished.catch(() => {});
}

/** Let a piece fall to its place from so far above. */
export function drop(piece, height) {
  const frames = [
    { transform: `translateY(${-height}px)`, easing: "cubic-bezier(.5,0,.9,.6)" },
    { transform: "none", offset: 0.78, easing: "ease-out" },
    { transform: `translateY(${-height * 0.05}px)`, offset: 0.88, easing: "ease-in" },
    { transform: "none" },
  ];
  return animate(piece.firstChild, frames, { duration: 220 + 18 * Math.sqrt(height) });
}

/** Let a piece slide to its place by way of these offsets from it. */
export function slide(piece, offsets) {
  const frames = [...offsets, [0, 0]].map(([x, y]) => ({ transform: `translate(${x}px,${y}px)` }));
  return animate(piece.firstChild, frames, { duration: 180 * offsets.length + 60, easing: "ease-in-out" });
}

/** Let a piece appear. */
export function appear(piece) {
  const frames = [{ transform: "scale(.55)", opacity: 0.4 }, { transform: "none", opacity: 1 }];
  return animate(piece.firstChild, frames, { duration: 160 });
}

/** Let a piece vanish, after a delay, and take it away. */
export async function vanish(piece, delay = 0) {
  const frames = [{ opacity: 1 }, { transform: "scale(.5)", opacity: 0 }];
  await animate(piece.firstChild, frames, { duration: 180, delay });
  piece.remove();
}

/** Turn a piece over: `before` shows until it stands on its edge, then `after`. */
export async function flip(before, after, delay) {
  if (wantsStillness()) return before.remove();
  after.classList.add("hidden");
  const edge = { transform: "scaleX(.04)" };
  await animate(before.firstChild, [{ transform: "none" }, edge], { duration: 130, delay, easing: "ease-in" });
  before.remove();
  after.classList.remove("hidden");
  return animate(after.firstChild, [edge, { transform: "none" }], { duration: 130, easing: "ease-out" });
}
