/** Who plays what: the games to choose from, the opponent, the person's side, the time to think. */

import { byId, element, option, shape } from "./dom.js";
import { optionFields } from "./variant.js";

const TIMES = [0.2, 1, 3, 10];
const ICONS = {
  connect_four: ["#1f5fc4", "#e9eff9", "#ffd23f", "#ffd23f", "#e5383b"],
  othello: ["#2b8a57", "#16181a", "#f6f6f2", "#f6f6f2", "#16181a"],
  draughts: ["#9c6b43", "none", "#2c2a29", "#fbf5e6", "none"],
  backgammon: ["#d9c39a", "#f4ecdc", "#a4343a", "#f4ecdc", "#a4343a"],
  breakthrough: ["#7d93a8", "#2c2a29", "#2c2a29", "#fbf5e6", "#fbf5e6"],
  gomoku: ["#e8c27a", "#1d1f21", "#fafaf5", "none", "#1d1f21"],
  hex: ["#f4ecd8", "#d1383d", "#2f6db5", "#2f6db5", "#d1383d"],
  kalah: ["#a9703c", "#6b4423", "#6b4423", "#6b4423", "#6b4423"],
};
const OWN = ["#cbc2ab", "none", "#2f6db5", "#e2703a", "none"];
const KINDS = { shipped: "Included", own: "Your files", run: "Your runs", earlier: "Your runs, earlier", plain: "Simple players" };

/** Show the games; `onGame` is called with the name of the one chosen. */
export function showGames(games, current, onGame) {
  const tabs = games.map((game) => {
    const tab = element("button", { type: "button", class: "tab" }, icon(game.name), game.title);
    tab.dataset.game = game.name;
    if (game.name === current) tab.setAttribute("aria-current", "true");
    tab.addEventListener("click", () => onGame(game.name));
    return tab;
  });
  byId("games").replaceChildren(...tabs);
  byId("games").querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
}

function icon(name) {
  const drawing = shape("svg", { viewBox: "0 0 24 24", class: "game-icon", "aria-hidden": "true" });
  if (name === "tic_tac_toe") {
    const line = { fill: "none", "stroke-width": 2.6, "stroke-linecap": "round" };
    const cross = shape("path", { d: "M4 4l7 7m0-7l-7 7", stroke: "#3f7fd0", ...line });
    drawing.append(cross, shape("circle", { cx: 17, cy: 17, r: 3.8, stroke: "#d1495b", ...line }));
    return drawing;
  }
  const [plate, ...discs] = ICONS[name] ?? OWN;
  drawing.append(shape("rect", { x: 2, y: 2, width: 20, height: 20, rx: 5, fill: plate }));
  const places = [[8, 8], [16, 8], [8, 16], [16, 16]];
  drawing.append(...places.map(([cx, cy], at) => shape("circle", { cx, cy, r: 3.3, fill: discs[at] })));
  return drawing;
}

/** Show the settings of a session; they change it as they are changed. `onName` is called with another game's name. */
export function showSetup(session, onName) {
  showOptions(session.game, onName);
  showPlayers(byId("player"), session.game.players, session.player);
  showWords(session);
  const [first, second] = session.game.sides;
  const { style } = session.position;
  const persons = [
    { value: "first", text: first, icon: disc(0, style) },
    { value: "second", text: second, icon: disc(1, style) },
    { value: "both", text: "Both" },
    { value: "none", text: "Watch" },
  ];
  showSegments("person", session.person, persons, (person) => session.change({ person }));
  const allowed = TIMES.filter((each) => each <= session.mostSeconds);
  const times = [...new Set([...allowed, session.seconds])].sort((one, other) => one - other);
  const choices = times.map((each) => ({ value: String(each), text: `${each} s` }));
  showSegments("seconds", String(session.seconds), choices, (value) => session.change({ seconds: Number(value) }));
  byId("dice-field").hidden = !session.game.chance;
  const rollers = [{ value: "roll", text: "Roll for me" }, { value: "enter", text: "I enter them" }];
  const roller = session.entersDice ? "enter" : "roll";
  showSegments("dice", roller, rollers, (value) => session.change({ entersDice: value === "enter" }));
}

/** Show the options of a game, unless they are shown already. */
function showOptions(game, onName) {
  const host = byId("options");
  if (host.dataset.game === game.name) return;
  host.dataset.game = game.name;
  host.hidden = !game.options.length;
  const focused = host.contains(document.activeElement) ? document.activeElement.name : "";
  host.replaceChildren(...optionFields(game, onName));
  if (focused) host.querySelector(`[name="${focused}"]`)?.focus();
}

/** Fill a select with players, in groups by where they come from. */
export function showPlayers(select, players, current) {
  const names = players.map((each) => `${each.name} ${each.title}`).join();
  if (select.dataset.names === names) {
    select.value = current;
    return;
  }
  select.dataset.names = names;
  const groups = Object.entries(KINDS).map(([kind, label]) => {
    const those = players.filter((each) => each.kind === kind);
    return element("optgroup", { label }, ...those.map((each) => option(each.name, each.title)));
  });
  select.replaceChildren(...groups.filter((group) => group.children.length));
  select.value = current;
}

function showWords(session) {
  byId("player-words").textContent = session.game.players.find((each) => each.name === session.player)?.words ?? "";
}

function showSegments(id, current, choices, onChoice) {
  const segments = choices.map(({ value, text, icon: sign = [] }) => {
    const input = element("input", { type: "radio", name: id, value, checked: value === current });
    input.addEventListener("change", () => onChoice(value));
    return element("label", { class: "segment" }, input, element("span", {}, ...sign, text));
  });
  const focused = byId(id).contains(document.activeElement);
  byId(id).replaceChildren(...segments);
  if (focused) byId(id).querySelector("input:checked")?.focus();
}

function disc(side, style) {
  if (style.shape === "mark") return [];
  const fill = side === 0 ? style.first : style.second;
  const circle = shape("circle", { cx: 6, cy: 6, r: 5, fill, "stroke-width": 1 });
  return [shape("svg", { viewBox: "0 0 12 12", class: "disc-icon", "aria-hidden": "true" }, circle)];
}
