/** The board: it draws positions, moves its pieces, and turns taps, drags and keys into moves. */

import { Choice } from "./choice.js";
import { element, shape } from "./dom.js";
import { drawGround, drawLabels, drawPlate, eachSquare } from "./ground.js";
import { Layout, SIZE } from "./layout.js";
import { drawMarks, drawNotes } from "./marks.js";
import * as motion from "./motion.js";
import { countOf, drawPiece, sideOf } from "./pieces.js";
import { Cells } from "./cells.js";

const LAYERS = ["ground", "labels", "marks", "pieces", "plate", "notes", "values"];
const keyOf = ([row, column]) => `${row},${column}`;

/** A board in a host element. `onMove` is called with the legal move that the person made. */
export class Board {
  #host;
  #onMove;
  #pieces = new Map();
  #look = "";
  #layers = {};
  #cells = null;
  #hovered = null;
  position = null;
  rows = [];
  choice = new Choice([]);
  flipped = false;
  advice = null;
  exact = null;

  constructor(host, { onMove, onRefuse, onChoice, onPoint }) {
    [this.#host, this.#onMove, this.onRefuse, this.onChoice] = [host, onMove, onRefuse, onChoice];
    this.onPoint = onPoint;
  }

  /** Draw position; the person may move if `open`. With `move`, the one that led here, pieces move to their places. */
  show(position, { open, flipped, move = null, advice = null }) {
    const size = [position.rows.length, position.rows[0]?.length];
    const look = JSON.stringify([position.game, position.style, flipped, size]);
    [this.position, this.flipped, this.advice] = [position, flipped, advice];
    if (look !== this.#look) this.#rebuild(look);
    const led = Math.max(0, this.choice.steps.length - 1);
    this.choice = new Choice(open ? position.legal : [], position.style.shape === "hole");
    this.#hovered = null;
    if (!position.rows.length) return this.#showLines();
    this.#layers.labels.replaceChildren(...drawLabels(position, this.layout));
    this.#place(position.rows, move, led);
    if (move && this.#isCounted()) this.#fly(move);
    return this.refresh();
  }

  /** Draw again what lies on squares and may change without a move: marks, and what is said of squares. */
  refresh() {
    if (!this.position?.rows.length) return;
    if (this.#isCounted()) this.#place(led(this.position.rows, this.choice.hops), null, 0);
    else this.#leadOn();
    this.#layers.marks.replaceChildren(...drawMarks(this, this.layout));
    this.#layers.notes.replaceChildren(...drawNotes(this, this.layout));
    this.#cells.describe(this);
    this.onChoice?.();
  }

  /** Lay these drawings over the board. */
  showValues(drawings) {
    this.#layers.values?.replaceChildren(...drawings);
  }

  /** Say of each square, to those who listen, what the solver says of the move there; null if it says nothing. */
  explain(exact) {
    if (exact === this.exact) return;
    this.exact = exact;
    this.#cells?.describe(this);
  }

  /** Take a tap on a square as a step of a move. */
  tap(square) {
    const outcome = this.choice.tap(square);
    if (outcome && typeof outcome === "object") return this.#onMove(outcome);
    if (outcome === null) this.onRefuse(square);
    return this.refresh();
  }

  /** Let go of the pieces that were chosen or led. */
  drop() {
    this.choice.drop();
    this.refresh();
  }

  /** Show where a piece would stand if this square were tapped; null shows nothing. */
  hover(square) {
    this.onPoint?.(square);
    this.#hovered?.remove();
    const moves = square && !this.choice.steps.length ? this.choice.movesAt(square) : [];
    const placed = moves.find((move) => move.path.length === 1);
    if (!placed || this.layout.isPit) return;
    this.#hovered = drawPiece("xo"[this.position.turn ?? 0], this.position.style);
    this.#hovered.setAttribute("class", "ghost");
    this.#move(this.#hovered, placed.path[0]);
    this.#layers.marks.append(this.#hovered);
  }

  /** Return what is dragged from a square: its piece, or one of those that are counted there. */
  grab(square) {
    const piece = this.pieceAt(square);
    return piece && this.#isCounted() ? this.#single(square, piece.dataset.letter[0]) : piece;
  }

  /** Return a new drawing of the topmost piece of a square. */
  #single(square, letter) {
    const count = countOf(this.rows[square[0]][square[1]]);
    const [x, y] = this.layout.spot(square, Math.max(0, count - 1));
    const piece = drawPiece(letter, { ...this.position.style, shape: "disc" });
    piece.setAttribute("transform", `translate(${x} ${y})`);
    piece.classList.add("single");
    this.#layers.pieces.append(piece);
    return piece;
  }

  #isCounted() {
    return typeof this.position.rows[0] !== "string";
  }

  /** Return the drawing of the piece on a square. */
  pieceAt(square) {
    return this.#pieces.get(keyOf(square));
  }

  focus() {
    this.#cells?.focus();
  }

  #rebuild(look) {
    this.#look = look;
    this.#pieces.clear();
    this.#layers = {};
    this.#cells = null;
    if (!this.position.rows.length) return;
    this.layout = new Layout(this.position, this.flipped);
    for (const name of LAYERS) this.#layers[name] = shape("g", { class: name });
    this.#layers.ground.append(drawGround(this.position, this.layout));
    this.#layers.plate.append(drawPlate(this.position, this.layout));
    const isFocused = this.#host.contains(document.activeElement);
    this.#cells = new Cells(this);
    const { width, height } = this.layout;
    const kind = `board ${this.position.style.shape} board-${this.position.style.inside || "plain"}`;
    const drawing = shape("svg", { viewBox: `0 0 ${width} ${height}`, class: kind, "data-flipped": this.flipped });
    drawing.style.setProperty("--label", this.layout.label);
    drawing.append(...Object.values(this.#layers), this.#cells.node);
    this.#host.parentElement.style.setProperty("--ratio", width / height);
    this.#host.replaceChildren(drawing);
    if (isFocused) this.focus();
  }

  #showLines() {
    const text = element("pre", { class: "lines" }, (this.position.text ?? []).join("\n"));
    this.#host.replaceChildren(text);
  }

  #place(rows, move, led) {
    const before = new Set(this.#pieces.keys());
    this.rows = rows;
    if (move && move.path.length > 1 && !this.#isCounted()) this.#lead(move, led);
    const origin = move?.path.at(-1);
    eachSquare({ rows }, (square, letter) => {
      const piece = this.pieceAt(square);
      const wanted = letter === "." || letter === " " ? "" : letter;
      if ((piece?.dataset.letter ?? "") === wanted) return;
      if (piece) this.#pieces.delete(keyOf(square));
      if (!wanted) return this.#remove(piece, move);
      const fresh = this.#put(square, wanted);
      if (piece) this.#turn(piece, fresh, square, origin);
      else if (move && !before.has(keyOf(square))) this.#enter(fresh, square);
    });
  }

  #put(square, letter) {
    const [foot, inwards] = [this.layout.spot(square)[1] - this.layout.centre(square)[1], this.layout.inwards(square)];
    const piece = drawPiece(letter, this.position.style, { foot, inwards, room: this.layout.room(square) });
    this.#move(piece, square);
    this.#layers.pieces.append(piece);
    this.#pieces.set(keyOf(square), piece);
    return piece;
  }

  #move(piece, square) {
    piece.setAttribute("transform", `translate(${this.layout.centre(square).join(" ")})`);
  }

  /** Let a piece for each part of a move slide to where it went, over the pieces that are counted there. */
  #fly({ path, parts = [path] }) {
    for (const way of parts.filter((each) => each.length > 1 && !this.dragged)) {
      const side = sideOf(this.rows[way.at(-1)[0]][way.at(-1)[1]]);
      const piece = this.#single(way.at(-1), "xo"[side ?? this.position.turn ?? 0]);
      const [x, y] = this.layout.spot(way.at(-1));
      const offsets = way.slice(0, -1).map((square) => this.layout.spot(square).map((at, axis) => at - [x, y][axis]));
      motion.slide(piece, offsets).then(() => piece.remove());
    }
  }

  /** Let the piece that is being led through a capture stand where it has come to. */
  #leadOn() {
    const [from, to] = [this.choice.steps[0], this.choice.steps.at(-1)];
    for (const [key, piece] of this.#pieces) this.#move(piece, key === String(from) ? to : key.split(",").map(Number));
  }

  /** Move the piece of a move along what is left of its path. */
  #lead(move, led) {
    const [from, to] = [move.path[0], move.path.at(-1)];
    const piece = this.pieceAt(from);
    if (!piece) return;
    const captured = this.pieceAt(to);
    if (captured && captured !== piece) motion.vanish(captured, 160);
    this.#pieces.delete(keyOf(from));
    this.#pieces.set(keyOf(to), piece);
    const [x, y] = this.layout.centre(to);
    const stations = move.path.slice(led, -1).map((square) => this.layout.centre(square));
    const offsets = stations.map(([a, b]) => [a - x, b - y]);
    this.#move(piece, to);
    this.#layers.pieces.append(piece);
    motion.slide(piece, this.dragged ? offsets.slice(-1).map(() => this.dragged(x, y)) : offsets);
  }

  #remove(piece, move) {
    if (move && !this.#isCounted()) motion.vanish(piece, move.path.length > 1 ? 140 : 0);
    else piece.remove();
  }

  #turn(before, after, square, origin) {
    const turns = sideOf(before.dataset.letter) !== sideOf(after.dataset.letter) && !this.#isCounted();
    if (!origin || !turns || this.position.style.shape === "mark") return before.remove();
    const distance = Math.max(Math.abs(square[0] - origin[0]), Math.abs(square[1] - origin[1]));
    return motion.flip(before, after, 60 * distance);
  }

  #enter(piece, square) {
    const [, y] = this.layout.centre(square);
    if (this.#isCounted()) return undefined;
    return this.layout.falls ? motion.drop(piece, y - this.layout.top + SIZE / 2) : motion.appear(piece);
  }
}

/** Return the rows of a board with counted pieces after one of them was led from square to square a few times. */
function led(rows, hops) {
  const next = rows.map((row) => [...row]);
  for (const [[row, column], [toRow, toColumn]] of hops) {
    const [from, to] = [next[row][column], next[toRow][toColumn]];
    const left = countOf(from) - 1;
    next[row][column] = left > 0 ? from[0] + left : ".";
    next[toRow][toColumn] = from[0] + ((sideOf(from) === sideOf(to) ? countOf(to) : 0) + 1);
  }
  return next;
}
