/** What falls by chance. */

/** Return one of these moves, each as likely as its probability says; with a seed always the same one after so many. */
export function draw(chances, seed, ply) {
  let rest = seed === null ? Math.random() : fraction(seed, ply);
  for (const { move, probability } of chances) {
    rest -= probability;
    if (rest < 0) return move;
  }
  return chances.at(-1).move;
}

/** Return a number from 0 to 1 that follows from a seed and a place: the last step of a MurmurHash, well mixed. */
function fraction(seed, place) {
  let bits = (seed ^ Math.imul(place + 1, 0x9e3779b9)) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}
