/** What fell by chance, drawn: dice with their pips, anything else as a chip. */

import { element, shape } from "./dom.js";

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** Return the drawing of a roll; two digits from 1 to 6 are two dice. */
export function drawRoll(text) {
  const label = inWords(text);
  if (!isDice(text)) return element("span", { class: "roll-chip" }, text);
  const dice = [...text].map((face, at) => die(PIPS[face], 26 * at));
  return shape("svg", { viewBox: "0 0 50 24", class: "dice", role: "img", "aria-label": label }, ...dice);
}

const isDice = (text) => /^[1-6]{2}$/.test(text);

/** Return a roll in words. */
export function inWords(text) {
  return isDice(text) ? `${text[0]} and ${text[1]}` : text;
}

function die(places, left) {
  const place = (at) => ({ cx: left + 6 + 6 * (at % 3), cy: 6 + 6 * Math.floor(at / 3) });
  const pips = places.map((at) => shape("circle", { ...place(at), r: 2.3 }));
  return shape("g", {}, shape("rect", { x: left + 0.5, y: 0.5, width: 23, height: 23, rx: 5 }), ...pips);
}
