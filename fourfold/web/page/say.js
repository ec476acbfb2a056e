/** Words for those who listen to the page, and short notices for those who look at it. */

import { byId, element } from "./dom.js";

const STAYS = 4500;
const OFFER_STAYS = 12000;
let fading;

/** Say text to screen readers. */
export function say(text) {
  const region = byId("spoken");
  region.textContent = region.textContent === text ? text + "\u00a0" : text;
}

/** Show text for a moment at the edge of the page, and say it. */
export function notice(text) {
  show([text], STAYS);
  say(text);
}

/** Show text with a button that does something about it. */
export function offer(text, label, deed) {
  const button = element("button", { type: "button", class: "link" }, label);
  button.addEventListener("click", () => {
    byId("notice").classList.remove("shown");
    deed();
  });
  show([text, " ", button], OFFER_STAYS);
  byId("notice").removeAttribute("aria-hidden");
  say(`${text} ${label}`);
}

function show(content, milliseconds) {
  const box = byId("notice");
  box.replaceChildren(...content);
  box.setAttribute("aria-hidden", "true");
  box.classList.add("shown");
  clearTimeout(fading);
  fading = setTimeout(() => box.classList.remove("shown"), milliseconds);
}

/** Show text at the top of the page for as long as it holds; an empty one takes it away. */
export function banner(text) {
  byId("banner").textContent = text;
  byId("banner").hidden = !text;
}
