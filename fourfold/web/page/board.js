/** The board: it draws positions, moves its pieces, and turns taps, drags and keys into moves. */

import { Choice } from "./choice.js";
import { element, shape } from "./dom.js";
import { Layout, SIZE, drawGround, drawPlate, eachSquare } from "./ground.js";
import { drawMarks, drawNotes } from "./marks.js";
import * as motion from "./motion.js";
import { drawPiece } from "./pieces.js";
import { Cells } from "./cells.js";

const LAYERS = ["ground", "marks", "pieces", "plate", "notes", "values"];
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
  choice = new Choice([]);
  flipped = false;
  advice = null;

  constructor(host, { onMove, onRefuse, onChoice }) {
    [this.#host, this.#onMove, this.onRefuse, this.onChoice] = [host, onMove, onRefuse, onChoice];
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
    this.#place(position.rows, move, led);
    return this.refresh();
  }

  /** Draw again what lies on squares and may change without a move: marks, and what is said of squares. */
  refresh() {
    if (!this.position?.rows.length) return;
    this.#leadOn();
    this.#layers.marks.replaceChildren(...drawMarks(this, this.layout));
    this.#layers.notes.replaceChildren(...drawNotes(this, this.layout));
    this.#cells.describe(this);
    this.onChoice?.();
  }

  /** Lay these drawings over the board. */
  showValues(drawings) {
    this.#layers.values?.replaceChildren(...drawings);
  }

  /** Take a tap on a square as a step of a move. */
  tap(square) {
    const outcome = this.choice.tap(square);
    if (outcome && typeof outcome === "object") return this.#onMove(outcome);
    if (outcome === null) this.onRefuse(square);
    return this.refresh();
  }

  /** Show where a piece would stand if this square were tapped; null shows nothing. */
  hover(square) {
    this.#hovered?.remove();
    const moves = square && !this.choice.steps.length ? this.choice.movesAt(square) : [];
    const placed = moves.find((move) => move.path.length === 1);
    if (!placed) return;
    this.#hovered = drawPiece("xo"[this.position.turn ?? 0], this.position.style);
    this.#hovered.setAttribute("class", "ghost");
    this.#move(this.#hovered, placed.path[0]);
    this.#layers.marks.append(this.#hovered);
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
    if (move && move.path.length > 1) this.#lead(move, led);
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
    const piece = drawPiece(letter, this.position.style);
    this.#move(piece, square);
    this.#layers.pieces.append(piece);
    this.#pieces.set(keyOf(square), piece);
    return piece;
  }

  #move(piece, square) {
    piece.setAttribute("transform", `translate(${this.layout.centre(square).join(" ")})`);
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
    if (move) motion.vanish(piece, move.path.length > 1 ? 140 : 0);
    else piece.remove();
  }

  #turn(before, after, square, origin) {
    const turns = before.dataset.letter.toLowerCase() !== after.dataset.letter.toLowerCase();
    if (!origin || !turns || this.position.style.shape === "mark") return before.remove();
    const distance = Math.max(Math.abs(square[0] - origin[0]), Math.abs(square[1] - origin[1]));
    return motion.flip(before, after, 60 * distance);
  }

  #enter(piece, square) {
    const [, y] = this.layout.centre(square);
    return this.layout.falls ? motion.drop(piece, y - this.layout.top + SIZE / 2) : motion.appear(piece);
  }
}
