/** Moves that no square stands for, as buttons: a pass, or all moves of a game without squares; and their values. */

import { byId, element } from "./dom.js";
import { percent, worth } from "./numbers.js";

/** Show the moves that are open to the person, what they are worth and which is advised; `onMove` plays one. */
export function showLooseMoves({ position, advice }, isOpen, analysis, onMove) {
  const loose = isOpen ? position.legal.filter((move) => !move.path.length) : [];
  const focused = document.activeElement?.dataset?.loose;
  const buttons = loose.map((move) => {
    const button = moveButton(move, loose.length === 1, analysis, advice === move.move);
    button.addEventListener("click", () => onMove(move));
    return button;
  });
  byId("buttons").replaceChildren(...buttons);
  buttons.find((button) => button.dataset.loose === focused)?.focus();
}

function moveButton({ move }, isOnly, analysis, isAdvised) {
  const judgement = analysis?.moves.find((each) => each.move === move);
  const kinds = [isOnly ? "main" : "", isAdvised ? "advised" : "", analysis?.move === move ? "best" : ""];
  const button = element("button", { type: "button", class: kinds.filter(Boolean).join(" ") });
  button.dataset.loose = move;
  button.append(isOnly ? `Play ${move}` : move, ...written(judgement));
  if (isAdvised) button.append(element("span", { class: "unseen" }, ", advised"));
  return button;
}

function written(judgement) {
  if (!judgement) return [];
  const words = judgement.share != null ? percent(judgement.share) : worth(judgement.value, judgement.proven);
  return words ? [element("span", { class: "worth" }, words)] : [];
}
