/** Squares, pieces and moves in words. */

import { countOf, sideOf } from "./pieces.js";

/** Return the name of a square, as the game writes it. */
export function nameOf(position, [row, column]) {
  const { columns, sides, below, notes, style } = position;
  if (columns.length && sides.length) return columns[column] + sides[row];
  const note = style.inside === "numbers" ? notes.find(([down, right]) => down === row && right === column) : null;
  if (note) return `square ${note[2]}`;
  const label = (below.length && row ? below : columns)[column];
  if (below.length && label.trim()) return /\d/.test(label) ? `${style.shape} ${label}` : label;
  return `column ${columns[column] ?? column + 1}, row ${row + 1}`;
}

/** Return what stands on a square. */
export function wordsOf(position, cell) {
  if (cell === ".") return "empty";
  const side = sideOf(cell);
  if (side === null) return cell;
  const name = position.style.names[side];
  if (position.style.shape === "mark") return name;
  if (cell.length > 1) return `${name}, ${countOf(cell)}`;
  return name + (cell === cell.toUpperCase() ? " king" : "");
}
