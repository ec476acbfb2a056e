/** Marks that are seen on any ground: white or nearly black, whichever a colour is far enough from. */

const LIGHT = "#ffffff";
const DARK = "#14171a";
const ENOUGH = 3;

/** Return white if that stands out enough from a colour such as #2b8a57, else the dark one: one of them always does. */
export function contrasting(ground, enough = ENOUGH) {
  return 1.05 / (luminance(ground) + 0.05) >= enough ? LIGHT : DARK;
}

/** Return how light a colour is, from 0 to 1, as the Web Content Accessibility Guidelines have it. */
function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(parseInt(colour.slice(at, at + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
