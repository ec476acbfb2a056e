/** What moves are worth, written on the board: values of a search, shares of a ranking, and exact scores. */

import { shape } from "./dom.js";
import { SIZE } from "./layout.js";
import { percent, worth } from "./numbers.js";
import { countOf } from "./pieces.js";

const LARGE = 10;

/** Return the drawings that show what moves of the board's position are worth. */
export function drawValues(board, analysis, exact) {
  if (!board.position?.rows.length) return [];
  const places = placed(board, analysis?.moves ?? []);
  const isRanking = places.some((place) => place.share != null);
  const best = board.position.legal.find((move) => move.move === analysis?.move);
  const bestSquares = best ? squaresFor(best, board.choice).map(String) : [];
  const isBest = ({ square }) => bestSquares.includes(String(square));
  const drawn = places.flatMap((place) => drawPlace(board, place, isRanking, isBest(place)));
  return [...drawn, ...drawExact(board, exact)];
}

const strength = (place) => place.share ?? place.value;

/** Return the best judgement for each square where it is to be seen: where a move ends, or a piece to be chosen. */
function placed({ choice, position }, judgements) {
  const moves = choice.legal.length ? choice.candidates() : position.legal;
  const [found, open] = [new Map(), new Map(moves.map((move) => [move.move, move]))];
  for (const judgement of judgements) {
    const move = strength(judgement) === null ? null : open.get(judgement.move);
    for (const square of move ? squaresFor(move, choice) : []) {
      const known = found.get(String(square));
      if (!known || strength(judgement) > strength(known)) found.set(String(square), { ...judgement, square });
    }
  }
  return [...found.values()];
}

/** Return the squares that stand for a move: of its pieces or, once one is chosen, where that goes. */
function squaresFor({ path, parts = [path] }, choice) {
  if (!choice.steps.length) return parts.filter((each) => each.length).map((each) => each[0]);
  return parts.filter((each) => String(each[0]) === String(choice.steps[0])).map((each) => each.at(-1));
}

function drawPlace({ layout, rows }, place, isRanking, isBest) {
  const words = isRanking ? percent(place.share) : worth(place.value, place.proven, layout.columns > LARGE);
  const signs = { class: `value${isBest ? " best" : ""}`, "data-move": place.move, "data-at": place.square };
  const [row, column] = place.square;
  const middle = layout.spot(place.square, Math.max(0, countOf(rows[row][column]) - 1));
  const drawn = shape("g", signs, ...pill(layout, middle, words.split(/ (?=in )/)));
  return isRanking ? [heat(layout, place), drawn] : [drawn];
}

/** Return a dark ground with lines of text on it, larger on a large board. */
function pill(layout, [x, y], lines) {
  const size = layout.columns > LARGE ? 30 : 23;
  const longest = Math.max(...lines.map((line) => line.length));
  const [wide, high] = [Math.min(20 + 0.65 * size * longest, SIZE), 14 + (size + 1) * lines.length];
  const ground = shape("rect", { x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: 18, class: "pill" });
  const first = y + size / 3 - ((size + 1) / 2) * (lines.length - 1);
  const kind = { class: "pill-text", "font-size": size };
  return [ground, ...lines.map((line, at) => shape("text", { x, y: first + (size + 1) * at, ...kind }, line))];
}

function heat(layout, { square, share }) {
  const [x, y] = layout.centre(square);
  const opacity = (0.12 + 0.85 * Math.sqrt(share)).toFixed(3);
  if (layout.falls) return shape("circle", { cx: x, cy: y, r: 41, class: "heat", opacity });
  return layout.cell(square, { class: "heat", opacity });
}

/** Return a row of exact scores under the columns, or of what is known of them so far. */
function drawExact({ position, layout }, exact) {
  if (!exact) return [];
  return exact.moves.flatMap(({ move, score, low, high, words }) => {
    const square = position.legal.find((each) => each.move === move)?.path[0];
    if (!square) return [];
    const [x] = layout.centre(square);
    const y = layout.height - 4;
    const [kind, isOpen] = [low > 0 ? "wins" : high < 0 ? "loses" : "draws", score === null];
    const text = isOpen ? boundsText(low, high, words) : withSign(score);
    const [half, size] = text.length < 4 ? [34, 23] : [47, Math.min(19, 105 / text.length)];
    const sides = { x: x - half, y: y - 40, width: 2 * half, height: 38, rx: 19 };
    const pill = shape("rect", { ...sides, class: `exact ${kind}${isOpen ? " open" : ""}` });
    const number = shape("text", { x, y: y - 21 + size / 3, class: "pill-text", "font-size": size }, text);
    const isBest = !isOpen && score === exact.value;
    const signs = { class: `truth${isBest ? " best" : ""}`, "data-move": move };
    return [shape("g", { ...signs, role: "img", "aria-label": `${move} ${words}` }, pill, number)];
  });
}

/** Return the bounds of a score, or a question mark where words say that nothing is known of it. */
function boundsText(low, high, words) {
  const isUnknown = low < 0 && high > 0 && !/\d/.test(words);
  return isUnknown ? "?" : `${withSign(low)}…${withSign(high)}`;
}

function withSign(score) {
  return score > 0 ? `+${score}` : String(score).replace("-", "−");
}
