/** How taps on squares become a move: one tap places a piece, two or more lead it along its path. */

const same = (one, other) => one[0] === other[0] && one[1] === other[1];

/** The choice among legal moves, each of which has a `path` of squares. */
export class Choice {
  /** With `columns` a tap anywhere in a column means the move that ends in it. */
  constructor(legal, columns = false) {
    this.legal = legal.filter((move) => move.path.length);
    this.columns = columns;
    this.steps = [];
  }

  /** Return the moves that begin with the steps taken so far. */
  candidates() {
    return this.legal.filter((move) => this.steps.every((step, index) => same(step, move.path[index] ?? [])));
  }

  /** Return the squares that a move may begin with. */
  origins() {
    return this.legal.map((move) => move.path[0]);
  }

  /** Return the squares that a tap may name next, once a piece is chosen. */
  targets() {
    if (!this.steps.length) return [];
    const ahead = this.candidates().map((move) => move.path.slice(this.steps.length));
    return ahead.flatMap((path) => [path[0], path.at(-1)]);
  }

  /** Return the moves that a tap on square could still become. */
  movesAt(square) {
    const reaches = (move) => move.path.slice(this.steps.length || 0).some((each) => this.#means(square, each));
    return this.candidates().filter((move) => (this.steps.length ? reaches(move) : this.#means(square, move.path[0])));
  }

  /** Take a tap: return the move that it completes, "chosen" or "dropped" for what it did to the steps, or null. */
  tap(square) {
    return this.steps.length ? this.#lead(square) : this.#take(square);
  }

  #means(square, other) {
    return this.columns ? square[1] === other[1] : same(square, other);
  }

  #take(square) {
    const found = this.legal.filter((move) => this.#means(square, move.path[0]));
    const placed = found.find((move) => move.path.length === 1);
    if (placed) return placed;
    if (!found.length) return null;
    this.steps = [square];
    return "chosen";
  }

  #lead(square) {
    if (this.steps.length === 1 && same(square, this.steps[0])) return this.drop();
    const rest = this.candidates();
    const ends = rest.filter((move) => same(move.path.at(-1), square));
    if (new Set(ends.map((move) => move.move)).size === 1) return ends[0];
    if (rest.some((move) => same(move.path[this.steps.length] ?? [], square))) {
      this.steps = [...this.steps, square];
      return "chosen";
    }
    if (!this.origins().some((origin) => same(origin, square))) return null;
    this.steps = [square];
    return "chosen";
  }

  /** Let go of the piece that was chosen. */
  drop() {
    this.steps = [];
    return "dropped";
  }
}
