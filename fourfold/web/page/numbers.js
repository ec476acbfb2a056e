/** Numbers and results in words. */

/** Return a count as 950, 12.3 k, 4.5 M. */
export function short(count) {
  for (const [size, letter] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (count >= size) return `${(count / size).toFixed(count >= 100 * size ? 0 : 1)} ${letter}`;
  }
  return String(Math.round(count));
}

/** Return a value with its sign: +0.35. */
export function signed(value) {
  const size = Math.abs(value).toFixed(2);
  return size === "0.00" ? size : (value < 0 ? "−" : "+") + size;
}

/** Return a value in hundredths: +35. */
function hundredths(value) {
  const size = Math.round(100 * Math.abs(value));
  return size ? `${value < 0 ? "−" : "+"}${size}` : "0";
}

/** Return what a value of the side to move means, +0.35, briefly +35, or the result where that is proven. */
export function worth(value, proven, isBrief = false) {
  if (value === null || value === undefined) return "";
  if (proven === null || proven === undefined) return isBrief ? hundredths(value) : signed(value);
  const result = value > 0 ? "win" : value < 0 ? "loss" : "draw";
  return proven && result !== "draw" ? `${result} in ${proven}` : result;
}

/** Return a share as 7 % or 0.4 %. */
export function percent(share) {
  const hundredths = 100 * share;
  return `${hundredths >= 9.95 || hundredths === 0 ? hundredths.toFixed(0) : hundredths.toFixed(1)} %`;
}

/** Return a time in words: 45 s, 12 min, 3.5 h. */
export function time(seconds) {
  if (seconds < 90) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
