/** The board under its pieces: frame, squares, labels. */

import { shape } from "./dom.js";
import { SIZE } from "./layout.js";

/** Return frame and squares, to lie under the pieces. */
export function drawGround(position, layout) {
  const { style } = position;
  const frame = shape("rect", { width: layout.width, height: layout.height, rx: 20, fill: style.frame });
  const ground = shape("g", { class: "ground" });
  if (style.shape !== "mark") ground.append(frame);
  ground.append(...drawEdges(style, layout));
  if (layout.isPit) ground.append(drawField(style, layout));
  if (style.grid === "lines") ground.append(...drawLines(style, layout));
  else eachSquare(position, (square, cell) => ground.append(...drawSquare(position, layout, square, cell)));
  if (style.shape === "mark") ground.append(drawBars(style, layout));
  return ground;
}

/** Call visit with every square and its cell. */
export function eachSquare(position, visit) {
  position.rows.forEach((line, row) => [...line].forEach((cell, column) => visit([row, column], cell)));
}

function drawSquare({ style }, layout, square, cell) {
  const [x, y] = layout.centre(square);
  if (style.shape === "hole") return [shape("circle", { cx: x, cy: y, r: 44, class: "well" })];
  if (style.shape === "mark") return [];
  if (style.shape === "point") return drawPoint(style, layout, square);
  if (style.shape === "pit") return drawPit(style, layout, square, cell);
  const edge = { stroke: style.line, "stroke-width": style.inside === "numbers" ? 0 : 2 };
  const kind = { fill: squareColour(style, square), class: cell === " " ? "unused" : "square" };
  return [layout.cell(square, { ...edge, ...kind })];
}

/** Return the colour around the piece of a square. */
export function squareColour(style, [row, column]) {
  if (style.trays.includes(column)) return style.frame;
  return (row + column) % 2 && style.shape !== "point" ? style.dark : style.light;
}

/** Return the triangle of a point, from the border inwards; a tray has none. */
function drawPoint(style, layout, [row, column]) {
  if (style.trays.includes(column)) return [];
  const [x, y] = layout.centre([row, column]);
  const [half, inwards] = [layout.high / 2, layout.inwards([row, column])];
  const tip = `M${x - SIZE / 2},${y - inwards * half}h${SIZE}L${x},${y + inwards * 0.82 * half}z`;
  const fill = (row + column) % 2 ? style.line : style.dark;
  return [layout.cell([row, column], { fill: style.light, class: "square" }), shape("path", { d: tip, fill })];
}

/** Return a pit, whose rim has the colour of its owner; a store is higher than wide. */
function drawPit(style, layout, square, cell) {
  if (cell === " ") return [];
  const [x, y] = layout.centre(square);
  const high = layout.room(square) * SIZE - 12;
  const rim = { rx: 44, fill: style.frame, stroke: "xX".includes(cell[0]) ? style.first : style.second };
  return [shape("rect", { x: x - 44, y: y - high / 2, width: 88, height: high, ...rim, "stroke-width": 3 })];
}

/** Return the borders of a board of hexagons, in the colours of their owners. */
function drawEdges(style, layout) {
  if (style.grid !== "hex") return [];
  return [...style.edges].map((owner, edge) => {
    const stroke = owner === "x" ? style.first : style.second;
    return shape("polyline", { points: layout.border(edge).join(" "), class: "edge", stroke });
  });
}

function drawField({ light }, { left, top, rows, columns }) {
  const place = { x: left, y: top, width: SIZE * columns, height: SIZE * rows };
  return shape("rect", { ...place, rx: 8, fill: light, class: "square" });
}

/** Return the ground of a board on whose crossings pieces stand. */
function drawLines(style, layout) {
  const { left, top } = layout;
  const [wide, high] = [SIZE * layout.columns, SIZE * layout.rows];
  let lines = "";
  for (let x = SIZE / 2; x < wide; x += SIZE) lines += `M${left + x},${top + SIZE / 2}v${high - SIZE}`;
  for (let y = SIZE / 2; y < high; y += SIZE) lines += `M${left + SIZE / 2},${top + y}h${wide - SIZE}`;
  return [drawField(style, layout), shape("path", { d: lines, stroke: style.line, "stroke-width": 3, fill: "none" })];
}

function drawBars(style, layout) {
  const [wide, high] = [SIZE * layout.columns, SIZE * layout.rows];
  const { left, top } = layout;
  let lines = "";
  for (let x = SIZE; x < wide; x += SIZE) lines += `M${left + x},${top}v${high}`;
  for (let y = SIZE; y < high; y += SIZE) lines += `M${left},${top + y}h${wide}`;
  return shape("path", { class: "bars", d: lines, stroke: style.line });
}

/** Return the labels around the board: those of columns stand above it, unless there are others below. */
export function drawLabels({ columns, sides, below, style }, layout) {
  const [top, left] = layout.seen([0, 0]);
  const last = layout.rows - 1;
  const over = (row) => (layout.inwards([row, 0]) > 0 ? layout.top - layout.gap : layout.bottom + 0.95 * layout.label);
  const level = (row) => (label, column) => [layout.centre([row, column])[0], over(row), label];
  const beside = (label, row) => {
    const [x, y] = layout.centre([row, left]);
    return [x - SIZE / 2 - layout.beside, y + layout.label / 3, label];
  };
  const places = [...columns.map(level(below.length ? 0 : top)), ...below.map(level(last)), ...sides.map(beside)];
  const kind = { class: "label", fill: style.label, "font-size": layout.label };
  return places.filter(([, , label]) => label.trim()).map(([x, y, label]) => shape("text", { x, y, ...kind }, label));
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
