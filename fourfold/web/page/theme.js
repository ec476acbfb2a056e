/** Dark or light: as the system has it, until the person chooses. */

import { byId } from "./dom.js";

const KEPT = "fourfold-theme";
const system = matchMedia("(prefers-color-scheme: dark)");
const SUN = "☀";
const MOON = "☾";

const kept = () => {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
};

const current = () => document.documentElement.dataset.theme || (system.matches ? "dark" : "light");

function show(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  const button = byId("theme");
  button.textContent = current() === "dark" ? SUN : MOON;
  button.setAttribute("aria-label", current() === "dark" ? "Switch to light" : "Switch to dark");
}

function toggle() {
  const theme = current() === "dark" ? "light" : "dark";
  try {
    localStorage.setItem(KEPT, theme);
  } catch {
    // a browser that keeps nothing still shows it now
  }
  show(theme);
}

/** Show the theme that the person or the system prefers, and let it be switched. */
export function begin() {
  show(kept());
  byId("theme").addEventListener("click", toggle);
  system.addEventListener("change", () => show(kept()));
}
