/**
 * Moves as buttons: those that no square stands for (a pass, all moves of a game without squares), those that the
 * squares tapped so far leave open, what may fall by chance; and a list of the moves of several pieces.
 */

import { drawRoll, inWords } from "./dice.js";
import { byId, element } from "./dom.js";
import { percent, worth } from "./numbers.js";

const FEW = 12;

/** Show the moves that are open to the person, what they are worth and which is advised; `onMove` plays one. */
export function showLooseMoves(session, choice, analysis, onMove) {
  const isOpen = session.isPersonsTurn();
  const { legal } = session.position;
  const loose = isOpen ? legal.filter((move) => !move.path.length) : [];
  const left = isOpen && choice.hops.length ? choice.candidates() : [];
  const shown = unique([...loose, ...(left.length <= FEW ? left : [])]);
  const isOnly = isOpen && legal.length === loose.length && shown.length === 1;
  fill("buttons", shown.map((move) => moveButton(session, move, isOnly, analysis, onMove)));
  const plays = isOpen && legal.some((move) => move.parts) ? unique(choice.candidates()) : [];
  byId("plays").hidden = !plays.length;
  byId("plays-title").textContent = `List of moves (${plays.length})`;
  if (byId("plays").open) showPlays(session, choice, analysis, onMove);
}

/** Fill the list of moves of several pieces, the best ones first if they were judged. */
function showPlays(session, choice, analysis, onMove) {
  const plays = unique(choice.candidates());
  const judged = new Map(analysis?.moves.map((each) => [each.move, each.share ?? each.value]));
  plays.sort((one, other) => (judged.get(other.move) ?? -2) - (judged.get(one.move) ?? -2));
  fill("plays-list", plays.map((move) => moveButton(session, move, false, analysis, onMove)));
}

/** Show what may fall by chance, for a person who enters it; `onRoll` is called with what did. */
export function showRolls(session, onRoll) {
  const buttons = session.position.chances.map(({ move }) => {
    const kind = { type: "button", class: "roll-button", "aria-label": inWords(move) };
    const button = element("button", kind, drawRoll(move));
    button.dataset.loose = move;
    button.addEventListener("click", () => onRoll(move));
    return button;
  });
  fill("buttons", buttons);
}

function unique(moves) {
  return [...new Map(moves.map((move) => [move.move, move])).values()];
}

/** Put buttons into a place; the focus stays on the move that had it. */
function fill(id, buttons) {
  const focused = document.activeElement?.dataset?.loose;
  const isHere = byId(id).contains(document.activeElement);
  byId(id).replaceChildren(...buttons);
  if (isHere) buttons.find((button) => button.dataset.loose === focused)?.focus();
}

function moveButton({ advice }, move, isOnly, analysis, onMove) {
  const isAdvised = advice === move.move;
  const judgement = analysis?.moves.find((each) => each.move === move.move);
  const kinds = [isOnly ? "main" : "", isAdvised ? "advised" : "", analysis?.move === move.move ? "best" : ""];
  const button = element("button", { type: "button", class: kinds.filter(Boolean).join(" ") });
  button.dataset.loose = move.move;
  button.append(isOnly ? `Play ${move.move}` : move.move, ...written(judgement));
  if (isAdvised) button.append(element("span", { class: "unseen" }, ", advised"));
  button.addEventListener("click", () => onMove(move));
  return button;
}

function written(judgement) {
  if (!judgement) return [];
  const words = judgement.share != null ? percent(judgement.share) : worth(judgement.value, judgement.proven);
  return words ? [element("span", { class: "worth" }, words)] : [];
}
