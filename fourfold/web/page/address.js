/** The page's address: it holds the whole game, so that a link or a reload restores it. */

const PERSONS = ["first", "second", "both", "none"];

/** Return what the address asks for; only what it says is in there. */
export function read(hash = location.hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const wish = { page: given.has("runs") || given.has("run") ? "runs" : "play", run: given.get("run") };
  for (const key of ["game", "player", "start", "resigned"]) if (given.has(key)) wish[key] = given.get(key);
  if (PERSONS.includes(given.get("person"))) wish.person = given.get("person");
  if (Number(given.get("seconds")) > 0) wish.seconds = Number(given.get("seconds"));
  if (given.has("seed")) wish.seed = Number(given.get("seed")) || 0;
  if (given.get("moves")) wish.moves = given.get("moves").split(",");
  if (given.has("at")) wish.at = Number(given.get("at")) || 0;
  return wish;
}

/** Return the address of a game. */
export function of(session) {
  const parts = { game: session.game.name, player: session.player, person: session.person, seconds: session.seconds };
  if (session.start) parts.start = session.start;
  if (session.moves.length) parts.moves = session.moves.join(",");
  if (session.at < session.moves.length) parts.at = session.at;
  if (session.resigned) parts.resigned = session.resigned;
  if (session.fixedSeed !== null) parts.seed = session.fixedSeed;
  return "#" + new URLSearchParams(parts).toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
}

/** Put a game into the address, without a new step in the browser's history. */
export function write(session) {
  const address = of(session);
  if (location.hash !== address) history.replaceState(null, "", address);
}
