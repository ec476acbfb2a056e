/** Where squares lie on the board, and their outlines. */

import { shape } from "./dom.js";

export const SIZE = 100;
const MARGIN = 22;
const FOOT = 56;
const POINT = 470;
const FIRST = 48;
export const STACKED = 5;
export const STEP = 84;
const EDGE = 20;
const RADIUS = SIZE / Math.sqrt(3);
const LEAST_LABEL = 25;

/** The plan of a board, seen from either side. A board with gravity is only mirrored. */
export class Layout {
  #rooms = new Map();

  constructor(position, flipped) {
    const { rows, style, columns, sides, below } = position;
    [this.rows, this.columns, this.flipped] = [rows.length, rows[0].length, flipped];
    this.falls = style.shape === "hole";
    [this.isStacked, this.isPit] = [style.shape === "point", style.shape === "pit"];
    this.isHex = style.grid === "hex";
    this.isRinged = this.falls || this.isStacked || style.grid === "lines";
    this.high = this.isStacked ? POINT : SIZE;
    const across = this.columns + (this.isHex ? (this.rows - 1) / 2 : 0);
    // on a large board labels are larger, for all of it has to fit a phone
    this.label = Math.max(LEAST_LABEL, 2.7 * across);
    const [edge, labels] = [this.isHex && style.edges ? EDGE : 0, 1.84 * this.label];
    [this.gap, this.beside] = [0.6 * this.label + edge / 2, 0.92 * this.label + edge / 2];
    this.left = (sides.length ? labels : MARGIN) + edge;
    this.top = (columns.length ? labels : MARGIN) + edge;
    this.bottom = this.top + (this.isHex ? RADIUS * (1.5 * this.rows + 0.5) : this.high * this.rows);
    this.width = this.left + SIZE * across + MARGIN + edge;
    this.height = this.bottom + edge + (this.falls ? FOOT : below.length ? 1.4 * this.label : MARGIN);
    if (this.isPit) this.#findRooms(rows);
  }

  /** Note how many rows each pit takes: a store takes the unused room beside it. */
  #findRooms(rows) {
    for (let column = 0; column < this.columns; column += 1) {
      const used = rows.map((row) => row[column]).flatMap((cell, row) => (cell === " " ? [] : [row]));
      if (used.length === 1) this.#rooms.set(String([used[0], column]), this.rows);
    }
  }

  /** Return how many rows a square takes. */
  room(square) {
    return this.#rooms.get(String(square)) ?? 1;
  }

  /** Return the middle of a square. */
  centre([row, column]) {
    const [down, right] = this.seen([row, column]);
    const y = this.room([row, column]) > 1 ? this.rows / 2 : down + 0.5;
    if (!this.isHex) return [this.left + SIZE * (right + 0.5), this.top + this.high * y];
    return [this.left + SIZE * (right + 0.5 + down / 2), this.top + RADIUS * (1 + 1.5 * down)];
  }

  /** Return the middle of the piece on a square that lies on so many others: on a point they are stacked inwards. */
  spot(square, count = 0) {
    const [x, y] = this.centre(square);
    if (!this.isStacked) return [x, y];
    return [x, y + this.inwards(square) * (Math.min(count, STACKED - 1) * STEP - this.high / 2 + FIRST)];
  }

  /** Return the row and column as the person sees them, or the square that is seen there. */
  seen([row, column]) {
    if (!this.flipped) return [row, column];
    return [this.falls ? row : this.rows - 1 - row, this.columns - 1 - column];
  }

  /** Return 1 if the inside of the board is below a square, -1 if it is above. */
  inwards(square) {
    return this.seen(square)[0] < this.rows / 2 ? 1 : -1;
  }

  /** Return the outline of a square with these attributes, drawn in from its border. */
  cell(square, attributes, inset = 0) {
    const [x, y] = this.centre(square);
    const outline = this.#corners([x, y], 1 - (2 * inset) / SIZE).join("L");
    if (this.isHex) return shape("path", { d: `M${outline}z`, ...attributes });
    const [wide, high] = [SIZE - 2 * inset, this.high * this.room(square) - 2 * inset];
    return shape("rect", { x: x - wide / 2, y: y - high / 2, width: wide, height: high, ...attributes });
  }

  /** Return the corners of a hexagon, clockwise from its upper left one. */
  #corners([x, y], scale = 1) {
    const [half, far] = [(scale * SIZE) / 2, scale * RADIUS];
    const sides = [[-half, -far / 2], [0, -far], [half, -far / 2], [half, far / 2], [0, far], [-half, far / 2]];
    return sides.map(([right, down]) => [(x + right).toFixed(1), (y + down).toFixed(1)]);
  }

  /** Return the points along an edge of a board of hexagons: 0 is the first row's, then clockwise. */
  border(edge) {
    const [rows, columns] = [this.rows, this.columns].map((count) => Array.from({ length: count }, (_, at) => at));
    const [last, end] = [this.rows - 1, this.columns - 1];
    const way = [
      columns.flatMap((at) => [0, 1, 2].map((corner) => [[0, at], corner])),
      [...rows.flatMap((at) => [2, 3].map((corner) => [[at, end], corner])), [[last, end], 4]],
      columns.reverse().flatMap((at) => [3, 4, 5].map((corner) => [[last, at], corner])),
      rows.reverse().flatMap((at) => [5, 0].map((corner) => [[at, 0], corner])),
    ][edge];
    // half a turn of the board takes each corner to the opposite one
    return way.map(([square, corner]) => this.#corners(this.centre(square))[(corner + (this.flipped ? 3 : 0)) % 6]);
  }
}
