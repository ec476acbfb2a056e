/** What a player thinks, while it does: value, depth, speed and the line it expects. */

import { byId, element, figures } from "./dom.js";
import { short, worth } from "./numbers.js";

const LINE = 10;
const REST = "What the player is thinking appears here.";
const WAITS = {
  compiling: "Compiling, the first time only: this takes a few seconds …",
  waiting: "Waiting for other searches to end …",
};

/** Show a word of the server about the search; null when nothing is thought about. */
export function showThought(word, busy) {
  byId("thinking").replaceChildren(...(word ? describe(word) : [rest(REST)]));
  byId("thinking").classList.toggle("busy", busy);
  byId("thinker").textContent = busy ? "searching …" : word ? "done" : "";
}

function rest(text) {
  return element("p", { class: "words" }, text);
}

function describe(word) {
  if (WAITS[word.kind]) return [element("p", { class: "words pulse" }, WAITS[word.kind])];
  if (!word.depth && !word.nodes && word.kind !== "thinking") return [rest("Chosen without search."), line(word)];
  const seen = figures([
    ["value", worth(word.value, word.proven) || "–"],
    ["depth", word.depth || "–"],
    ["positions", word.nodes ? short(word.nodes) : "–"],
    ["a second", word.rate ? short(word.rate) : "–"],
  ]);
  return [seen, line(word)];
}

function line({ line: moves, words, move }) {
  const shown = moves?.length ? moves : move ? [move] : [];
  const steps = shown.slice(0, LINE).map((each) => element("span", { class: "step" }, each));
  if (shown.length > LINE) steps.push(element("span", { class: "faint" }, "…"));
  if (!steps.length) steps.push(element("span", { class: "faint" }, words ?? "–"));
  return element("p", { class: "line", title: "The expected moves" }, ...steps);
}
