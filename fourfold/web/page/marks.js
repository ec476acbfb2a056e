/** What lies under and beside the pieces: the last move, legal squares, forced captures, a hint, numbers of squares. */

import { contrasting } from "./contrast.js";
import { shape } from "./dom.js";
import { SIZE, squareColour } from "./ground.js";

const INSET = 4;

/** Return what lies under the pieces, numbers of squares among it. */
export function drawMarks(board, layout) {
  const { position, choice, advice } = board;
  const hinted = advice && position.legal.find((move) => move.move === advice);
  return [
    ...position.last.map((square) => box(layout, square, "last", contrasting(squareColour(position.style, square)))),
    ...(position.style.shape === "disc" ? position.notes : []).flatMap((note) => write(position, layout, note)),
    ...choice.steps.map((square) => box(layout, square, "chosen")),
    ...(hinted ? hinted.path : []).map((square) => box(layout, square, "hinted")),
  ];
}

/** Return what lies over the pieces: dots where one may move, rings around those that must capture, a hint. */
export function drawNotes(board, layout) {
  const { position, choice } = board;
  return [
    ...(layout.falls ? position.last : []).map((square) => lastRing(layout, square, position)),
    ...openings(choice, layout, position),
    ...targets(choice, layout, position),
    ...hints(board, layout),
  ];
}

function openings(choice, layout, position) {
  if (choice.steps.length || choice.columns) return [];
  return unique(choice.legal, (move) => move.path[0]).flatMap((move) => {
    const kind = move.forced && move.captures.length ? "forced" : "ready";
    const colour = contrasting(squareColour(position.style, move.path[0]));
    if (move.path.length > 1) return [ring(layout, move.path[0], kind, kind === "ready" ? colour : null)];
    return position.style.inside === "dots" ? [dot(layout, move.path[0], colour)] : [];
  });
}

function targets(choice, layout, { style }) {
  const squares = unique(choice.targets(), (square) => square);
  return squares.map((square) => dot(layout, square, contrasting(squareColour(style, square))));
}

/** Return a ring on the disc that fell last. */
function lastRing(layout, square, { rows, style }) {
  const colour = "xX".includes(rows[square[0]][square[1]]) ? style.first : style.second;
  return ring(layout, square, "last-ring", contrasting(colour), 20);
}

function hints({ advice, position }, layout) {
  const move = advice && position.legal.find((each) => each.move === advice);
  if (!move) return [];
  if (move.path.length === 1) return [ring(layout, move.path[0], "hint-ring")];
  const points = move.path.map((square) => layout.centre(square).join(","));
  const line = { points: points.join(" ") };
  const way = shape("g", { class: "hint-path" }, ...cased("polyline", line));
  return [way, ring(layout, move.path.at(-1), "hint-ring")];
}

function unique(items, squareOf) {
  return [...new Map(items.map((item) => [String(squareOf(item)), item])).values()];
}

function box(layout, square, kind, colour = null) {
  const [x, y] = layout.centre(square);
  const inner = SIZE - 2 * INSET;
  const place = { x: x - inner / 2, y: y - inner / 2, width: inner, height: inner, rx: 4 };
  return shape("g", { class: `mark ${kind}`, "data-at": square }, ...cased("rect", place, colour));
}

function dot(layout, square, fill) {
  const [cx, cy] = layout.centre(square);
  return shape("circle", { cx, cy, r: 13, class: "dot", fill, "data-at": square });
}

function ring(layout, square, kind, colour = null, r = 43) {
  const [cx, cy] = layout.centre(square);
  return shape("g", { class: `ring ${kind}`, "data-at": square }, ...cased("circle", { cx, cy, r }, colour));
}

/** Return a line: of a colour that stands out from its ground, or else bright in a dark casing, which does so anywhere. */
function cased(name, place, colour = null) {
  if (colour) return [shape(name, { ...place, class: "line", stroke: colour })];
  return [shape(name, { ...place, class: "casing" }), shape(name, { ...place, class: "line" })];
}

/** Return the number of a square in its corner, or the move that fills it in its middle. */
function write({ rows, style }, layout, [row, column, text]) {
  const [x, y] = layout.centre([row, column]);
  const isNumber = style.inside === "numbers";
  if (!text || (!isNumber && rows[row][column] !== ".")) return [];
  const place = isNumber ? { x: x - 44, y: y - 30, class: "number" } : { x, y: y + 9, class: "note" };
  return [shape("text", { ...place, fill: style.faint }, text)];
}
