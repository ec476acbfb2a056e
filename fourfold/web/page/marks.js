/** What lies under and beside the pieces: the last move, legal squares, forced captures, a hint, numbers of squares. */

import { shape } from "./dom.js";
import { SIZE } from "./ground.js";

/** Return what lies under the pieces, numbers of squares among it. */
export function drawMarks(board, layout) {
  const { position, choice, advice } = board;
  const texts = position.style.shape === "disc" ? position.notes.filter(hasText).map((note) => write(position, layout, note)) : [];
  const marks = [...position.last.map((square) => box(layout, square, "last", position.style)), ...texts];
  if (choice.steps.length) marks.push(...choice.steps.map((square) => box(layout, square, "chosen")));
  const hinted = advice && position.legal.find((move) => move.move === advice);
  if (hinted) marks.push(...hinted.path.map((square) => box(layout, square, "hinted")));
  return marks;
}

/** Return what lies over the pieces: dots where one may move, rings around those that must capture, a hint. */
export function drawNotes(board, layout) {
  const { position, choice } = board;
  const lastInHole = position.style.shape === "hole" ? position.last.map((square) => ring(layout, square, "last-ring")) : [];
  return [...lastInHole, ...openings(choice, layout, position), ...targets(choice, layout), ...hints(board, layout)];
}

function openings(choice, layout, position) {
  if (choice.steps.length || choice.columns) return [];
  const moves = unique(choice.legal, (move) => move.path[0]);
  const placing = position.style.inside === "dots";
  return moves
    .filter((move) => placing || move.path.length > 1)
    .map((move) => (move.path.length > 1 ? ring(layout, move.path[0], move.forced && move.captures.length ? "forced" : "ready") : dot(layout, move.path[0])));
}

const targets = (choice, layout) => unique(choice.targets(), (square) => square).map((square) => dot(layout, square));

function hints({ advice, position }, layout) {
  const move = advice && position.legal.find((each) => each.move === advice);
  if (!move) return [];
  if (move.path.length === 1) return [ring(layout, move.path[0], "hint-ring")];
  const points = move.path.map((square) => layout.centre(square).join(","));
  return [shape("polyline", { points: points.join(" "), class: "hint-path" }), ring(layout, move.path.at(-1), "hint-ring")];
}

function unique(items, squareOf) {
  return [...new Map(items.map((item) => [String(squareOf(item)), item])).values()];
}

function box(layout, square, kind, style = null) {
  const [x, y] = layout.centre(square);
  const place = { x: x - SIZE / 2, y: y - SIZE / 2, width: SIZE, height: SIZE };
  return shape("rect", { ...place, class: `mark ${kind}`, fill: style ? style.last : null, "data-at": square });
}

function dot(layout, square) {
  const [cx, cy] = layout.centre(square);
  return shape("circle", { cx, cy, r: 13, class: "dot", "data-at": square });
}

function ring(layout, square, kind) {
  const [cx, cy] = layout.centre(square);
  return shape("circle", { cx, cy, r: 43, class: `ring ${kind}`, "data-at": square });
}

const hasText = ([, , text]) => text !== "";

/** Return the number of a square in its corner, or the move that fills it in its middle. */
function write({ rows, style }, layout, [row, column, text]) {
  const [x, y] = layout.centre([row, column]);
  if (style.inside === "numbers") return shape("text", { x: x - 44, y: y - 30, class: "number", fill: style.faint }, text);
  return shape("text", { x, y: y + 9, class: "note", fill: style.faint }, rows[row][column] === "." ? text : "");
}
