/** The board under its pieces: frame, squares, labels; and where each square lies. */

import { shape } from "./dom.js";

export const SIZE = 100;
const MARGIN = 22;
const LABELS = 46;
const FOOT = 56;

/** Where squares lie on the board, seen from either side. A board with gravity is only mirrored. */
export class Layout {
  constructor(position, flipped) {
    const { rows, style, columns, sides } = position;
    [this.rows, this.columns, this.flipped] = [rows.length, rows[0].length, flipped];
    this.falls = style.shape === "hole";
    this.left = sides.length ? LABELS : MARGIN;
    this.top = columns.length ? LABELS : MARGIN;
    this.width = this.left + SIZE * this.columns + MARGIN;
    this.height = this.top + SIZE * this.rows + (this.falls ? FOOT : MARGIN);
  }

  /** Return the middle of a square. */
  centre([row, column]) {
    const [down, right] = this.seen([row, column]);
    return [this.left + SIZE * (right + 0.5), this.top + SIZE * (down + 0.5)];
  }

  /** Return the row and column as the person sees them, or the square that is seen there. */
  seen([row, column]) {
    if (!this.flipped) return [row, column];
    return [this.falls ? row : this.rows - 1 - row, this.columns - 1 - column];
  }
}

/** Return frame, squares and labels, to lie under the pieces. */
export function drawGround(position, layout) {
  const { style } = position;
  const frame = shape("rect", { width: layout.width, height: layout.height, rx: 20, fill: style.frame });
  const ground = shape("g", { class: "ground" });
  if (style.shape !== "mark") ground.append(frame);
  eachSquare(position, (square, letter) => ground.append(...drawSquare(position, layout, square, letter)));
  if (style.shape === "mark") ground.append(drawBars(style, layout));
  ground.append(...drawLabels(position, layout));
  return ground;
}

/** Call visit with every square and its letter. */
export function eachSquare(position, visit) {
  position.rows.forEach((line, row) => [...line].forEach((letter, column) => visit([row, column], letter)));
}

function drawSquare({ style }, layout, square, letter) {
  const [x, y] = layout.centre(square);
  if (style.shape === "hole") return [shape("circle", { cx: x, cy: y, r: 44, class: "well" })];
  if (style.shape === "mark") return [];
  const edge = { stroke: style.line, "stroke-width": style.inside === "numbers" ? 0 : 2 };
  const box = { x: x - SIZE / 2, y: y - SIZE / 2, width: SIZE, height: SIZE, fill: squareColour(style, square) };
  return [shape("rect", { ...box, ...edge, class: letter === " " ? "unused" : "square" })];
}

/** Return the colour of a square. */
export function squareColour(style, [row, column]) {
  return (row + column) % 2 ? style.dark : style.light;
}

function drawBars(style, layout) {
  const [wide, high] = [SIZE * layout.columns, SIZE * layout.rows];
  const { left, top } = layout;
  let lines = "";
  for (let x = SIZE; x < wide; x += SIZE) lines += `M${left + x},${top}v${high}`;
  for (let y = SIZE; y < high; y += SIZE) lines += `M${left},${top + y}h${wide}`;
  return shape("path", { class: "bars", d: lines, stroke: style.line });
}

function drawLabels({ columns, sides, style }, layout) {
  const above = columns.map((label, column) => [layout.centre([0, column])[0], layout.top - 15, label]);
  const beside = sides.map((label, row) => [layout.left / 2, layout.centre([row, 0])[1] + 9, label]);
  const kind = { class: "label", fill: style.label };
  return [...above, ...beside].map(([x, y, label]) => shape("text", { x, y, ...kind }, label));
}

/** Return the front of a board whose pieces fall behind it: a plate with holes; nothing for other boards. */
export function drawPlate(position, layout) {
  if (position.style.shape !== "hole") return shape("g");
  const { left, top } = layout;
  let path = `M${left},${top}h${SIZE * layout.columns}v${SIZE * layout.rows}h${-SIZE * layout.columns}z`;
  const rims = [];
  eachSquare(position, (square) => {
    const [x, y] = layout.centre(square);
    path += `M${x - 41},${y}a41,41 0 1 0 82,0a41,41 0 1 0 -82,0z`;
    rims.push(shape("circle", { cx: x, cy: y, r: 41, class: "hole-rim", stroke: position.style.frame }));
  });
  const plate = shape("path", { d: path, fill: position.style.light, "fill-rule": "evenodd" });
  return shape("g", { class: "plate" }, plate, ...rims);
}
