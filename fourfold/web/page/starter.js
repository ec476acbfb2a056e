/** The form that starts a run. */

import { get } from "./api.js";
import { element, option } from "./dom.js";
import { optionFields } from "./variant.js";

const SIZES = { minute: "A minute or so", short: "Some minutes", long: "An hour or more" };

/** A form for a new run; `onStart` is called with what to ask of the server, and not again before it is done. */
export class Starter {
  #games;
  #methods;
  #game = element("select", { id: "run-game" });
  #learner = element("select", { id: "run-learner" });
  #size = element("select", { id: "run-size" });
  #words = element("p", { class: "words" });
  #options = element("div", { class: "options", role: "group", "aria-label": "Options of the game" });
  #chosen = null;

  constructor(games, learners, onStart) {
    this.#methods = learners;
    this.#games = games.filter((game) => game.learners.length);
    this.#game.append(...this.#games.map((game) => option(game.name, game.title)));
    this.#size.append(...Object.entries(SIZES).map(([value, text]) => option(value, text)));
    this.#game.addEventListener("change", () => this.#choose(this.#entry()));
    this.#learner.addEventListener("change", () => this.#showWords());
    const start = element("button", { type: "submit", class: "main", id: "run-start" }, "Start learning");
    const fields = [["Game", this.#game], ["Method", this.#learner], ["Length", this.#size]];
    this.node = element("form", { class: "card starter" }, element("header", {}, element("h2", {}, "Start a run")));
    for (const [name, field] of fields) {
      this.node.append(element("label", { class: "field" }, element("span", {}, name), field));
    }
    this.node.children[1].after(this.#options);
    this.node.append(this.#words, start);
    this.node.addEventListener("submit", async (event) => {
      event.preventDefault();
      start.disabled = true;
      const chosen = { game: this.#chosen.name, learner: this.#learner.value, size: this.#size.value };
      await onStart({ ...chosen, key: newKey() }).finally(() => (start.disabled = false));
    });
    this.#choose(this.#entry());
  }

  #entry() {
    return this.#games.find((game) => game.name === this.#game.value) ?? { name: "", learners: [], options: [] };
  }

  /** Offer what a game, which may have options, can be learned by. */
  #choose(game) {
    this.#chosen = game;
    const find = (name) => get(`/api/games/${encodeURIComponent(name)}`);
    const fields = optionFields(game, async (name) => this.#choose(await find(name)));
    const focused = this.#options.contains(document.activeElement) ? document.activeElement.name : "";
    this.#options.replaceChildren(...fields);
    this.#options.hidden = !fields.length;
    if (focused) this.#options.querySelector(`[name="${focused}"]`)?.focus();
    this.#learner.replaceChildren(...game.learners.map((each) => option(each, this.#methods[each].title)));
    this.#showWords();
  }

  #showWords() {
    this.#words.textContent = this.#methods[this.#learner.value]?.words ?? "";
  }
}

/** Return a word that nobody else has: the server knows by it a request that comes again. */
function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
