/** The page to play on: the session on one side, the board and its panels on the other. */

import * as address from "./address.js";
import { Board } from "./board.js";
import { showCourse } from "./course.js";
import { byId, element } from "./dom.js";
import { Judgement } from "./judgement.js";
import * as record from "./record.js";
import { notice, say } from "./say.js";
import { Session } from "./session.js";
import { showGames, showSetup } from "./setup.js";
import { moveWords, mustCapture, showStatus } from "./status.js";
import { showThought } from "./thinking.js";
import { drawValues } from "./values.js";
import { nameOf } from "./words.js";

const KEYS = {
  u: "undo", h: "hint", f: "flip", n: "new", v: "show-values", e: "show-exact", ArrowLeft: "back", ArrowRight: "forth",
};

export class PlayPage {
  #games;
  #session = new Session();
  #board;
  #judgement;
  #turned = false;
  #visible = true;

  constructor(games) {
    this.#games = games;
    this.#board = new Board(byId("board"), {
      onMove: (move) => this.#session.play(move),
      onRefuse: (square) => this.#refuse(square),
      onChoice: () => this.#showValues(),
    });
    this.#judgement = new Judgement(this.#session, (word) => this.#judged(word));
    this.#listen();
    this.#connect();
    record.begin(this.#session);
  }

  /** Show the game of an address. */
  async open(wish) {
    const game = this.#games.find((each) => each.name === wish.game) ?? this.#games[0];
    if (wish.game && game.name !== wish.game) notice(`There is no game “${wish.game}” here.`);
    this.#turned = false;
    showGames(this.#games, game.name, (name) => this.#choose(name));
    const isKnown = !wish.player || game.players.some((each) => each.name === wish.player);
    if (!isKnown) notice(`There is no player “${wish.player}” of ${game.title} here.`);
    document.title = `${game.title} · Fourfold`;
    await this.#session.load(wish, game);
  }

  /** Offer the games and players that there are now. */
  renew(games) {
    this.#games = games;
    const game = games.find((each) => each.name === this.#session.game?.name);
    if (!game || !this.#session.position) return;
    this.#session.game = game;
    showSetup(this.#session);
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

  #choose(name) {
    const { seconds, person } = this.#session;
    return this.open({ game: name, seconds, person });
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
    const deeds = {
      undo: () => this.#undo(),
      hint: () => session.isPersonsTurn() && session.hint(),
      flip: () => this.#flip(),
      resign: () => session.isPersonsTurn() && session.resign(),
      new: () => session.begin(),
      "to-start": () => session.go(0),
      back: () => session.go(session.at - 1),
      forth: () => session.go(session.at + 1),
      "to-end": () => session.go(session.moves.length),
    };
    for (const [id, deed] of Object.entries(deeds)) byId(id).addEventListener("click", deed);
    addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
    const isTyping = event.target.closest?.("input, select, textarea, dialog");
    if (!this.#visible || isTyping || event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
    event.preventDefault();
    byId(KEYS[event.key]).click();
  }

  async #undo() {
    if (!(await this.#session.undo())) notice("There is no move to take back.");
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
    if (move) return say(moveWords(this.#session, move));
    address.write(this.#session);
    showSetup(this.#session);
    showThought(this.#session.thought, this.#session.isPlayersTurn());
    record.showRecord(this.#session);
    this.#showCourse();
    this.#showLooseMoves();
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
    return isAbove(opening, person === "second" ? "oO" : "xX") !== this.#turned;
  }

  #thought() {
    const word = this.#session.thought;
    showThought(word, word.kind !== "decision");
    showStatus(this.#session);
    if (this.#session.advice && this.#session.isPersonsTurn()) {
      this.#draw(null);
      say(`Hint: ${this.#session.advice}`);
    }
  }

  #judged(word) {
    if (word) showThought(word, word.kind !== "analysis");
    if (word?.kind === "analysis") this.#session.learn(word.value);
    byId("verdict").textContent = this.#judgement.verdict();
    this.#showValues();
  }

  #showValues() {
    if (!this.#judgement) return;
    const { analysis, exact } = this.#judgement;
    this.#board.showValues(drawValues(this.#board, analysis, exact));
  }

  #showCourse() {
    if (this.#session.position) showCourse(this.#session, (ply) => this.#session.go(ply));
  }

  /** Offer as buttons the moves that no square stands for: a pass, or all of a game without squares. */
  #showLooseMoves() {
    const session = this.#session;
    const loose = session.isPersonsTurn() ? session.position.legal.filter((move) => !move.path.length) : [];
    const only = loose.length === 1;
    const buttons = loose.map((move) => {
      const text = only ? `Play ${move.move}` : move.move;
      const button = element("button", { type: "button", class: only ? "main" : "" }, text);
      button.addEventListener("click", () => session.play(move));
      return button;
    });
    byId("buttons").replaceChildren(...buttons);
  }

  #refused(sentence) {
    notice(sentence);
    byId("status").textContent = this.#session.position ? sentence : "No game on the board";
  }
}

/** Return whether most men of a side stand in the upper half of the board. */
function isAbove({ rows }, letters) {
  const men = rows.map((line) => [...line].filter((letter) => letters.includes(letter)).length);
  const lean = men.map((count, row) => count * (rows.length - 1 - 2 * row));
  return lean.reduce((sum, each) => sum + each, 0) > 0;
}
