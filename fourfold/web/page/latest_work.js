/** Work of which only the latest counts: what begins later interrupts what is still going on. */

import { Refusal } from "./api.js";
import { pause } from "./dom.js";

const RETRY = 2000;

/** Does one work after another; `onRefused` is called with the sentence of a server that refuses. */
export class LatestWork {
  #controller = new AbortController();
  #onRefused;

  constructor(onRefused) {
    this.#onRefused = onRefused;
  }

  /** Do work, again if the server was too busy; return whether no later one interrupted it. */
  async do(work) {
    this.#controller.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    for (let again = true; again && !signal.aborted; ) {
      again = await this.#tryOnce(work, signal);
    }
    return !signal.aborted;
  }

  /** Do work; return whether it is to be tried again, for the server was too busy. */
  async #tryOnce(work, signal) {
    try {
      await work(signal);
      return false;
    } catch (error) {
      if (error.name === "AbortError") return false;
      if (!(error instanceof Refusal)) throw error;
      this.#onRefused(error.message);
      if (error.isBusy) await pause(RETRY);
      return error.isBusy;
    }
  }
}
