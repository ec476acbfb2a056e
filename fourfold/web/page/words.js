/** Squares, pieces and moves in words. */

/** Return the name of a square, as the game writes it. */
export function nameOf(position, [row, column]) {
  const { columns, sides, notes, style } = position;
  if (columns.length && sides.length) return columns[column] + sides[row];
  const note = style.inside === "numbers" ? notes.find(([down, right]) => down === row && right === column) : null;
  if (note) return `square ${note[2]}`;
  return `column ${columns[column] ?? column + 1}, row ${row + 1}`;
}

/** Return what stands on a square. */
export function wordsOf(position, letter) {
  if (letter === ".") return "empty";
  const side = "xX".includes(letter) ? 0 : "oO".includes(letter) ? 1 : null;
  if (side === null) return letter;
  const name = position.style.names[side];
  if (position.style.shape === "mark") return name;
  return name + (letter === letter.toUpperCase() ? " king" : "");
}
