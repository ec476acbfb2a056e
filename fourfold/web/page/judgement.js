/** What the moves here are worth: asked of a player and of the solver, while the person wants to see it. */

import { Refusal, stream } from "./api.js";
import { byId } from "./dom.js";
import { notice } from "./say.js";
import { showPlayers } from "./setup.js";

/** Values of moves, kept up to date with a session; `onNews` is called when there is something new to draw. */
export class Judgement {
  analysis = null;
  exact = null;
  #session;
  #onNews;
  #controller = new AbortController();
  #player = "";
  #wanted = "";
  #isSolving = false;

  constructor(session, onNews) {
    [this.#session, this.#onNews] = [session, onNews];
    byId("show-values").addEventListener("change", () => this.renew());
    byId("show-exact").addEventListener("change", () => this.renew());
    byId("analyst").addEventListener("change", () => {
      this.#wanted = byId("analyst").value;
      this.renew();
    });
  }

  /** Forget what was said of another position and ask anew, if the person wants to see it. */
  async renew() {
    this.#controller.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.analysis = this.exact = null;
    this.#isSolving = false;
    this.#choosePlayer();
    this.#onNews();
    const isOpen = !this.#session.outcome() && !this.#session.isPlayersTurn() && this.#session.position.legal.length;
    if (!isOpen) return;
    await Promise.all([this.#attempt(() => this.#ask(signal)), this.#attempt(() => this.#solve(signal))]);
  }

  /** Return the name of the player that is asked. */
  get player() {
    return this.#player;
  }

  #choosePlayer() {
    const able = this.#session.game.players.filter((each) => each.searches || each.ranks);
    const wanted = able.find((each) => each.name === this.#wanted);
    this.#player = (wanted ?? this.#session.analyst()).name;
    showPlayers(byId("analyst"), able, this.#player);
    byId("analyst-field").hidden = !byId("show-values").checked;
    byId("exact-switch").hidden = !this.#session.game.solver;
  }

  async #attempt(work) {
    try {
      await work();
    } catch (error) {
      if (error instanceof Refusal) notice(error.message);
      else if (error.name !== "AbortError") throw error;
    }
  }

  async #ask(signal) {
    if (!byId("show-values").checked) return;
    for await (const word of this.#session.analyse(this.#player, signal)) {
      this.analysis = word.moves ? word : this.analysis;
      this.#onNews(word);
    }
  }

  async #solve(signal) {
    if (!byId("show-exact").checked || !this.#session.game.solver) return;
    this.#isSolving = true;
    this.#onNews();
    try {
      for await (const word of stream("/api/solve", this.#session.question(), signal)) {
        this.exact = word;
        this.#isSolving = word.kind !== "scores";
        this.#onNews();
      }
    } catch (error) {
      if (!signal.aborted) this.#isSolving = false;
      throw error;
    }
  }

  /** Return the exact score of a move in words, or what is known of it; empty if nothing was said. */
  wordsFor(move) {
    return this.exact?.moves.find((each) => each.move === move)?.words ?? "";
  }

  /** Return what the solver says of a move that the person points at, or how to learn it. */
  hint(move) {
    if (!this.exact?.moves.length) return "";
    return move ? `${move} ${counted(this.wordsFor(move))}.` : "Point at a column to read its score in words.";
  }

  /** Return what the solver says, and whether the player agrees; empty if it was not asked. */
  verdict() {
    const late = this.exact?.words ?? "";
    const state = this.#isSolving ? "The solver is at work …" : late && `${late[0].toUpperCase()}${late.slice(1)}.`;
    return [this.#truth(), state, this.#agreement()].filter(Boolean).join(" ");
  }

  /** Return the best moves, or the one of which most is certain so far, and what they lead to. */
  #truth() {
    if (!this.exact?.moves.length) return "";
    const { moves, value } = this.exact;
    const [first] = [...moves].sort((one, other) => other.low - one.low || other.high - one.high);
    const best = moves.filter((each) => each.score !== null && each.score === value).map((each) => each.move);
    return `${best.length ? "Exact" : "So far"}: ${best.join(" or ") || first.move} ${counted(first.words)}.`;
  }

  /** Return whether the move that the player likes is best; empty if that is not known. */
  #agreement() {
    const liked = this.exact?.moves.find((each) => each.move === this.analysis?.move);
    if (!liked || this.exact.value === null) return "";
    if (liked.low < this.exact.value && liked.high >= this.exact.value) return "";
    return `The player ${liked.score === this.exact.value ? "agrees" : "differs"}: it likes ${liked.move}.`;
  }
}

/** Return the words of a score, and whose moves they count. */
function counted(words) {
  return /\d/.test(words) ? `${words} (the winner's)` : words;
}
