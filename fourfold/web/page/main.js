/** The page: it reads its address and shows what that asks for. */

import * as address from "./address.js";
import { Refusal, get, server } from "./api.js";
import { byId } from "./dom.js";
import { PlayPage } from "./play.js";
import { RunsPage } from "./runs.js";
import { banner, notice, say } from "./say.js";
import * as theme from "./theme.js";

const LOST = "The server does not answer. Trying again … Nothing is lost.";
let play;
let runs;
let routes = 0;

/** Show what the address asks for, unless it asks for something else by the time that is known. */
async function route() {
  const number = (routes += 1);
  const wish = address.read();
  const isPlay = wish.page === "play";
  byId("play").hidden = !isPlay;
  byId("runs").hidden = isPlay;
  byId("to-play").toggleAttribute("aria-current", isPlay);
  byId("to-runs").toggleAttribute("aria-current", !isPlay);
  play.visible = isPlay;
  if (!isPlay) return runs.open(wish);
  if (runs.close()) await renew();
  if (number !== routes) return undefined;
  return play.holds(location.hash) ? undefined : play.open(wish);
}

/** Ask for games and players anew, for a run may have become one. */
async function renew() {
  const { games } = await get("/api/games");
  await play.renew(games);
}

/** Say while the server does not answer that it does not. */
function watchServer() {
  server.addEventListener("lost", () => banner(LOST));
  server.addEventListener("back", () => {
    banner("");
    say("The server answers again.");
  });
}

/** Let the links of the page keep the game on the board. */
function connect() {
  const follow = (link, deed) => {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      deed();
    });
  };
  for (const link of [byId("to-play"), byId("brand")]) follow(link, () => (location.hash = play.address()));
  follow(byId("skip"), () => document.querySelector('.cell[tabindex="0"]')?.focus());
}

async function begin() {
  theme.begin();
  watchServer();
  try {
    const { games, learners, seconds } = await get("/api/games");
    play = new PlayPage(games, seconds);
    runs = new RunsPage(byId("runs"), games, learners);
    connect();
    addEventListener("hashchange", route);
    await route();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    byId("status").textContent = "No game";
    notice(error.message);
  }
}

begin();
