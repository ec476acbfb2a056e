/** Words for those who listen to the page, and short notices for those who look at it. */

import { byId } from "./dom.js";

const STAYS = 4500;
let fading;

/** Say text to screen readers. */
export function say(text) {
  const region = byId("spoken");
  region.textContent = region.textContent === text ? text + "\u00a0" : text;
}

/** Show text for a moment at the edge of the page, and say it. */
export function notice(text) {
  const box = byId("notice");
  box.textContent = text;
  box.classList.add("shown");
  clearTimeout(fading);
  fading = setTimeout(() => box.classList.remove("shown"), STAYS);
  say(text);
}
