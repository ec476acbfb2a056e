/** How the game stands, in words: over the board, and for those who listen. */

import { drawRoll, inWords } from "./dice.js";
import { byId } from "./dom.js";
import { short } from "./numbers.js";

/** Show whose turn it is or how the game ended, and which buttons mean something now. */
export function showStatus(session) {
  const isOpen = session.isPersonsTurn();
  byId("status").textContent = headline(session);
  byId("status-more").textContent = [detail(session), lead(session)].filter(Boolean).join(" · ");
  showRoll(session.outcome() ? "" : session.roll());
  Object.assign(document.querySelector(".table").dataset, { state: stateOf(session), ply: session.at });
  byId("undo").disabled = session.at === 0 && !session.resigned;
  byId("hint").disabled = !isOpen;
  byId("resign").disabled = !isOpen || session.at < session.moves.length;
}

/** Show what fell by chance for the side that is to move. */
function showRoll(text) {
  if (byId("roll").dataset.roll === text) return;
  byId("roll").dataset.roll = text;
  byId("roll").replaceChildren(...(text ? [drawRoll(text)] : []));
}

/** Return whether the side to move has to take something. */
export function mustCapture({ legal }) {
  return legal.some((move) => move.forced && move.captures.length && move.path.length > 1);
}

/** Return a move that was just made, in words. */
export function moveWords(session, move) {
  const who = session.turn(session.at - 1);
  if (who === null) return `${session.game.sides[session.turn()]} rolls ${inWords(move.move)}`;
  const mover = session.game.sides[who];
  const verb = session.position.style.inside === "dots" ? "turns" : "captures";
  return `${mover}: ${move.move}${move.captures.length ? `, ${verb} ${move.captures.length}` : ""}`;
}

function stateOf(session) {
  if (session.outcome()) return "over";
  if (session.position.isPending) return "moving";
  if (session.isChance()) return session.isEntering() ? "entering" : "rolling";
  return session.isPersonsTurn() ? "yours" : "thinking";
}

function headline(session) {
  const outcome = session.outcome();
  if (outcome) return outcome.words.charAt(0).toUpperCase() + outcome.words.slice(1);
  if (session.at < session.moves.length) return `Move ${session.at} of ${session.moves.length}`;
  const side = session.game.sides[session.turn()];
  if (session.isChance()) return session.isEntering() ? `What does ${side} roll?` : `${side} rolls …`;
  if (session.isPlayersTurn()) return `${side} is thinking …`;
  return session.person === "both" ? `${side} to move` : "Your turn";
}

function detail(session) {
  const outcome = session.outcome();
  if (outcome) return ending(session, outcome);
  if (session.isPlayersTurn()) return glimpse(session.thought);
  if (session.isChance()) return "";
  if (mustCapture(session.position)) return "You must capture";
  const side = session.game.sides[session.turn()];
  if (session.movesAgain()) return session.person === "both" ? `${side} moves again` : "You move again";
  return session.person === "both" ? "" : `${side} to move`;
}

/** Return who is ahead by how many points, in a game that has them. */
function lead(session) {
  const { points } = session.position;
  if (!points || session.outcome()) return "";
  const [side, many] = [session.game.sides[points > 0 ? 0 : 1], Math.abs(points)];
  return `${side} leads by ${many}`;
}

function glimpse(thought) {
  if (thought?.kind !== "thinking") return "";
  return `depth ${thought.depth}, ${short(thought.rate)} positions a second`;
}

function ending(session, { winner }) {
  if (winner === null || session.person === "both" || session.person === "none") return `after ${session.at} moves`;
  return (winner === 0) === (session.person === "first") ? "Well played!" : "Try again?";
}
