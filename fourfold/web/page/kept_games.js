/** The game that was last on the board of each tab, with its opponent: a tab leads back to it, also after a reload. */

const KEPT = "fourfold-games";

function all() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

/** Remember the address of a game as the one of its tab. */
export function keep(name, address) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ ...all(), [name]: address }));
  } catch {
    // a browser that keeps nothing still has it in its history
  }
}

/** Return the address of the tab of a game; undefined if it was not open yet. */
export function find(name) {
  return all()[name];
}
