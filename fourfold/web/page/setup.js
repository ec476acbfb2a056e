/** Who plays what: the games to choose from, the opponent, the person's side, the time to think. */

import { byId, element, shape } from "./dom.js";

const TIMES = [0.2, 1, 3, 10];
const ICONS = {
  connect_four: { plate: "#1f5fc4", discs: [[8, 8, "#e9eff9"], [16, 8, "#ffd23f"], [8, 16, "#ffd23f"], [16, 16, "#e5383b"]] },
  othello: { plate: "#2b8a57", discs: [[8, 8, "#16181a"], [16, 8, "#f6f6f2"], [8, 16, "#f6f6f2"], [16, 16, "#16181a"]] },
  draughts: { plate: "#9c6b43", discs: [[16, 8, "#2c2a29"], [8, 16, "#fbf5e6"]] },
};
const OWN = { plate: "#cbc2ab", discs: [[16, 8, "#2f6db5"], [8, 16, "#e2703a"]] };
const KINDS = { shipped: "Comes with Fourfold", run: "Your runs", plain: "Simple players" };

/** Show the games; `onGame` is called with the name of the one chosen. */
export function showGames(games, current, onGame) {
  const tabs = games.map((game) => {
    const tab = element("button", { type: "button", class: "tab", "data-game": game.name }, icon(game.name), game.title);
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
  const { plate, discs } = ICONS[name] ?? OWN;
  drawing.append(shape("rect", { x: 2, y: 2, width: 20, height: 20, rx: 5, fill: plate }));
  for (const [cx, cy, fill] of discs) drawing.append(shape("circle", { cx, cy, r: 3.3, fill }));
  return drawing;
}

/** Show the settings of a session; they change it as they are changed. */
export function showSetup(session) {
  showPlayers(byId("player"), session.game.players, session.player);
  showWords(session);
  const [first, second] = session.game.sides;
  const persons = [["first", first, 0], ["second", second, 1], ["both", "Both"], ["none", "Watch"]];
  showSegments("person", session.person, persons.map(([value, text, side]) => ({ value, text, side, style: session.position?.style })), (person) => session.change({ person }));
  const times = TIMES.includes(session.seconds) ? TIMES : [...TIMES, session.seconds].sort((a, b) => a - b);
  showSegments("seconds", String(session.seconds), times.map((each) => ({ value: String(each), text: `${each} s` })), (value) =>
    session.change({ seconds: Number(value) }),
  );
}

/** Fill a select with players, in groups by where they come from. */
export function showPlayers(select, players, current) {
  const groups = Object.entries(KINDS).map(([kind, label]) => {
    const options = players.filter((each) => each.kind === kind).map((each) => element("option", { value: each.name, textContent: each.title }));
    return element("optgroup", { label }, ...options);
  });
  select.replaceChildren(...groups.filter((group) => group.children.length));
  select.value = current;
}

function showWords(session) {
  byId("player-words").textContent = session.game.players.find((each) => each.name === session.player)?.words ?? "";
}

function showSegments(id, current, choices, onChoice) {
  const segments = choices.map(({ value, text, side, style }) => {
    const input = element("input", { type: "radio", name: id, value, checked: value === current });
    input.addEventListener("change", () => onChoice(value));
    return element("label", { class: "segment" }, input, element("span", {}, ...disc(side, style), text));
  });
  const focused = byId(id).contains(document.activeElement);
  byId(id).replaceChildren(...segments);
  if (focused) byId(id).querySelector("input:checked")?.focus();
}

function disc(side, style) {
  if (side === undefined || !style || style.shape === "mark") return [];
  const fill = side === 0 ? style.first : style.second;
  const circle = shape("circle", { cx: 6, cy: 6, r: 5, fill, "stroke-width": 1 });
  return [shape("svg", { viewBox: "0 0 12 12", class: "disc-icon", "aria-hidden": "true" }, circle)];
}
