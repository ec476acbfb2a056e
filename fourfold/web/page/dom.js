/** Elements of the page, made in one call each. */

const SVG = "http://www.w3.org/2000/svg";

/** Return an HTML element; properties are set as they are, `class` and names with a hyphen as attributes. */
export function element(name, properties = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class" || key.includes("-")) node.setAttribute(key, value);
    else node[key] = value;
  }
  node.append(...children);
  return node;
}

/** Return an SVG element with these attributes; those that are null are left out. */
export function shape(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

/** Return a choice of a select. */
export const option = (value, textContent) => element("option", { value, textContent });

/** Return a list of figures from pairs of a name and what it is. */
export function figures(pairs) {
  const item = (name, value) => element("div", {}, element("dt", {}, name), element("dd", {}, String(value)));
  return element("dl", { class: "figures" }, ...pairs.map(([name, value]) => item(name, value)));
}

/** Return the element with this id. */
export const byId = (id) => document.getElementById(id);

/** Return whether the person asked for no movement. */
export const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Resolve after some milliseconds. */
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Give the file of a text to the person. */
export function download(text, filename) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  element("a", { href: address, download: filename }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
