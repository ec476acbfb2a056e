/** The page to play on: the session on one side, the board and its panels on the other. */

import * as address from "./address.js";
import { Refusal, get } from "./api.js";
import { Board } from "./board.js";
import { showCourse } from "./course.js";
import { byId } from "./dom.js";
import { Judgement } from "./judgement.js";
import * as keptGames from "./kept_games.js";
import { showLooseMoves, showRolls } from "./loose_moves.js";
import * as record from "./record.js";
import { notice, offer, say } from "./say.js";
import { Session } from "./session.js";
import { showGames, showSetup } from "./setup.js";
import { moveWords, mustCapture, showStatus } from "./status.js";
import { showThought } from "./thinking.js";
import { sideOf, countOf } from "./pieces.js";
import { drawValues } from "./values.js";
import { entryOf } from "./variant.js";
import { nameOf } from "./words.js";

const KEYS = {
  u: "undo", h: "hint", f: "flip", n: "new", v: "show-values", e: "show-exact", ArrowLeft: "back", ArrowRight: "forth",
};
const TYPING = "select, textarea, dialog, input:not([type=radio], [type=checkbox])";

export class PlayPage {
  #games;
  #session;
  #board;
  #judgement;
  #turned = false;
  #opened = 0;
  #visible = true;
  #pointed = null;

  /** Offer these games; a player may think so many seconds. */
  constructor(games, mostSeconds) {
    this.#games = games;
    this.#session = new Session(mostSeconds);
    this.#board = new Board(byId("board"), {
      onMove: (move) => this.#play(move),
      onRefuse: (square) => this.#refuse(square),
      onChoice: () => this.#showValues(),
      onPoint: (square) => this.#point(square),
    });
    this.#judgement = new Judgement(this.#session, (word) => this.#judged(word));
    this.#listen();
    this.#connect();
    record.begin(this.#session, () => this.#leave("The pasted game."));
  }

  /** Show the game of an address. */
  async open(wish) {
    const number = (this.#opened += 1);
    const game = await this.#find(wish.game ?? "");
    if (number !== this.#opened) return;
    this.#turned = false;
    showGames(this.#games, entryOf(game.name), (name) => this.#choose(name));
    const strange = this.#doubts(wish, game);
    if (strange.length) notice(strange.join(" "));
    document.title = `${game.title} · Fourfold`;
    await this.#session.load(wish, game);
  }

  /** Return the game of a name; one with options has players of its own, and one that is not there is the first. */
  async #find(name) {
    const entry = this.#games.find((each) => each.name === entryOf(name));
    if (!entry || entry.name === name) return entry ?? this.#games[0];
    try {
      return await get(`/api/games/${encodeURIComponent(name)}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notice(error.message);
      return entry;
    }
  }

  /** Return what of a wish cannot be had, a sentence each. */
  #doubts(wish, game) {
    const { mostSeconds } = this.#session;
    const isKnown = !wish.player || wish.isLoose || game.players.some((each) => each.name === wish.player);
    return [
      wish.game && entryOf(game.name) !== entryOf(wish.game) && `There is no game “${wish.game}” here.`,
      !isKnown && `There is no player “${wish.player}” of ${game.title} here.`,
      wish.seconds > mostSeconds && `A player may think ${mostSeconds} s here, not ${wish.seconds}.`,
      ...(wish.nonsense ?? []).map((part) => `“${part}” in the address means nothing, and is left out.`),
    ].filter(Boolean);
  }

  /** Offer the games and players that there are now. */
  async renew(games) {
    this.#games = games;
    if (!this.#session.position) return;
    const game = await this.#find(this.#session.game.name);
    if (game.name !== this.#session.game.name) return;
    this.#session.game = game;
    this.#showSetup();
  }

  /** Return whether the address is that of the game on the board. */
  holds(hash) {
    return this.#session.position !== null && hash === address.of(this.#session);
  }

  /** Return the address of the game on the board. */
  address() {
    return this.#session.position ? address.of(this.#session) : "#";
  }

  set visible(visible) {
    this.#visible = visible;
  }

  /** Open the tab of a game: what was played there last, or a new game. */
  #choose(name) {
    const { seconds, person, game } = this.#session;
    if (name === entryOf(game.name)) return undefined;
    this.#leave();
    const kept = keptGames.find(name);
    return this.open(kept ? address.read(kept) : { game: name, seconds, person });
  }

  /** Begin a game with other options, against the same opponent if it plays that, too. */
  #change(name) {
    const { seconds, person, player } = this.#session;
    this.#leave("A new game.");
    return this.open({ game: name, seconds, person, player, isLoose: true });
  }

  #showSetup() {
    showSetup(this.#session, (name) => this.#change(name));
  }

  /** Keep the game on the board in the browser's history, before another takes its place, which words are about. */
  #leave(words = "") {
    const [left, { moves, start }] = [this.address(), this.#session];
    if (!moves.length && !start) return;
    address.keep();
    if (words && !this.#session.outcome()) offer(words, "Back to the previous game", () => (location.hash = left));
  }

  /** Play a move; one from an earlier position leaves the game that went on from there. */
  #play(move) {
    if (this.#session.at < this.#session.moves.length) this.#leave();
    this.#session.play(move);
  }

  #listen() {
    this.#session.addEventListener("change", (event) => this.#changed(event.detail));
    this.#session.addEventListener("thought", () => this.#thought());
    this.#session.addEventListener("course", () => this.#showCourse());
    this.#session.addEventListener("refused", (event) => this.#refused(event.detail));
  }

  #connect() {
    const session = this.#session;
    byId("player").addEventListener("change", () => session.change({ player: byId("player").value }));
    byId("plays").addEventListener("toggle", () => this.#showLooseMoves());
    const deeds = {
      undo: () => this.#undo(),
      hint: () => session.isPersonsTurn() && session.hint(),
      flip: () => this.#flip(),
      resign: () => session.isPersonsTurn() && session.resign(),
      new: () => {
        this.#leave("A new game.");
        session.begin();
      },
      "to-start": () => session.go(0),
      back: () => session.go(session.at - 1),
      forth: () => session.go(session.at + 1),
      "to-end": () => session.go(session.moves.length),
    };
    for (const [id, deed] of Object.entries(deeds)) byId(id).addEventListener("click", deed);
    addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
    const isElsewhere = !this.#visible || event.target.closest?.(TYPING);
    if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key; // Caps Lock may be on
    const isOwn = event.target.matches?.("input") && key.startsWith("Arrow");
    if (isOwn || (!KEYS[key] && !this.#digit(key))) return;
    event.preventDefault();
    if (KEYS[key]) byId(KEYS[key]).click();
  }

  /** Play the move that a digit names, of games whose moves are digits; return whether it means anything. */
  #digit(key) {
    if (!/^\d$/.test(key) || !this.#session.position) return false;
    const { legal, columns, sides } = this.#session.position;
    const move = this.#session.isPersonsTurn() && legal.find((each) => each.move === key);
    const column = sides.length ? -1 : columns.indexOf(key);
    if (move) this.#play(move);
    else if (column >= 0) this.#refuse([0, column]);
    return Boolean(move) || column >= 0;
  }

  async #undo() {
    if (this.#board.choice.hops.length) return this.#board.drop();
    if (!(await this.#session.undo())) notice("There is no move to undo.");
    return undefined;
  }

  #flip() {
    this.#turned = !this.#turned;
    this.#draw(null);
  }

  #refuse(square) {
    const { position } = this.#session;
    const reason = mustCapture(position) ? "You must capture." : "No legal move.";
    say(`${nameOf(position, square)}: ${this.#session.isPersonsTurn() ? reason : "It is not your turn."}`);
  }

  /** Show a position; what costs time comes after the board is drawn. */
  #changed(move) {
    this.#draw(move);
    showStatus(this.#session);
    address.write(this.#session);
    keptGames.keep(entryOf(this.#session.game.name), address.of(this.#session));
    this.#showLooseMoves();
    if (move) return say(moveWords(this.#session, move));
    this.#showSetup();
    showThought(this.#session.thought, this.#session.isPlayersTurn());
    record.showRecord(this.#session);
    this.#showCourse();
    this.#judgement.renew();
    const outcome = this.#session.outcome();
    if (outcome) say(outcome.words);
    return undefined;
  }

  #draw(move) {
    const { position, advice } = this.#session;
    this.#board.show(position, { open: this.#session.isPersonsTurn(), flipped: this.#flipped(), move, advice });
  }

  /** Return whether the board is seen from the second side's end: people like their own men near them. */
  #flipped() {
    const { opening, person } = this.#session;
    return isAbove(opening, person === "second" ? 1 : 0) !== this.#turned;
  }

  #thought() {
    const word = this.#session.thought;
    showThought(word, word.kind !== "decision");
    showStatus(this.#session);
    if (this.#session.advice && this.#session.isPersonsTurn()) {
      this.#draw(null);
      this.#showLooseMoves();
      say(`Hint: ${this.#session.advice}`);
    }
  }

  #judged(word) {
    if (word) showThought(word, word.kind !== "analysis");
    if (word?.kind === "analysis") this.#session.learn(this.#judgement.player, word.value);
    byId("verdict").textContent = this.#judgement.verdict();
    this.#showValues();
    this.#point(this.#pointed);
  }

  /** Show the exact score, in words, of the move at the square that the person points at; null for none. */
  #point(square) {
    this.#pointed = square;
    const move = square && this.#board.choice.movesAt(square)[0];
    byId("pointed").textContent = this.#judgement.hint(move?.move);
  }

  #showValues() {
    if (!this.#judgement) return;
    const { analysis, exact } = this.#judgement;
    this.#board.showValues(drawValues(this.#board, analysis, exact));
    this.#board.explain(exact);
    this.#showLooseMoves();
  }

  #showCourse() {
    if (this.#session.position) showCourse(this.#session, (ply) => this.#session.go(ply));
  }

  #showLooseMoves() {
    const [session, choice, { analysis }] = [this.#session, this.#board.choice, this.#judgement];
    const play = (move) => this.#play(move);
    showLooseMoves(session, choice, analysis, play);
    if (session.isEntering()) showRolls(session, (roll) => this.#enter(roll));
  }

  /** Take over what the person says has fallen; at an earlier position it leaves the game that went on from there. */
  #enter(roll) {
    if (this.#session.at < this.#session.moves.length) this.#leave();
    this.#session.enter(roll);
  }

  #refused(sentence) {
    notice(sentence);
    byId("status").textContent = this.#session.position ? sentence : "No game on the board";
  }
}

/** Return whether most men of a side stand in the upper half of the board. */
function isAbove({ rows }, side) {
  const men = rows.map((line) => [...line].reduce((sum, cell) => sum + (sideOf(cell) === side ? countOf(cell) : 0), 0));
  const lean = men.map((count, row) => count * (rows.length - 1 - 2 * row));
  return lean.reduce((sum, each) => sum + each, 0) > 0;
}
