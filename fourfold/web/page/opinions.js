/** What the nets of a run think of a few positions: the first, an early and the newest one, side by side. */

import { element } from "./dom.js";
import { percent, signed } from "./numbers.js";

/** A table that is asked for when it is opened, and again when the run has gone on; `ask` gets what is at a path. */
export class Opinions {
  #ask;
  #run = null;
  #path = "";
  #known = "";
  #table = element("div", { class: "opinions" });

  constructor(ask) {
    this.#ask = ask;
    const words = "Its values are for the side to move, from −1 to 1, without search; and the move that it prefers.";
    const summary = element("summary", {}, "What it thinks of some positions");
    this.node = element("details", { hidden: true }, summary, element("p", { class: "words" }, words), this.#table);
    this.node.addEventListener("toggle", () => this.#refresh());
  }

  /** Offer the opinions of a run whose nets have some. */
  show(run, path) {
    [this.#run, this.#path] = [run, path];
    this.node.hidden = !run.earlier?.length;
    this.#refresh();
  }

  async #refresh() {
    if (!this.node.open || this.node.hidden) return;
    const wanted = JSON.stringify([this.#path, this.#run.earlier.length, this.#run.curve.length, this.#run.state]);
    if (wanted === this.#known) return;
    this.#known = wanted;
    const run = this.#run;
    const found = await this.#ask(`${this.#path}/opinions`);
    if (wanted === this.#known) this.#table.replaceChildren(...(found ? [table(run, found)] : []));
  }
}

function table(run, { positions, nets }) {
  const names = nets.map(({ share }, at) => (at === nets.length - 1 ? "now" : percent(share)));
  const head = ["position", ...names].map((name) => element("th", { scope: "col" }, name));
  const rows = positions.map((position, at) => {
    const cells = nets.map(({ opinions }) => {
      const { value, move } = opinions[at];
      return element("td", {}, element("strong", {}, signed(value)), element("span", { class: "faint" }, move));
    });
    return element("tr", {}, element("th", { scope: "row" }, board(run, position)), ...cells);
  });
  return element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
}

/** Return a drawing of a position, which leads to it. */
function board(run, { moves, svg }) {
  const alt = moves.length ? `the position after ${moves.join(" ")}` : "the initial position";
  const image = element("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt });
  const wish = { game: run.game, player: run.player, person: "both", moves: moves.join(",") };
  return element("a", { href: `#${new URLSearchParams(wish)}`, title: "Look at it on the board" }, image);
}
