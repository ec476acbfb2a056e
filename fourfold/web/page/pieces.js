/** What stands on squares, drawn around the middle of a square of 100 units. */

import { contrasting } from "./contrast.js";
import { shape } from "./dom.js";
import { STACKED, STEP } from "./layout.js";

const CROWN = "M-20,14v-26l11,10l9,-17l9,17l11,-10v26z";
const RING = 12;
const READABLE = 4.5;

/** Return the side of a piece: 0, 1, or null if a cell is none. */
export const sideOf = (cell) => (/^[xX]\d*$/.test(cell) ? 0 : /^[oO]\d*$/.test(cell) ? 1 : null);

/** Return how many pieces there are in a cell: 1, unless it has a number. */
export function countOf(cell) {
  if (sideOf(cell) === null) return 0;
  return cell.length > 1 ? Number(cell.slice(1)) : 1;
}

/**
 * Return the drawing of a cell: x and X are the first side's man and king, o and O the second's; a number counts them.
 * A stack grows from its foot, seen from the middle, into a direction; a pit with room for several rows is a store.
 */
export function drawPiece(cell, style, { foot = 0, inwards = 1, room = 1 } = {}) {
  const side = sideOf(cell);
  const inner = shape("g", { class: "body" });
  if (side === null) inner.append(shape("text", { class: "letter", fill: style.frame, y: 16 }, cell));
  else if (style.shape === "mark") inner.append(...mark(side, style));
  else if (style.shape === "pit") inner.append(...seeds(side, countOf(cell), style, room));
  else if (style.shape === "point") inner.append(...stack(side, countOf(cell), style, foot, inwards * STEP));
  else inner.append(...counted(side, cell, style));
  return shape("g", { class: "piece", "data-letter": cell }, inner);
}

const colour = (side, style) => (side === 0 ? style.first : style.second);

function mark(side, style) {
  const stroke = { stroke: colour(side, style), "stroke-width": 12, "stroke-linecap": "round", fill: "none" };
  if (side === 0) return [shape("path", { d: "M-25,-25L25,25M25,-25L-25,25", ...stroke })];
  return [shape("circle", { r: 27, ...stroke })];
}

/** Return a disc and, if there are several, their number on it. */
function counted(side, cell, style) {
  const count = countOf(cell);
  if (!count) return [];
  const isKing = cell[0] === cell[0].toUpperCase();
  const parts = [...disc(side, style), ...(isKing ? [shape("path", { d: CROWN, class: "crown" })] : [])];
  if (count === 1) return parts;
  const below = shape("g", { transform: "translate(0 7)" }, ...disc(side, style));
  return [below, ...parts, number(count, colour(side, style), 0, 44)];
}

/** Return checkers from the foot of a point on, the last one with their number if there are more than fit. */
function stack(side, count, style, foot, step) {
  const places = Array.from({ length: Math.min(count, STACKED) }, (_, at) => foot + at * step);
  const checkers = places.map((y) => shape("g", { transform: `translate(0 ${y})` }, ...disc(side, style)));
  return count > STACKED ? [...checkers, number(count, colour(side, style), places.at(-1), 40)] : checkers;
}

/** Return the number of seeds in a pit, and a ring of them. */
function seeds(side, count, style, room) {
  const [shown, far] = [Math.min(count, RING), 50 * room - 20];
  const ring = Array.from({ length: shown }, (_, seed) => {
    const angle = (2 * Math.PI * seed) / Math.max(shown, 4) - Math.PI / 2;
    const [cx, cy] = [32 * Math.cos(angle), far * Math.sin(angle)].map((part) => part.toFixed(1));
    return shape("circle", { cx, cy, r: 6.5, fill: colour(side, style) });
  });
  return [...ring, number(count, style.frame, 0, room > 1 ? 52 : 36)];
}

function number(count, ground, y, size) {
  const place = { y: y + 0.36 * size, "font-size": size, class: "count" };
  return shape("text", { ...place, fill: contrasting(ground, READABLE) }, count);
}

function disc(side, style) {
  const [fill, rim] = [colour(side, style), style.rims[side]];
  const radius = style.shape === "hole" ? 42 : style.inside === "numbers" || style.grid === "hex" ? 38 : 41;
  return [
    shape("circle", { r: radius, cy: style.shape === "hole" ? 0 : 3, class: "shade" }),
    shape("circle", { r: radius - 1, fill, stroke: rim, "stroke-width": 2 }),
    ...rings(radius, rim, style),
    shape("circle", { r: radius - 2, class: "shine" }),
  ];
}

function rings(radius, rim, style) {
  if (style.grid !== "square" || (style.shape === "disc" && style.inside === "dots")) return [];
  const inner = style.inside === "numbers" ? [radius - 9, radius - 18] : [radius - 11];
  return inner.map((r) => shape("circle", { r, fill: "none", stroke: rim, "stroke-width": 2, opacity: 0.75 }));
}
