/** The page: it reads its address and shows what that asks for. */

import * as address from "./address.js";
import { Refusal, get } from "./api.js";
import { byId } from "./dom.js";
import { PlayPage } from "./play.js";
import { RunsPage } from "./runs.js";
import { notice } from "./say.js";
import * as theme from "./theme.js";

let play;
let runs;

async function route() {
  const wish = address.read();
  const isPlay = wish.page === "play";
  byId("play").hidden = !isPlay;
  byId("runs").hidden = isPlay;
  byId("to-play").toggleAttribute("aria-current", isPlay);
  byId("to-runs").toggleAttribute("aria-current", !isPlay);
  play.visible = isPlay;
  if (!isPlay) return runs.open(wish.run);
  if (runs.close()) await renew();
  return play.holds(location.hash) ? undefined : play.open(wish);
}

/** Ask for games and players anew, for a run may have become one. */
async function renew() {
  const { games } = await get("/api/games");
  play.renew(games);
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
  try {
    const { games, learners } = await get("/api/games");
    play = new PlayPage(games);
    runs = new RunsPage(byId("runs"), games, learners);
    connect();
    addEventListener("hashchange", route);
    await route();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    byId("status").textContent = "No server";
    notice(error.message);
  }
}

begin();
