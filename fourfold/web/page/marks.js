/** What lies under and beside the pieces: the last move, legal squares, forced captures, a hint, numbers of squares. */

import { contrasting } from "./contrast.js";
import { shape } from "./dom.js";
import { squareColour } from "./ground.js";
import { countOf, sideOf } from "./pieces.js";

const INSET = 4;

/** Return what lies under the pieces, numbers of squares among it. */
export function drawMarks(board, layout) {
  const { position, choice } = board;
  if (layout.isStacked) return [];
  const outline = (kind) => (square) => box(layout, square, kind);
  return [
    ...(layout.isRinged ? [] : position.last).map((square) => box(layout, square, "last", ground(position, square))),
    ...(position.style.shape === "disc" ? position.notes : []).flatMap((note) => write(position, layout, note)),
    ...choice.steps.map(outline("chosen")),
    ...hinted(board).flat().map(outline("hinted")),
  ];
}

/** Return what lies over the pieces: dots where one may move, rings around those that must capture, a hint. */
export function drawNotes(board, layout) {
  const { position, choice, rows } = board;
  return [
    ...(layout.isRinged ? position.last : []).flatMap((square) => lastRing(layout, square, position)),
    ...(layout.isStacked ? choice.steps : []).map((square) => ring(layout, square, "chosen", null, top(rows, square))),
    ...openings(choice, layout, position, rows),
    ...targets(choice, layout, position, rows),
    ...hints(board, layout),
  ];
}

/** Return a colour that stands out from a square. */
const ground = ({ style }, square) => contrasting(squareColour(style, square));

/** Return how many pieces are under the topmost one of a square. */
const top = (rows, [row, column]) => Math.max(0, countOf(rows[row][column]) - 1);

function openings(choice, layout, position, rows) {
  if (choice.steps.length || choice.columns) return [];
  const forced = new Set(choice.legal.filter((move) => move.forced && move.captures.length).map(firstSquare));
  return unique(choice.origins()).flatMap((square) => {
    const kind = forced.has(String(square)) ? "forced" : "ready";
    const colour = ground(position, square);
    const isTaken = sideOf(rows[square[0]][square[1]]) !== null;
    if (isTaken) return [ring(layout, square, kind, kind === "ready" ? colour : null, top(rows, square))];
    return position.style.inside === "dots" ? [dot(layout, square, colour)] : [];
  });
}

const firstSquare = (move) => String(move.path[0]);

function targets(choice, layout, position, rows) {
  return unique(choice.targets()).map((square) => {
    const count = layout.isStacked ? countOf(rows[square[0]][square[1]]) : 0;
    return dot(layout, square, ground(position, square), count);
  });
}

/** Return a ring on the piece that was moved last. */
function lastRing(layout, square, { rows, style }) {
  const side = sideOf(rows[square[0]][square[1]]);
  if (side === null) return [];
  return [ring(layout, square, "last-ring", contrasting(side ? style.second : style.first), top(rows, square), 20)];
}

/** Return the paths of the move that is advised. */
function hinted({ advice, position }) {
  const move = advice && position.legal.find((each) => each.move === advice);
  return move ? (move.parts ?? [move.path]).filter((path) => path.length) : [];
}

function hints(board, layout) {
  return hinted(board).flatMap((path) => {
    const count = layout.isStacked ? top(board.rows, path[0]) : 0;
    if (path.length === 1) return [ring(layout, path[0], "hint-ring")];
    const points = path.map((square, at) => layout.spot(square, at ? 0 : count).join(",")).join(" ");
    const way = cased((kind) => shape("polyline", { points, ...kind }));
    return [shape("g", { class: "hint-path" }, ...way), ring(layout, path.at(-1), "hint-ring")];
  });
}

function unique(squares) {
  return [...new Map(squares.map((square) => [String(square), square])).values()];
}

function box(layout, square, kind, colour = null) {
  const lines = cased((attributes) => layout.cell(square, { rx: layout.isPit ? 46 : 4, ...attributes }, INSET), colour);
  return shape("g", { class: `mark ${kind}`, "data-at": square }, ...lines);
}

function dot(layout, square, fill, count = 0) {
  const [cx, cy] = layout.spot(square, count);
  return shape("circle", { cx, cy, r: 13, class: "dot", fill, "data-at": square });
}

/** Return a ring around the piece of a square that lies on so many others, or around its pit. */
function ring(layout, square, kind, colour = null, count = 0, r = layout.isPit ? 47 : 43) {
  const [cx, cy] = layout.spot(square, count);
  const lines = cased((attributes) => shape("circle", { cx, cy, r, ...attributes }), colour);
  return shape("g", { class: `ring ${kind}`, "data-at": square }, ...lines);
}

/** Return a line: of a colour that stands out from its ground, or else bright in a dark casing, which does so anywhere. */
function cased(draw, colour = null) {
  if (colour) return [draw({ class: "line", stroke: colour })];
  return [draw({ class: "casing" }), draw({ class: "line" })];
}

/** Return the number of a square in its corner, or the move that fills it in its middle. */
function write({ rows, style }, layout, [row, column, text]) {
  const [x, y] = layout.centre([row, column]);
  const isNumber = style.inside === "numbers";
  if (!text || (!isNumber && rows[row][column] !== ".")) return [];
  const place = isNumber ? { x: x - 44, y: y - 30, class: "number" } : { x, y: y + 9, class: "note" };
  return [shape("text", { ...place, fill: style.faint }, text)];
}
