/** A game that is being played: the browser keeps it, the server answers for any position of it. */

import { Refusal, post, stream } from "./api.js";
import { pause, wantsStillness } from "./dom.js";

const MOTION = 420;
const GLANCE = 0.15;
const LEAST_SECONDS = 0.01;
const RULES = "";
const IDLE = 1000;
const RETRY = 2000;
const PERFECT = "perfect";

/**
 * The game on the page. It tells what happens by events: `change` (the position shown; its detail is the move that led
 * there, if one did), `thought` (what the player thinks), `course` (values of the game so far), `refused` (a sentence).
 */
export class Session extends EventTarget {
  start = "";
  moves = [];
  at = 0;
  resigned = "";
  position = null;
  opening = null;
  thought = null;
  advice = null;
  fixedSeed = null;
  #seed = 0;
  #controller = new AbortController();
  #positions = new Map();
  #values = new Map();

  /** A player may think mostSeconds about a move. */
  constructor(mostSeconds) {
    super();
    this.mostSeconds = mostSeconds;
  }

  /** Take over what wish says of game, player, person, seconds and moves, and show it. */
  async load(wish, game) {
    this.game = game;
    this.player = (game.players.find((each) => each.name === wish.player) ?? proposed(game)).name;
    this.person = wish.person ?? "first";
    this.seconds = Math.max(LEAST_SECONDS, Math.min(wish.seconds ?? 1, this.mostSeconds));
    this.fixedSeed = wish.seed ?? null;
    Object.assign(this, { position: null, start: "", moves: [] });
    const isDone = await this.#attempt(async (signal) => {
      this.opening = await this.#find(0, signal);
    });
    if (!isDone) return;
    const isShown = await this.set(wish.start ?? "", wish.moves ?? [], wish.at, wish.resigned);
    if (isShown && !this.position && (this.start || this.moves.length)) await this.begin();
  }

  /** Show this game, at its end or at the ply given; return whether nothing else came in between. */
  async set(start, moves, at = moves.length, resigned = "") {
    Object.assign(this, { start, moves, resigned, at: Math.max(0, Math.min(at, moves.length)) });
    this.thought = null;
    this.#seed = this.fixedSeed ?? Math.floor(Math.random() * 2 ** 31);
    return this.#show();
  }

  begin() {
    return this.set("", []);
  }

  /** Change player, person or seconds; the game goes on. */
  async change(settings) {
    Object.assign(this, settings);
    await this.#show();
  }

  /** Play a legal move of the person's. */
  async play(move) {
    this.#advance(move);
    await this.#show();
  }

  /** Go back to the person's turn before this one, or to that in which the person gave up; return if there was one. */
  async undo() {
    if (this.outcome() && this.resigned) return this.set(this.start, this.moves).then(() => true);
    let ply = this.at - 1;
    if (this.person === "first" || this.person === "second") while (ply >= 0 && !this.#isPersons(ply)) ply -= 1;
    if (ply < 0) return false;
    await this.set(this.start, this.moves.slice(0, ply));
    return true;
  }

  /** Show the position after so many moves of the game. */
  async go(ply) {
    this.at = Math.max(0, Math.min(ply, this.moves.length));
    this.thought = null;
    await this.#show();
  }

  /** Give up for the side to move. */
  async resign() {
    this.resigned = ["first", "second"][this.turn()];
    await this.#show();
  }

  /** Return the start and the moves that text describes. */
  read(text, signal) {
    return post("/api/record", { game: this.game.name, text }, signal);
  }

  /** Return the record of the game in one of the game's formats. */
  record(format) {
    return post("/api/export", { game: this.game.name, start: this.start, moves: this.moves, format });
  }

  /** Ask for the move that is best for the person. */
  async hint() {
    await this.#attempt(async (signal) => {
      for await (const word of this.#ask("/api/choose", this.analyst().name, this.seconds, signal)) {
        this.thought = word;
        if (word.kind === "decision") {
          this.#remember(this.analyst().name, this.at, word.value);
          this.advice = word.move;
        }
        this.#tell("thought");
      }
    });
  }

  /** Take over what a player says the position shown is worth for the side to move. */
  learn(player, value) {
    this.#remember(player, this.at, value);
  }

  /** Yield what player thinks of every legal move here. */
  analyse(player, signal) {
    return this.#ask("/api/analyse", player, this.seconds, signal);
  }

  /** Return what asks about the position shown. */
  question(ply = this.at) {
    return { game: this.game.name, start: this.start, moves: this.moves.slice(0, ply) };
  }

  /** Return the player to ask for hints and values: the opponent, or another if it neither searches nor ranks. */
  analyst() {
    const opponent = this.game.players.find((each) => each.name === this.player);
    return opponent?.searches || opponent?.ranks ? opponent : proposed(this.game);
  }

  /** Return the player whose values are the course of the game: one for all positions, or they could not be compared. */
  judge() {
    const analyst = this.analyst();
    return analyst.searches ? analyst : proposed(this.game);
  }

  /** Return 0 or 1 for whose turn it is after so many moves. */
  turn(ply = this.at) {
    const known = this.#positions.get(this.#key(ply))?.turn;
    if (known === 0 || known === 1) return known;
    const first = this.#positions.get(this.#key(0))?.turn ?? 0;
    return (first + ply) % 2;
  }

  /** Return how the game ended, by its rules or because the person gave up; null if it goes on. */
  outcome() {
    if (this.resigned && this.at === this.moves.length) {
      const winner = this.resigned === "first" ? 1 : 0;
      return this.position?.outcome ?? { winner, words: `${this.game.sides[winner]} wins by resignation` };
    }
    return this.position?.outcome ?? null;
  }

  /** Return whether the person is to move in the position shown. */
  isPersonsTurn() {
    return !this.outcome() && this.#isPersons(this.at);
  }

  /** Return whether the player is to move, and not only looked at in an earlier position. */
  isPlayersTurn() {
    return !this.outcome() && this.at === this.moves.length && !this.#isPersons(this.at);
  }

  /** Return the value for the side that is first, after every number of moves; null where the judge gave none yet. */
  course() {
    return Array.from({ length: this.moves.length + 1 }, (_, ply) => this.#value(ply));
  }

  /** Return the value of a position for the side that is first: by the rules if it is an end, else by the judge. */
  #value(ply) {
    const [end, judged] = [RULES, this.judge().name].map((who) => this.#values.get(this.#valueKey(who, ply)));
    return end ?? judged ?? null;
  }

  #valueKey(who, ply) {
    return `${who} ${this.#key(ply)}`;
  }

  #isPersons(ply) {
    return { first: this.turn(ply) === 0, second: this.turn(ply) === 1, both: true, none: false }[this.person];
  }

  #key(ply) {
    return [this.game.name, this.start, ...this.moves.slice(0, ply)].join(" ");
  }

  #tell(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #remember(who, ply, value) {
    if (value === null || value === undefined) return;
    this.#values.set(this.#valueKey(who, ply), this.turn(ply) === 0 ? value : -value);
    this.#tell("course");
  }

  #ask(path, player, seconds, signal, ply = this.at) {
    return stream(path, { ...this.question(ply), player, seconds, seed: this.#seed }, signal);
  }

  /** Do work that a later one interrupts; return if it did not. What the server refuses is told, not thrown. */
  async #attempt(work) {
    this.#controller.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.advice = null;
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
      this.#tell("refused", error.message);
      if (error.isBusy) await pause(RETRY);
      return error.isBusy;
    }
  }

  #show() {
    return this.#attempt(async (signal) => {
      this.position = await this.#find(this.at, signal);
      if (this.position.outcome) this.#remember(RULES, this.at, this.#outcomeValue());
      if (this.isPlayersTurn()) this.thought = null;
      this.#tell("change");
      if (this.isPlayersTurn()) await this.#think(signal);
      else await this.#survey(signal);
    });
  }

  #outcomeValue() {
    const { winner } = this.position.outcome;
    return winner === null ? 0 : winner === this.turn() ? 1 : -1;
  }

  async #find(ply, signal) {
    const key = this.#key(ply);
    if (!this.#positions.has(key)) this.#positions.set(key, await post("/api/position", this.question(ply), signal));
    return this.#positions.get(key);
  }

  /** Show the position after move at once: its rows came with the move. */
  #advance(move) {
    this.moves = [...this.moves.slice(0, this.at), move.move];
    this.at += 1;
    this.resigned = "";
    const last = move.path.length ? [move.path.at(-1)] : [];
    const turn = this.position.turn === null ? null : 1 - this.position.turn;
    this.position = { ...this.position, rows: move.rows, legal: [], last, turn, isPending: true };
    this.#tell("change", move);
  }

  async #think(signal) {
    const begun = performance.now();
    for await (const word of this.#ask("/api/choose", this.player, this.seconds, signal)) {
      this.thought = word;
      this.#tell("thought");
      if (word.kind !== "decision") continue;
      this.#remember(this.player, this.at, word.value);
      if (!wantsStillness()) await pause(Math.max(0, MOTION - (performance.now() - begun)));
      if (signal.aborted) return;
      this.#advance(this.position.legal.find((each) => each.move === word.move));
      await this.#show();
      return;
    }
  }

  /** Learn the value of positions that no player has thought about, one glance at a time. */
  async #survey(signal) {
    const judge = this.judge();
    if (!judge.searches || !this.moves.length) return;
    await pause(IDLE);
    for (let ply = this.moves.length; ply >= 0; ply -= 1) {
      if (signal.aborted) return;
      if (this.#value(ply) !== null || (await this.#find(ply, signal)).outcome) continue;
      for await (const word of this.#ask("/api/choose", judge.name, GLANCE, signal, ply)) {
        if (word.kind === "decision") this.#remember(judge.name, ply, word.value);
      }
    }
  }
}

/** Return the player to begin with: the strongest that searches, for one can see it think, and that can be beaten. */
function proposed(game) {
  return game.players.find((each) => each.searches && each.name !== PERFECT) ?? game.players[0];
}
