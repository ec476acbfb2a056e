/** Another run of the same game, drawn beside the one that is shown: which one, and by what. */

import { element, option } from "./dom.js";

const AXES = ["work", "minutes"];

/** The choice of a second run; `onChange` is called when the person has made one. */
export class Comparison {
  #other = element("select", { id: "compare-with" });
  #by = element("select", { id: "compare-by" });
  #field = element("label", { class: "field inline" }, element("span", {}, "drawn by"), this.#by);
  #wish = {};

  constructor(onChange) {
    this.#other.addEventListener("change", () => onChange({ ...this.#wish, with: this.#other.value }));
    this.#by.addEventListener("change", () => onChange({ ...this.#wish, by: this.#by.value }));
    const other = element("label", { class: "field inline" }, element("span", {}, "compare with"), this.#other);
    this.node = element("div", { class: "comparison", hidden: true }, other, this.#field);
  }

  /** Take up what is wished for: the name of a run, and one of the axes. */
  set wish({ with: other = "", by = "" }) {
    this.#wish = { with: other ?? "", by: by ?? "" };
  }

  get wish() {
    return this.#wish;
  }

  /** Offer the runs that a run can be compared with; return the one that is chosen, if there is one. */
  offer(run, runs) {
    const others = runs.filter((each) => each.name !== run.name && each.game === run.game && each.curve.length);
    const isPossible = run.curve.length > 0 && others.length > 0;
    this.node.hidden = !isPossible;
    fill(this.#other, [["", "no other run"], ...others.map((each) => [each.name, each.name])], this.#wish.with);
    return isPossible ? others.find((each) => each.name === this.#wish.with) : undefined;
  }

  /** Return the drawing of both by the axis that is wished for, or another that both have; null if there is none. */
  choose(found) {
    const axes = AXES.filter((axis) => found?.[axis]);
    const axis = axes.includes(this.#wish.by) ? this.#wish.by : axes[0];
    this.#field.hidden = axes.length < 2;
    fill(this.#by, axes.map((each) => [each, each === "work" ? found.work.labels.x : each]), axis);
    return axis ? found[axis] : null;
  }
}

/** Fill a select, unless it has these choices already: one that is open would close. */
function fill(select, choices, value) {
  const names = JSON.stringify(choices);
  if (select.dataset.names !== names) select.replaceChildren(...choices.map((each) => option(...each)));
  select.dataset.names = names;
  select.value = value ?? "";
}
