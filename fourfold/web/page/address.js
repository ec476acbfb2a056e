/** The page's address: it holds the whole game, so that a link or a reload restores it. */

const PERSONS = ["first", "second", "both", "none"];
const LARGEST_SEED = 2 ** 32 - 1;

const PLAIN = { "%2C": ",", "%3A": ":", "%3D": "=", "%2F": "/" };

const oneOf = (...words) => (text) => (words.includes(text) ? text : null);
const whole = (most) => (text) => (/^\d+$/.test(text) && Number(text) <= most ? Number(text) : null);
const positive = (text) => (Number(text) > 0 && Number.isFinite(Number(text)) ? Number(text) : null);

/** How each part of an address is understood; null if it makes no sense. */
const PARTS = {
  game: String,
  player: String,
  start: String,
  person: oneOf(...PERSONS),
  seconds: positive,
  dice: oneOf("enter"),
  seed: whole(LARGEST_SEED),
  moves: (text) => text.split(",").filter(Boolean),
  at: whole(Infinity),
  resigned: oneOf("first", "second"),
  run: String,
  with: String,
  by: oneOf("work", "minutes"),
};

/** Return what the address asks for: only what it says is in there; `nonsense` are the parts left out. */
export function read(hash = location.hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const wish = { page: given.has("runs") || given.has("run") ? "runs" : "play", nonsense: [] };
  for (const [key, understand] of Object.entries(PARTS)) {
    const text = given.get(key);
    if (!text) continue;
    const value = understand(text);
    if (value === null) wish.nonsense.push(`${key}=${text}`);
    else wish[key] = value;
  }
  return wish;
}

/** Return the address of a game. */
export function of(session) {
  const parts = { game: session.game.name, player: session.player, person: session.person, seconds: session.seconds };
  if (session.start) parts.start = session.start;
  if (session.moves.length) parts.moves = session.moves.join(",");
  if (session.at < session.moves.length) parts.at = session.at;
  if (session.resigned) parts.resigned = session.resigned;
  if (session.entersDice) parts.dice = "enter";
  if (session.fixedSeed !== null) parts.seed = session.fixedSeed;
  const text = new URLSearchParams(parts).toString();
  return "#" + Object.entries(PLAIN).reduce((whole, [code, letter]) => whole.replaceAll(code, letter), text);
}

/** Put a game into the address, without a new step in the browser's history. */
export function write(session) {
  const address = of(session);
  if (location.hash !== address) history.replaceState(null, "", address);
}

/** Keep the game of the address as a step in the browser's history, for another one takes its place. */
export function keep() {
  history.pushState(null, "", location.hash);
}
