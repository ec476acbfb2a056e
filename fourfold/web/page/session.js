/** A game that is being played: the browser keeps it, the server answers for any position of it. */

import { post, stream } from "./api.js";
import { pause, wantsStillness } from "./dom.js";
import { analystOf, judgeOf, proposed } from "./judges.js";
import { LatestWork } from "./latest_work.js";
import { draw } from "./lot.js";

const MOTION = 420;
const GLANCE = 0.15;
const LEAST_SECONDS = 0.01;
const RULES = "";
const IDLE = 1000;
const ROLL = 500;
const ENTER = "enter";

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
  entersDice = false;
  #seed = 0;
  #work = new LatestWork((sentence) => this.#tell("refused", sentence));
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
    this.entersDice = Boolean(game.chance) && wish.dice === ENTER;
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

  /** Change player, person, seconds or who rolls; the game goes on. */
  async change(settings) {
    Object.assign(this, settings);
    await this.#show();
  }

  /** Play a legal move of the person's. */
  async play(move) {
    this.#advance(move);
    await this.#show();
  }

  /** Let this fall, where chance decides. */
  async enter(roll) {
    this.#fall(roll);
    await this.#show();
  }

  /** Go back to the person's choice before this one, or to the one of giving up; return if there was one. */
  async undo() {
    if (this.outcome() && this.resigned) return this.set(this.start, this.moves).then(() => true);
    let ply = this.at - 1;
    while (ply >= 0 && !this.#wasPersonsChoice(ply)) ply -= 1;
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

  /** Return the player to ask for hints and values. */
  analyst() {
    return analystOf(this.game, this.player);
  }

  /** Return the player whose values are the course of the game. */
  judge() {
    return judgeOf(this.game, this.player);
  }

  /** Return 0 or 1 for whose turn it is after so many moves; null at the end, and where chance decided. */
  turn(ply = this.at) {
    if (ply < this.at) return this.position?.turns[ply];
    return (ply === this.at ? this.position : this.#positions.get(this.#key(ply)))?.turn;
  }

  /** Return whether chance decides in the position shown. */
  isChance() {
    return !this.outcome() && Boolean(this.position?.chances.length);
  }

  /** Return what fell by chance just now, for the side that is to move; an empty text if nothing did. */
  roll() {
    return this.position.turns.at(-1) === null ? this.moves[this.at - 1] : "";
  }

  /** Return whether the side that is to move has made the last move, too. */
  movesAgain() {
    const last = this.position.turns.findLast((side) => side !== null);
    return last !== undefined && last === this.position.turn && !this.isChance();
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
    return !this.outcome() && !this.isChance() && this.#isPersons(this.at);
  }

  /** Return whether the player is to move, and not only looked at in an earlier position. */
  isPlayersTurn() {
    return !this.outcome() && !this.isChance() && this.at === this.moves.length && !this.#isPersons(this.at);
  }

  /** Return whether the person is to say what falls. */
  isEntering() {
    return this.isChance() && this.entersDice;
  }

  /** Return [ply, value for the side that is first] of every choice and of the end; null where there is none yet. */
  course() {
    const plies = Array.from({ length: this.moves.length + 1 }, (_, ply) => ply);
    const isChoice = (ply) => ply === this.at || !this.#isRoll(ply);
    return plies.filter(isChoice).map((ply) => [ply, this.#value(ply)]);
  }

  /** Return the value of a position for the side that is first: by the rules if it is an end, else by the judge. */
  #value(ply) {
    const [end, judged] = [RULES, this.judge().name].map((who) => this.#values.get(this.#valueKey(who, ply)));
    return end ?? judged ?? null;
  }

  #valueKey(who, ply) {
    return `${who} ${this.#key(ply)}`;
  }

  /** Return whether the move after so many others fell by chance; of later positions only those seen are known. */
  #isRoll(ply) {
    if (ply < this.at) return this.position.turns[ply] === null;
    return Boolean(this.#positions.get(this.#key(ply))?.chances.length);
  }

  #wasPersonsChoice(ply) {
    return this.#isRoll(ply) ? this.entersDice : this.person === "none" || this.#isPersons(ply);
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
    this.#values.set(this.#valueKey(who, ply), this.turn(ply) === 1 ? -value : value);
    this.#tell("course");
  }

  #ask(path, player, seconds, signal, ply = this.at) {
    return stream(path, { ...this.question(ply), player, seconds, seed: this.#seed }, signal);
  }

  /** Do work that a later one interrupts; return if it did not. What the server refuses is told, not thrown. */
  #attempt(work) {
    this.advice = null;
    return this.#work.do(work);
  }

  #show() {
    return this.#attempt(async (signal) => {
      this.position = await this.#find(this.at, signal);
      if (this.position.outcome) this.#remember(RULES, this.at, this.#outcomeValue());
      if (this.isPlayersTurn()) this.thought = null;
      this.#tell("change");
      if (this.isPlayersTurn()) await this.#think(signal);
      else if (this.isChance() && !this.entersDice && this.at === this.moves.length) await this.#rollDice(signal);
      else await this.#survey(signal);
    });
  }

  /** Return the value of the end for the side that is first. */
  #outcomeValue() {
    const { winner } = this.position.outcome;
    return winner === null ? 0 : winner === 0 ? 1 : -1;
  }

  /** Let chance decide, and go on from there. */
  async #rollDice(signal) {
    if (!wantsStillness()) await pause(ROLL);
    if (signal.aborted) return;
    this.#fall(draw(this.position.chances, this.fixedSeed, this.at));
    await this.#show();
  }

  #fall(move) {
    this.#advance({ move, path: [], captures: [], again: true, rows: this.position.rows }, null);
  }

  async #find(ply, signal) {
    const key = this.#key(ply);
    if (!this.#positions.has(key)) this.#positions.set(key, await post("/api/position", this.question(ply), signal));
    return this.#positions.get(key);
  }

  /** Show the position after move at once: its rows came with the move. Who made it is null for chance. */
  #advance(move, who = this.position.turn) {
    this.moves = [...this.moves.slice(0, this.at), move.move];
    this.at += 1;
    this.resigned = "";
    const last = who === null ? this.position.last : (move.parts ?? [move.path]).flatMap((path) => path.slice(-1));
    const turn = move.again ? this.position.turn : 1 - this.position.turn;
    const turns = [...this.position.turns, who];
    this.position = { ...this.position, rows: move.rows, legal: [], chances: [], last, turn, turns, isPending: true };
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
      const { outcome, chances } = await this.#find(ply, signal);
      if (this.#value(ply) !== null || outcome || chances.length) continue;
      for await (const word of this.#ask("/api/choose", judge.name, GLANCE, signal, ply)) {
        if (word.kind === "decision") this.#remember(judge.name, ply, word.value);
      }
    }
  }
}
