/** What moves are worth, written on the board: values of a search, shares of a ranking, and exact scores. */

import { shape } from "./dom.js";
import { SIZE } from "./ground.js";
import { percent, worth } from "./numbers.js";

/** Return the drawings that show what moves of the board's position are worth. */
export function drawValues(board, analysis, exact) {
  if (!board.position?.rows.length) return [];
  const places = placed(board, analysis?.moves ?? []);
  const isRanking = places.some((place) => place.share != null);
  const best = board.position.legal.find((move) => move.move === analysis?.move);
  const bestSquare = String(best && squareFor(best, board.choice));
  const isBest = (place) => String(place.square) === bestSquare;
  const drawn = places.flatMap((place) => drawPlace(board.layout, place, isRanking, isBest(place)));
  return [...drawn, ...drawExact(board, exact)];
}

const strength = (place) => place.share ?? place.value;

/** Return the best judgement for each square where it is to be seen: where a move ends, or the piece to be chosen. */
function placed({ position, choice }, judgements) {
  const found = new Map();
  for (const judgement of judgements) {
    const move = position.legal.find((each) => each.move === judgement.move);
    const square = move && squareFor(move, choice);
    if (!square || strength(judgement) === null) continue;
    const known = found.get(String(square));
    if (!known || strength(judgement) > strength(known)) found.set(String(square), { ...judgement, square });
  }
  return [...found.values()];
}

function squareFor(move, choice) {
  if (move.path.length < 2) return move.path[0];
  if (!choice.steps.length) return move.path[0];
  return String(move.path[0]) === String(choice.steps[0]) ? move.path.at(-1) : null;
}

function drawPlace(layout, place, isRanking, isBest) {
  const lines = (isRanking ? percent(place.share) : worth(place.value, place.proven)).split(/ (?=in )/);
  const signs = { class: `value${isBest ? " best" : ""}`, "data-move": place.move, "data-at": place.square };
  const drawn = shape("g", signs, ...pill(layout, place.square, lines));
  return isRanking ? [heat(layout, place), drawn] : [drawn];
}

/** Return a dark ground with lines of text on it. */
function pill(layout, square, lines) {
  const [x, y] = layout.centre(square);
  const longest = Math.max(...lines.map((line) => line.length));
  const [wide, high] = [Math.min(20 + 15 * longest, SIZE), 14 + 24 * lines.length];
  const ground = shape("rect", { x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: 18, class: "pill" });
  const first = y + 8 - 12 * (lines.length - 1);
  return [ground, ...lines.map((line, at) => shape("text", { x, y: first + 24 * at, class: "pill-text" }, line))];
}

function heat(layout, { square, share }) {
  const [x, y] = layout.centre(square);
  const opacity = (0.12 + 0.85 * Math.sqrt(share)).toFixed(3);
  if (layout.falls) return shape("circle", { cx: x, cy: y, r: 41, class: "heat", opacity });
  return shape("rect", { x: x - SIZE / 2, y: y - SIZE / 2, width: SIZE, height: SIZE, class: "heat", opacity });
}

/** Return a row of exact scores under the columns. */
function drawExact({ position, layout }, exact) {
  if (!exact) return [];
  const best = Math.max(...exact.moves.map((each) => each.score));
  return exact.moves.flatMap(({ move, score }) => {
    const square = position.legal.find((each) => each.move === move)?.path[0];
    if (!square) return [];
    const [x] = layout.centre(square);
    const y = layout.height - 4;
    const kind = score > 0 ? "wins" : score < 0 ? "loses" : "draws";
    const text = score > 0 ? `+${score}` : String(score).replace("-", "−");
    const pill = shape("rect", { x: x - 34, y: y - 40, width: 68, height: 38, rx: 19, class: `exact ${kind}` });
    const words = shape("text", { x, y: y - 12, class: "pill-text" }, text);
    return [shape("g", { class: `truth${score === best ? " best" : ""}`, "data-move": move }, pill, words)];
  });
}
