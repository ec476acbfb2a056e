/** The page to watch learning on: a run to start, the runs there are, their curves as they grow. */

import { Refusal, get, post } from "./api.js";
import { Comparison } from "./comparison.js";
import { describeCurve, drawCurve } from "./curve.js";
import { element, figures, pause } from "./dom.js";
import { percent, short, time } from "./numbers.js";
import { Opinions } from "./opinions.js";
import { notice, say } from "./say.js";
import { Starter } from "./starter.js";

const EVERY = 1500;
const STATES = { running: "learning", stopped: "stopped", finished: "finished", damaged: "damaged" };

export class RunsPage {
  #host;
  #games;
  #list = element("div", { class: "run-list" });
  #detail = element("section", { class: "card run-detail" });
  #above = element("div", { class: "part" });
  #below = element("div", { class: "part" });
  #opinions = new Opinions((path) => this.#attempt(() => get(path, this.#watch?.signal)));
  #comparison = new Comparison((wish) => this.#compare(wish));
  #watch = null;
  #open = null;
  #runs = [];
  #shown = "";
  #said = "";
  #complaint = "";

  constructor(host, games, learners) {
    [this.#host, this.#games] = [host, games];
    this.starter = new Starter(games, learners, (body) => this.#start(body));
  }

  /** Show the list, and in full the run of this name, or else the first; with another one, if that is wished for. */
  async open({ run, with: other, by }) {
    this.#open = run;
    this.#comparison.wish = { with: other, by };
    this.#shown = "";
    const list = element("div", { class: "runs-side" }, this.starter.node, this.#list);
    this.#host.replaceChildren(element("div", { class: "room runs-room" }, this.#detail, list));
    this.#watch?.abort();
    this.#watch = new AbortController();
    await this.#keepUp(this.#watch.signal);
  }

  /** Watch no more; return whether anything was watched. */
  close() {
    const wasOpen = this.#watch !== null;
    this.#watch?.abort();
    this.#watch = null;
    return wasOpen;
  }

  /** Show what is new, again and again; one look begins when the last one has ended, however long that takes. */
  async #keepUp(signal) {
    while (!signal.aborted) {
      if (!document.hidden) await this.#refresh(signal);
      await pause(EVERY);
    }
  }

  /** Return what work returns; null if the server refuses it, which is said once, or if it is no longer wanted. */
  async #attempt(work) {
    try {
      const found = await work();
      this.#complaint = "";
      return found;
    } catch (error) {
      if (error.name === "AbortError") return null;
      if (!(error instanceof Refusal)) throw error;
      if (error.message !== this.#complaint) notice(error.message);
      this.#complaint = error.message;
      return null;
    }
  }

  async #refresh(signal) {
    const answer = await this.#attempt(() => get("/api/runs", signal));
    if (answer === null) return;
    this.#runs = answer.runs;
    const chosen = this.#runs.find((run) => run.name === this.#open) ?? this.#runs[0];
    const current = chosen && (await this.#attempt(() => get(pathOf(chosen), signal)));
    const both = current && (await this.#both(current, signal));
    const shown = JSON.stringify([this.#runs, current, both]);
    if (signal?.aborted || shown === this.#shown) return;
    this.#draw(current, both);
    this.#shown = shown;
  }

  /** Return the drawing of a run and the one that it is to be compared with; null if there is none. */
  async #both(run, signal) {
    const other = this.#comparison.offer(run, this.#runs);
    const path = `${pathOf(run)}/with/${encodeURIComponent(other?.name)}`;
    const found = other && (await this.#attempt(() => get(path, signal)));
    if (found === null) this.#comparison.wish = {}; // the two show different things, which has been said
    return this.#comparison.choose(found);
  }

  /** Draw another run beside the one that is shown; the address tells which. */
  #compare(wish) {
    this.#comparison.wish = wish;
    const run = this.#runs.find((each) => each.name === this.#open) ?? this.#runs[0];
    const parts = Object.entries({ run: run.name, ...wish }).filter(([, value]) => value);
    history.replaceState(null, "", `#${new URLSearchParams(parts)}`);
    this.#refresh(this.#watch?.signal);
  }

  #draw(current, both) {
    const focused = document.activeElement?.dataset?.key;
    this.#list.replaceChildren(...this.#runs.map((run) => this.#item(run, run.name === current?.name)));
    if (current) this.#describe(current, both ?? current);
    else this.#detail.replaceChildren(...welcome());
    if (focused) this.#host.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
    const state = current && `${current.name} is ${STATES[current.state]}`;
    if (state && state !== this.#said) say(state);
    this.#said = state;
  }

  #item(run, isCurrent) {
    const link = element("a", { class: "run-item", href: `#run=${encodeURIComponent(run.name)}` });
    link.dataset.key = `run ${run.name}`;
    if (isCurrent) link.setAttribute("aria-current", "true");
    const name = element("span", { class: "run-name" }, run.name);
    const words = element("span", { class: "faint" }, this.#words(run));
    link.append(name, drawCurve(run, { width: 120, height: 36, small: true }), chip(run), words);
    return link;
  }

  #words(run) {
    return `${run.method}, ${this.#title(run.game)}`;
  }

  #title(game) {
    const [entry, options] = game.split(/:(.*)/);
    const title = this.#games.find((each) => each.name === entry)?.title ?? entry;
    return options ? `${title} (${options})` : title;
  }

  /** Show a run; what a person may be using stays in its place. */
  #describe(run, drawn) {
    const width = Math.max(320, Math.min(820, this.#detail.clientWidth - 40 || 640));
    const title = [element("h1", {}, run.name), element("p", { class: "words" }, this.#words(run))];
    const head = element("header", {}, element("div", {}, ...title), chip(run));
    const curve = run.curve.length ? drawCurve(drawn, { width, height: width < 480 ? 260 : 340 }) : waiting(run);
    this.#above.replaceChildren(head, progress(run), describeCurve(drawn), curve);
    this.#below.replaceChildren(...learning(run), results(run), this.#actions(run), ...this.#earlier(run), ...message(run));
    this.#opinions.show(run, pathOf(run));
    const parts = [this.#above, this.#comparison.node, this.#below, this.#opinions.node];
    if (this.#above.parentNode !== this.#detail) this.#detail.replaceChildren(...parts);
  }

  #actions(run) {
    const actions = element("div", { class: "actions" });
    const add = (text, deed, kind = "", title = "") => {
      const button = element("button", { type: "button", class: kind, title, "data-key": text }, text);
      button.addEventListener("click", deed);
      actions.append(button);
    };
    if (run.playable) add("Play against it", () => this.#play(run, run.player), "main");
    if (run.own_game && run.playable) add("Look at a game with itself", () => this.#look(run), "", lastGame(run));
    if (run.state === "running" && run.started_here) add("Stop", () => this.#do(run, "stop", (state) => state !== "running"));
    if (run.resumable) add("Resume", () => this.#do(run, "resume", (state) => state === "running"));
    return actions;
  }

  /** Return a button for each earlier net of a run, to play against it. */
  #earlier(run) {
    if (!run.earlier?.length) return [];
    const row = element("div", { class: "actions small" }, element("span", { class: "words" }, "or as it was at"));
    for (const { player, share, done, things } of run.earlier) {
      const title = `Play against it as it was after ${done.toLocaleString("en")} ${things}`;
      const kind = { type: "button", title, "aria-label": `${percent(share)}: ${title}`, "data-key": player };
      const button = element("button", kind, percent(share));
      button.addEventListener("click", () => this.#play(run, player));
      row.append(button);
    }
    return [row];
  }

  /** Stop or resume a run; who is refused because that has been done before has what was asked for. */
  async #do(run, deed, isDone) {
    const refusal = await post(`${pathOf(run)}/${deed}`, {}).then(() => null, refusalOf);
    await this.#refresh();
    const now = this.#runs.find((each) => each.name === run.name);
    if (refusal && !isDone(now?.state)) notice(refusal.message);
  }

  async #start(body) {
    const run = await this.#attempt(() => post("/api/runs", body));
    if (!run) return;
    say(`${run.name} begins to learn`);
    location.hash = `#run=${encodeURIComponent(run.name)}`;
  }

  /** Put the last game of the net against itself on the board, at its beginning. */
  #look({ game, player, own_game: { moves } }) {
    location.hash = "#" + new URLSearchParams({ game, person: "both", player, moves: moves.join(","), at: 0 });
  }

  #play(run, player) {
    location.hash = "#" + new URLSearchParams({ game: run.game, person: "first", seconds: 1, player });
  }
}

function refusalOf(error) {
  if (error instanceof Refusal) return error;
  throw error;
}

const lastGame = ({ own_game: { done }, labels }) => `The last one, after ${done.toLocaleString("en")} ${labels.x}`;

const pathOf = (run) => `/api/runs/${encodeURIComponent(run.name)}`;

function chip(run) {
  return element("span", { class: `chip ${run.state}` }, STATES[run.state] ?? run.state);
}

function progress(run) {
  const bar = element("progress", { max: 1, value: run.progress ?? 0 });
  bar.setAttribute("aria-label", "Progress");
  return bar;
}

function results(run) {
  const last = run.curve.at(-1);
  return figures([
    ["done", run.progress === null ? "–" : percent(Math.floor(1000 * (run.progress ?? 0)) / 1000)],
    ["now", last ? String(Number(last.y.toPrecision(3))).replace("-", "−") : "–"],
    [run.rate_words.replace(/^\S+ /, "") || "speed", run.rate ? short(run.rate) : "–"],
    ["time left", run.state === "running" && run.seconds_left != null ? time(run.seconds_left) : "–"],
  ]);
}

/** Return whether it is learning, and how it will go on or what to look at. */
function learning({ learning }) {
  if (!learning) return [];
  const lines = learning.words.map((text) => element("p", {}, text));
  return [element("div", { class: "verdict", "data-state": learning.state }, ...lines)];
}

function message(run) {
  return run.words ? [element("p", { class: run.state === "damaged" ? "error" : "words" }, run.words)] : [];
}

function waiting(run) {
  const hope = "The first result is on its way; compiling takes a few seconds.";
  const text = run.state === "running" ? hope : "It has no results yet.";
  return element("div", { class: "no-curve" }, element("p", { class: "words" }, text));
}

const STEPS = [
  "Start a run: a net learns a game from nothing but its rules.",
  "Watch its learning curve grow, with a 95 % confidence interval.",
  "Play against it at any time. Stop it, and resume another day.",
];

function welcome() {
  const steps = STEPS.map((text) => element("li", {}, element("span", {}, text)));
  const more = "Runs started with “fourfold train” appear here too.";
  return [
    element("header", {}, element("h1", {}, "Watch a player learn")),
    element("ol", { class: "steps" }, ...steps),
    element("p", { class: "words" }, more),
  ];
}
