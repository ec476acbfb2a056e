/** What lies under and beside the pieces: the last move, legal squares, forced captures, a hint, numbers of squares. */

import { shape } from "./dom.js";
import { SIZE } from "./ground.js";

/** Return what lies under the pieces, numbers of squares among it. */
export function drawMarks(board, layout) {
  const { position, choice, advice } = board;
  const hinted = advice && position.legal.find((move) => move.move === advice);
  return [
    ...position.last.map((square) => box(layout, square, "last", position.style)),
    ...(position.style.shape === "disc" ? position.notes : []).flatMap((note) => write(position, layout, note)),
    ...choice.steps.map((square) => box(layout, square, "chosen")),
    ...(hinted ? hinted.path : []).map((square) => box(layout, square, "hinted")),
  ];
}

/** Return what lies over the pieces: dots where one may move, rings around those that must capture, a hint. */
export function drawNotes(board, layout) {
  const { position, choice } = board;
  return [
    ...(layout.falls ? position.last : []).map((square) => ring(layout, square, "last-ring")),
    ...openings(choice, layout, position),
    ...targets(choice, layout),
    ...hints(board, layout),
  ];
}

function openings(choice, layout, position) {
  if (choice.steps.length || choice.columns) return [];
  return unique(choice.legal, (move) => move.path[0]).flatMap((move) => {
    const kind = move.forced && move.captures.length ? "forced" : "ready";
    if (move.path.length > 1) return [ring(layout, move.path[0], kind)];
    return position.style.inside === "dots" ? [dot(layout, move.path[0])] : [];
  });
}

const targets = (choice, layout) => unique(choice.targets(), (square) => square).map((square) => dot(layout, square));

function hints({ advice, position }, layout) {
  const move = advice && position.legal.find((each) => each.move === advice);
  if (!move) return [];
  if (move.path.length === 1) return [ring(layout, move.path[0], "hint-ring")];
  const points = move.path.map((square) => layout.centre(square).join(","));
  const way = shape("polyline", { points: points.join(" "), class: "hint-path" });
  return [way, ring(layout, move.path.at(-1), "hint-ring")];
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

/** Return the number of a square in its corner, or the move that fills it in its middle. */
function write({ rows, style }, layout, [row, column, text]) {
  const [x, y] = layout.centre([row, column]);
  const isNumber = style.inside === "numbers";
  if (!text || (!isNumber && rows[row][column] !== ".")) return [];
  const place = isNumber ? { x: x - 44, y: y - 30, class: "number" } : { x, y: y + 9, class: "note" };
  return [shape("text", { ...place, fill: style.faint }, text)];
}
