/**
 * How taps on squares become a move: one tap places a piece, two or more lead it along its path. A move of several
 * pieces has `parts`, a path each, which are led one after the other, in any order.
 */

const same = (one, other) => one[0] === other[0] && one[1] === other[1];

/** The choice among legal moves, each of which has a `path` of squares, or `parts`. */
export class Choice {
  /** What may still become of the taps: moves, and the chains of squares that are left of their parts. */
  #open = [];

  /** With `columns` a tap anywhere in a column means the move that ends in it. */
  constructor(legal, columns = false) {
    this.legal = legal.filter((move) => move.path.length);
    this.columns = columns;
    this.drop();
  }

  /** Return the moves that are still possible after the steps taken so far. */
  candidates() {
    const open = this.#open.filter(({ rest }) => !this.steps.length || this.#chains(rest).length);
    return [...new Set(open.map(({ move }) => move))];
  }

  /** Return the squares from which a piece may be led now, or where one may be put. */
  origins() {
    return this.#open.flatMap(({ rest }) => rest.map((chain) => chain[0]));
  }

  /** Return the squares that a tap may name next, once a piece is chosen. */
  targets() {
    if (!this.steps.length) return [];
    const ahead = this.#open.flatMap(({ rest }) => this.#chains(rest));
    return ahead.flatMap((chain) => [chain[1], chain.at(-1)]);
  }

  /** Return the moves that a tap on square could still become. */
  movesAt(square) {
    const named = (chain) => (this.steps.length ? chain.slice(1) : chain.slice(0, 1));
    const chains = (rest) => (this.steps.length ? this.#chains(rest) : rest);
    const means = (rest) => chains(rest).some((chain) => named(chain).some((each) => this.#means(square, each)));
    return this.#open.filter(({ rest }) => means(rest)).map(({ move }) => move);
  }

  /** Take a tap: return the move that it completes, "chosen" or "dropped" for what it did to the steps, or null. */
  tap(square) {
    return this.steps.length ? this.#lead(square) : this.#take(square);
  }

  /** Let go of the piece that was chosen, and of those that were led before it. */
  drop() {
    this.steps = [];
    this.hops = [];
    this.#open = this.legal.map((move) => ({ move, rest: move.parts ?? [move.path] }));
    return "dropped";
  }

  #means(square, other) {
    return this.columns ? square[1] === other[1] : same(square, other);
  }

  /** Return the chains that begin where the chosen piece stands. */
  #chains(rest) {
    return rest.filter((chain) => chain.length > 1 && same(chain[0], this.steps.at(-1)));
  }

  #take(square) {
    const found = this.#open.filter(({ rest }) => rest.some((chain) => this.#means(square, chain[0])));
    const placed = found.find(({ rest }) => rest.length === 1 && rest[0].length === 1);
    if (placed) return placed.move;
    if (!found.length) return this.#leadOn(square);
    this.steps = [square];
    return "chosen";
  }

  /** Lead the piece on that was led last, for no other was chosen. */
  #leadOn(square) {
    this.steps = this.hops.slice(-1).map(([, to]) => to);
    const goesOn = this.steps.length && this.#open.some(({ rest }) => this.#chains(rest).length);
    const outcome = goesOn ? this.#lead(square) : null;
    if (outcome === null) this.steps = [];
    return outcome;
  }

  #lead(square) {
    if (this.steps.length === 1 && same(square, this.steps[0])) {
      this.steps = [];
      return "dropped";
    }
    const found = this.#open.flatMap(({ move, rest }) =>
      this.#chains(rest).flatMap((chain) => after(move, rest, chain, square)),
    );
    // who means a way through this square can name the squares before it
    const direct = found.filter((each) => each.isNext);
    if (found.length) return this.#goOn(square, direct.length ? direct : found);
    return this.#change(square);
  }

  /** Choose another piece; those that were led before it stay where they are only if the same move leads them too. */
  #change(square) {
    const isOpen = this.origins().some((origin) => same(origin, square));
    const isElsewhere = this.legal.some((move) => !move.parts && same(move.path[0], square));
    if (!isOpen && !isElsewhere) return null;
    if (!isOpen) this.drop();
    this.steps = [square];
    return "chosen";
  }

  #goOn(square, found) {
    const isDone = found.every(({ rest }) => !rest.length);
    if (isDone && new Set(found.map(({ move }) => move.move)).size === 1) return found[0].move;
    const isLed = found.every(({ rest }) => rest.length === 1 && same(rest[0][0], square));
    this.hops = [...this.hops, [this.steps.at(-1), square]];
    this.steps = isLed ? [...this.steps, square] : [];
    this.#open = found;
    return "chosen";
  }
}

/** Return what is left of a move after a piece went along a chain as far as square: its next or its last one. */
function after(move, rest, chain, square) {
  const isNext = same(chain[1], square);
  if (!isNext && !same(chain.at(-1), square)) return [];
  const others = rest.filter((each) => each !== chain);
  const left = isNext ? chain.slice(1) : [];
  return [{ move, rest: left.length > 1 ? [...others, left] : others, isNext }];
}
