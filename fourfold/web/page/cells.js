/** The squares as things to tap, drag over, reach with keys and hear about: a grid on top of the board. */

import { shape } from "./dom.js";
import { eachSquare } from "./ground.js";
import { nameOf, wordsOf } from "./words.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const DRAG = 6;

export class Cells {
  #board;
  #cells = new Map();
  #current = null;
  #drag = null;
  #isTaken = false;

  constructor(board) {
    this.#board = board;
    this.node = shape("g", { class: "cells", role: "grid", "aria-label": "Board" });
    this.#draw();
    this.node.addEventListener("pointerdown", (event) => this.#press(event));
    this.node.addEventListener("click", (event) => this.#click(event));
    this.node.addEventListener("pointerover", (event) => board.hover(squareOf(event.target)));
    this.node.addEventListener("pointerleave", () => board.hover(null));
    this.node.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Say of each square what stands there and whether a move begins or ends there. */
  describe(board) {
    const marked = new Set((board.choice.steps.length ? board.choice.targets() : board.choice.origins()).map(String));
    eachSquare(board, (square, content) => {
      const cell = this.#cells.get(String(square));
      if (!cell) return;
      const moves = board.choice.movesAt(square);
      const means = board.choice.columns ? moves.length > 0 : marked.has(String(square));
      const chosen = String(board.choice.steps.at(-1) ?? "") === String(square);
      const leads = !board.choice.steps.length && moves.some((move) => move.path.length > 1);
      const score = board.exact?.moves.find((each) => each.move === moves[0]?.move);
      const words = `${nameOf(board.position, square)}, ${wordsOf(board.position, content)}`;
      cell.setAttribute("aria-label", [words, means && "legal", score?.words].filter(Boolean).join(", "));
      cell.setAttribute("aria-selected", chosen);
      cell.classList.toggle("legal", means);
      cell.classList.toggle("movable", leads);
    });
  }

  focus() {
    this.#cells.get(String(this.#current))?.focus();
  }

  #draw() {
    const { position, layout } = this.#board;
    for (let row = 0; row < layout.rows; row += 1) {
      const line = shape("g", { role: "row" });
      for (let column = 0; column < layout.columns; column += 1) {
        const square = layout.seen([row, column]);
        if (position.rows[square[0]][square[1]] !== " ") line.append(this.#cell(square));
      }
      this.node.append(line);
    }
    const centre = [layout.rows / 2, layout.columns / 2].map(Math.floor);
    const distance = ([row, column]) => Math.abs(row - centre[0]) + Math.abs(column - centre[1]);
    const squares = [...this.#cells.values()].map(squareOf);
    this.#settle(squares.reduce((one, other) => (distance(other) < distance(one) ? other : one), squares[0]));
  }

  #cell(square) {
    const kind = { class: "cell", role: "gridcell", tabindex: -1, "data-square": square };
    const cell = this.#board.layout.cell(square, kind);
    // not on the group: Chromium takes a drawing that listens for the focus as one to be focused
    cell.addEventListener("focus", () => {
      this.#settle(square);
      this.#board.onPoint?.(square);
    });
    this.#cells.set(String(square), cell);
    return cell;
  }

  #settle(square) {
    this.#cells.get(String(this.#current))?.setAttribute("tabindex", -1);
    this.#current = square;
    this.#cells.get(String(square))?.setAttribute("tabindex", 0);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    this.node.classList.remove("pointing");
    if (event.key === "Enter" || event.key === " ") this.#board.tap(this.#current);
    else if (event.key === "Escape") this.#board.drop();
    else if (ARROWS[event.key]) this.#step(ARROWS[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Move the focus to the next square in a direction, over what are no squares; up and down may go aside, and back. */
  #step([down, right]) {
    const { layout } = this.#board;
    let [row, column] = layout.seen(this.#current);
    const aside = row % 2 ? 1 : -1;
    for (let tries = 0; tries < 3; tries += 1) {
      [row, column] = [row + down, column + right];
      const near = (down ? [0, aside, -aside] : [0]).map((shift) => String(layout.seen([row, column + shift])));
      const next = near.find((square) => this.#cells.has(square));
      if (next) return this.#cells.get(next).focus();
    }
    return undefined;
  }

  /** Take a press of the mouse, or of a finger on a man to drag; any other finger may be about to scroll. */
  #press(event) {
    const square = squareOf(event.target);
    const leads = event.target.classList.contains("movable");
    this.#isTaken = Boolean(square) && !event.button && (leads || event.pointerType === "mouse");
    if (!this.#isTaken) return;
    event.preventDefault();
    this.#point(event.target, square);
    if (leads) this.#begin(event, square);
  }

  /** Take a click that no press has announced: of a finger that stayed, or of a screen reader. */
  #click(event) {
    const square = squareOf(event.target);
    if (square && !this.#isTaken) this.#point(event.target, square);
    this.#isTaken = false;
  }

  #point(cell, square) {
    this.node.classList.add("pointing");
    cell.focus({ preventScroll: true });
    this.#board.tap(square);
  }

  #begin(event, square) {
    const piece = this.#drag ? null : this.#board.grab(square);
    if (!piece) return;
    this.#drag = { piece, square, x: event.clientX, y: event.clientY, id: event.pointerId, moved: false };
    const move = (next) => this.#pull(next);
    const end = (next) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      this.#release(next);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  #offset(event) {
    const scale = this.node.ownerSVGElement.getScreenCTM().a;
    return [(event.clientX - this.#drag.x) / scale, (event.clientY - this.#drag.y) / scale];
  }

  #pull(event) {
    if (event.pointerId !== this.#drag?.id) return;
    const far = Math.hypot(event.clientX - this.#drag.x, event.clientY - this.#drag.y) > DRAG;
    this.#drag.moved ||= far;
    if (!this.#drag.moved) return;
    const [x, y] = this.#offset(event);
    this.#drag.piece.classList.add("dragged");
    this.#drag.piece.firstChild.style.transform = `translate(${x}px,${y}px)`;
  }

  #release(event) {
    const { piece, square, moved } = this.#drag;
    piece.classList.remove("dragged");
    piece.firstChild.style.transform = "";
    if (piece.classList.contains("single")) piece.remove();
    if (moved && event.type === "pointerup") this.#land(event, square);
    this.#drag = null;
  }

  #land(event, from) {
    const target = squareOf(document.elementFromPoint(event.clientX, event.clientY));
    const [x, y] = this.#offset(event);
    const [fromX, fromY] = this.#board.layout.centre(from);
    this.#board.dragged = (toX, toY) => [fromX + x - toX, fromY + y - toY];
    if (target && String(target) !== String(from)) this.#board.tap(target);
    else this.#board.drop();
    this.#board.dragged = null;
  }
}

function squareOf(node) {
  return node?.dataset?.square ? node.dataset.square.split(",").map(Number) : null;
}
