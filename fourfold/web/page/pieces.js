/** What stands on squares, drawn around the middle of a square of 100 units. */

import { shape } from "./dom.js";

const CROWN = "M-20,14v-26l11,10l9,-17l9,17l11,-10v26z";

/** Return the drawing of a letter of the board: x and X are the first side's man and king, o and O the second's. */
export function drawPiece(letter, style) {
  const side = "xX".includes(letter) ? 0 : "oO".includes(letter) ? 1 : null;
  const inner = shape("g", { class: "body" });
  if (side === null) inner.append(shape("text", { class: "letter", fill: style.frame, y: 16 }, letter));
  else inner.append(...(style.shape === "mark" ? mark(side, style) : disc(side, letter, style)));
  return shape("g", { class: "piece", "data-letter": letter }, inner);
}

const colour = (side, style) => (side === 0 ? style.first : style.second);

function mark(side, style) {
  const stroke = { stroke: colour(side, style), "stroke-width": 12, "stroke-linecap": "round", fill: "none" };
  if (side === 0) return [shape("path", { d: "M-25,-25L25,25M25,-25L-25,25", ...stroke })];
  return [shape("circle", { r: 27, ...stroke })];
}

function disc(side, letter, style) {
  const [fill, rim] = [colour(side, style), style.rims[side]];
  const radius = style.shape === "hole" ? 42 : style.inside === "numbers" ? 38 : 41;
  const parts = [
    shape("circle", { r: radius, cy: style.shape === "hole" ? 0 : 3, class: "shade" }),
    shape("circle", { r: radius - 1, fill, stroke: rim, "stroke-width": 2 }),
    ...rings(radius, rim, style),
    shape("circle", { r: radius - 2, class: "shine" }),
  ];
  if (letter === letter.toUpperCase()) {
    parts.push(shape("path", { d: CROWN, class: "crown" }));
  }
  return parts;
}

function rings(radius, rim, style) {
  if (style.shape === "disc" && style.inside === "dots") return [];
  const inner = style.inside === "numbers" ? [radius - 9, radius - 18] : [radius - 11];
  return inner.map((r) => shape("circle", { r, fill: "none", stroke: rim, "stroke-width": 2, opacity: 0.75 }));
}
