/** The evaluation over the whole game: a bar for every position, up for the first side, down for the second. */

import { byId, element } from "./dom.js";
import { signed } from "./numbers.js";

/** Draw the course of a session; a bar takes the person to its position. */
export function showCourse(session, onPly) {
  const { style } = session.position;
  const course = session.course();
  const bars = course.map(([ply, value]) => bar(session, value, ply, onPly));
  const focused = byId("course").contains(document.activeElement);
  byId("course").replaceChildren(...bars);
  if (focused) byId("course").querySelector("[aria-current]").focus();
  byId("course").style.setProperty("--first", style.first);
  byId("course").style.setProperty("--second", style.second);
  byId("course-value").textContent = judged(session, course.find(([ply]) => ply === session.at)[1]);
  byId("ply").textContent = `${session.at} of ${session.moves.length}`;
  for (const id of ["to-start", "back"]) byId(id).disabled = session.at === 0;
  for (const id of ["forth", "to-end"]) byId(id).disabled = session.at === session.moves.length;
}

function bar(session, value, ply, onPly) {
  const name = ply ? `after ${ply}: ${session.moves[ply - 1]}` : "the beginning";
  const label = `${name}, ${words(session, value) || "not judged yet"}`;
  const button = element("button", { type: "button", class: "bar", title: label, "aria-label": label });
  if (ply === session.at) button.setAttribute("aria-current", "step");
  button.tabIndex = ply === session.at ? 0 : -1;
  button.dataset.ply = ply;
  if (value !== null) button.append(column(value));
  button.addEventListener("click", () => onPly(ply));
  return button;
}

function column(value) {
  const part = element("span", { class: value >= 0 ? "up" : "down" });
  // the root makes small leads visible: most of a game is played within a tenth of even
  part.style.height = `${Math.max(2, 50 * Math.sqrt(Math.abs(value)))}%`;
  return part;
}

/** Return who says what of the position shown. */
function judged(session, value) {
  const { title, searches } = session.judge();
  if (session.position.outcome || !searches || !session.moves.length) return words(session, value);
  return `${title}: ${words(session, value) || "…"}`;
}

function words(session, value) {
  if (value === null || value === undefined) return "";
  if (Math.abs(value) < 0.005) return "even";
  return `${session.game.sides[value > 0 ? 0 : 1]} ${signed(Math.abs(value))}`;
}
