/** The options of a game, such as the size of its board, and the names that set them: `hex:size=7`. */

import { element, option } from "./dom.js";

const MANY = 40;

/** Return the name of a game without its options. */
export const entryOf = (name) => name.split(":", 1)[0];

/** Return controls for the options of a game; `onName` is called with the name of the one that was chosen. */
export function optionFields(game, onName) {
  return game.options.map((each) => {
    const change = (value) => onName(nameWith(game, each.name, value));
    return isSwitch(each) ? toggle(each, change) : select(each, change);
  });
}

/** Return the name of a game in which an option has another value. */
function nameWith(game, name, value) {
  const values = game.options.map((each) => `${each.name}=${each.name === name ? value : each.value}`);
  return `${entryOf(game.name)}:${values.join(",")}`;
}

const isSwitch = ({ low, high }) => low === 0 && high === 1;
const title = ({ name }) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

function toggle(each, change) {
  const input = element("input", { type: "checkbox", checked: each.value === 1, name: `option-${each.name}` });
  input.addEventListener("change", () => change(input.checked ? 1 : 0));
  return element("label", { class: "switch" }, input, " ", element("span", {}, title(each)));
}

function select(each, change) {
  const field = count(each) > MANY ? numberField(each) : listField(each);
  field.value = each.value;
  field.addEventListener("change", () => field.reportValidity() && change(field.value));
  return element("label", { class: "option" }, element("span", {}, title(each)), field);
}

const count = ({ low, high, step }) => Math.floor((high - low) / step) + 1;

function listField(each) {
  const values = Array.from({ length: count(each) }, (_, at) => each.low + at * each.step);
  return element("select", { name: `option-${each.name}` }, ...values.map((value) => option(value, value)));
}

function numberField({ name, low, high, step }) {
  return element("input", { type: "number", name: `option-${name}`, min: low, max: high, step, required: true });
}
