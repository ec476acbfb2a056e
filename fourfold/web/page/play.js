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
import { showThought } from "./thinking.js";
import { drawValues } from "./values.js";
import { nameOf } from "./words.js";

export class PlayPage {
  #games;
  #session = new Session();
  #board;
  #judgement;
  #turned = false;
  #visible = true;

  constructor(games) {
    this.#games = games;
    const whatHappens = { onMove: (move) => this.#session.play(move), onRefuse: (square) => this.#refuse(square), onChoice: () => this.#showValues() };
    this.#board = new Board(byId("board"), whatHappens);
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
    await this.#session.load(wish, game);
  }

  /** Offer the games and players that there are now. */
  renew(games) {
    this.#games = games;
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
    const keys = { u: "undo", h: "hint", f: "flip", n: "new", ArrowLeft: "back", ArrowRight: "forth", v: "show-values", e: "show-exact" };
    addEventListener("keydown", (event) => this.#key(event, keys));
  }

  #key(event, keys) {
    const isTyping = event.target.closest?.("input, select, textarea, dialog, .course");
    if (!this.#visible || isTyping || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    byId(keys[event.key]).click();
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
    const reason = !this.#session.isPersonsTurn() ? "It is not your turn." : mustCapture(position) ? "You must capture." : "No legal move.";
    say(`${nameOf(position, square)}: ${reason}`);
  }

  /** Show a position; what costs time comes after the board is drawn. */
  #changed(move) {
    this.#draw(move);
    this.#showStatus();
    if (move) return this.#announce(move);
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
    const { position, person } = this.#session;
    const nearest = person === "second" ? "oO" : "xX";
    const start = position.rows.length && position.style.inside !== "dots" && position.style.shape === "disc";
    return Boolean(start && isAbove(position, nearest)) !== this.#turned;
  }

  #showStatus() {
    const session = this.#session;
    const outcome = session.outcome();
    const text = outcome ? capital(outcome.words) : session.isPersonsTurn() ? yourTurn(session) : session.isPlayersTurn() ? `${session.game.sides[session.turn()]} is thinking …` : "";
    byId("status").textContent = session.at < session.moves.length && !outcome ? `Move ${session.at} of ${session.moves.length}` : text;
    const forced = session.isPersonsTurn() && mustCapture(session.position);
    byId("status-more").textContent = outcome ? ending(session, outcome) : forced ? "You must capture" : session.isPersonsTurn() && session.person !== "both" ? `${session.game.sides[session.turn()]} to move` : "";
    const state = outcome ? "over" : session.position.isPending ? "moving" : session.isPersonsTurn() ? "yours" : "thinking";
    Object.assign(document.querySelector(".table").dataset, { state, ply: session.at });
    byId("undo").disabled = session.at === 0;
    for (const id of ["hint", "resign"]) byId(id).disabled = !session.isPersonsTurn();
  }

  #announce(move) {
    const mover = this.#session.game.sides[this.#session.turn(this.#session.at - 1)];
    const captured = move.captures.length ? `, ${this.#session.position.style.inside === "dots" ? "turns" : "captures"} ${move.captures.length}` : "";
    say(`${mover}: ${move.move}${captured}`);
  }

  #thought() {
    const word = this.#session.thought;
    showThought(word, word.kind !== "decision");
    if (this.#session.advice && this.#session.isPersonsTurn()) {
      this.#draw(null);
      say(`Hint: ${this.#session.advice}`);
    }
  }

  #judged(word) {
    if (word && word.kind !== "decision") showThought(word, word.kind !== "analysis");
    byId("verdict").textContent = this.#judgement.verdict();
    this.#showValues();
  }

  #showValues() {
    if (this.#judgement) this.#board.showValues(drawValues(this.#board, this.#judgement.analysis, this.#judgement.exact));
  }

  #showCourse() {
    if (this.#session.position) showCourse(this.#session, (ply) => this.#session.go(ply));
  }

  /** Offer as buttons the moves that no square stands for: a pass, or all of a game without squares. */
  #showLooseMoves() {
    const session = this.#session;
    const loose = session.isPersonsTurn() ? session.position.legal.filter((move) => !move.path.length) : [];
    const buttons = loose.map((move) => {
      const button = element("button", { type: "button", class: loose.length === 1 ? "main" : "" }, loose.length === 1 ? `Play ${move.move}` : move.move);
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

const mustCapture = ({ legal }) => legal.some((move) => move.forced && move.captures.length && move.path.length > 1);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function yourTurn(session) {
  return session.person === "both" ? `${session.game.sides[session.turn()]} to move` : "Your turn";
}

function ending(session, { winner }) {
  if (winner === null || session.person === "both" || session.person === "none") return `after ${session.at} moves`;
  return (winner === 0) === (session.person === "first") ? "Well played!" : "Try again?";
}

/** Return whether most men of a side stand in the upper half of the board. */
function isAbove({ rows }, letters) {
  const lean = rows.map((line, row) => [...line].filter((letter) => letters.includes(letter)).length * (rows.length - 1 - 2 * row));
  return lean.reduce((sum, each) => sum + each, 0) > 0;
}
