/** A learning curve: its line, the interval around it, the baseline, what was tested apart, and what it all measures. */

import { element, shape } from "./dom.js";
import { short } from "./numbers.js";

const GAP = 0.4;
const FEW = 10;
const MANY = 60;
const APART = 0.1;
const RIVALS = 5;
const SPACE = { left: 46, right: 14, top: 14, bottom: 34 };

/** Return the drawing of a run's curve; a small one has no axes. */
export function drawCurve(run, { width = 640, height = 300, small = false } = {}) {
  const space = small ? { left: 3, right: 3, top: 5, bottom: 5 } : SPACE;
  const label = `${run.labels?.y ?? "value"} over ${run.labels?.x ?? "time"}, ${run.curve.length} points`;
  const kind = { class: `curve${small ? " small" : ""}`, role: "img", "aria-label": label };
  const drawing = shape("svg", { viewBox: `0 0 ${width} ${height}`, ...kind });
  drawing.dataset.points = run.curve.length;
  if (!run.curve.length) return drawing;
  const tests = small ? [] : (run.tests ?? []);
  const others = small ? [] : (run.lines ?? []).slice(1).filter((each) => each.curve.length);
  const scale = scaling(run, [...tests, ...others.flatMap((each) => each.curve)], { width, height, space }, tests);
  if (!small) drawing.append(...axes(scale, run.labels ?? {}, { width, height, space }));
  drawing.append(...baseline(run, scale));
  const isPair = run.lines?.length === 2;
  others.forEach((each) => drawing.append(rival(each, run.lines.indexOf(each), scale, isPair)));
  for (const part of parts(run.curve)) drawing.append(...band(part, scale), ...line(part, scale));
  if (!small) drawing.append(...dots(run.curve, scale));
  drawing.append(tip(run.curve.at(-1), scale, small), ...tests.flatMap((test) => diamond(test, scale)));
  return drawing;
}

/** Return what a run's curve measures, and what its signs mean. */
export function describeCurve(run) {
  const known = run.curve.some((point) => Number.isFinite(point.low));
  const test = run.tests?.at(-1);
  const keys = [
    known && ["band", "95 % interval"],
    run.baseline != null && ["dashed", `baseline ${trimmed(run.baseline)}`],
    test && ["diamond", `${run.labels.tests}: ${inWords(test)}`],
  ];
  const rivals = (run.lines ?? []).map(({ name, words }, number) => [
    number ? `line rival-${number % RIVALS}` : "line",
    words ? `${name}: ${words}` : name,
  ]);
  const legend = [...rivals, ...keys.filter(Boolean)].map(([kind, text]) => element("span", { class: `key ${kind}` }, text));
  return element(
    "div",
    { class: "curve-words" },
    element("p", { class: "axis-name" }, run.labels?.y ?? ""),
    run.labels?.terms ? element("p", { class: "terms" }, run.labels.terms) : "",
    element("p", { class: "keys" }, ...legend),
  );
}

function inWords({ y, low, high }) {
  return Number.isFinite(low) ? `${trimmed(y)} (${trimmed(low)} to ${trimmed(high)})` : trimmed(y);
}

/** Return the curve in parts: a line over a long way without a point would claim what nobody has measured. */
function parts(curve) {
  const far = (curve.at(-1).x - curve[0].x) * GAP;
  const found = [[]];
  curve.forEach((each, at) => {
    if (at && curve.length > FEW && each.x - curve[at - 1].x > far) found.push([]);
    found.at(-1).push(each);
  });
  return found;
}

/** Return the line of one of several that are compared with the first; the intervals of more than two would be a tangle. */
function rival({ curve }, number, scale, isPair) {
  const marks = curve.map(({ x, y }) => shape("circle", { cx: scale.across(x), cy: scale.up(y), r: 3, class: "dot" }));
  const intervals = isPair ? band(curve, scale) : [];
  return shape("g", { class: `rival rival-${number % RIVALS}` }, ...intervals, ...line(curve, scale), ...marks);
}

function scaling({ curve, baseline }, others, { width, height, space }, tests) {
  const seen = [...curve, ...others];
  const ys = seen.flatMap((point) => [point.y, point.low ?? point.y, point.high ?? point.y]);
  if (baseline != null) ys.push(baseline);
  const end = Math.max(...seen.map((point) => point.x));
  // a test stands apart from the line, behind its end
  const [x0, x1] = [Math.min(0, ...seen.map((point) => point.x)), tests.length ? end * (1 + APART) : end];
  const [y0, y1] = padded(Math.min(...ys), Math.max(...ys));
  const across = (x) => space.left + ((x - x0) / (x1 - x0 || 1)) * (width - space.left - space.right);
  const up = (y) => height - space.bottom - ((y - y0) / (y1 - y0)) * (height - space.top - space.bottom);
  return { x0, x1, y0, y1, across, up, end, left: space.left, right: width - space.right };
}

function baseline(run, scale) {
  if (run.baseline == null) return [];
  const y = scale.up(run.baseline);
  return [shape("line", { x1: scale.left, x2: scale.right, y1: y, y2: y, class: "baseline" })];
}

/** Return the places where something was measured: the line between them is drawn by eye. */
function dots(curve, scale) {
  if (curve.length > MANY) return [];
  return curve.map(({ x, y }) => shape("circle", { cx: scale.across(x), cy: scale.up(y), r: 2.5, class: "dot" }));
}

/** Return the mark of a test, with its interval; one at the end of the line stands behind it. */
function diamond({ x, y, low, high }, scale) {
  const [cx, cy] = [scale.across(x === scale.end ? x * (1 + APART / 2) : x), scale.up(y)];
  const interval = { x1: cx, x2: cx, y1: scale.up(low ?? y), y2: scale.up(high ?? y), class: "test-bar" };
  const points = `${cx},${cy - 7} ${cx + 7},${cy} ${cx},${cy + 7} ${cx - 7},${cy}`;
  return [shape("line", interval), shape("polygon", { points, class: "test" })];
}

/** Return limits with some room; those of a share stay within 0 and 1. */
function padded(low, high) {
  const room = (high - low || Math.abs(high) || 1) * 0.12;
  const isShare = low >= 0 && high <= 1;
  return isShare ? [Math.max(0, low - room), Math.min(1, high + room)] : [low - room, high + room];
}

const point = (scale, x, y) => `${scale.across(x).toFixed(1)},${scale.up(y).toFixed(1)}`;

function band(curve, scale) {
  const known = curve.filter((each) => Number.isFinite(each.low) && Number.isFinite(each.high));
  if (!known.length) return [];
  if (known.length === 1) return [bar(known[0], scale)];
  const above = known.map((each) => point(scale, each.x, each.high));
  const below = known.map((each) => point(scale, each.x, each.low)).reverse();
  return [shape("polygon", { points: [...above, ...below].join(" "), class: "interval" })];
}

/** Return the interval of a point that stands alone. */
function bar({ x, low, high }, scale) {
  const across = scale.across(x);
  return shape("line", { x1: across, x2: across, y1: scale.up(low), y2: scale.up(high), class: "interval-bar" });
}

function line(curve, scale) {
  const points = curve.map((each) => point(scale, each.x, each.y)).join(" ");
  return [shape("polyline", { points, class: "course-line" })];
}

function tip(last, scale, small) {
  return shape("circle", { cx: scale.across(last.x), cy: scale.up(last.y), r: small ? 3 : 4.5, class: "tip" });
}

function axes(scale, labels, { width, height, space }) {
  const parts = ticks(scale.y0, scale.y1, 6).flatMap((y) => [
    shape("line", { x1: space.left, x2: width - space.right, y1: scale.up(y), y2: scale.up(y), class: "rule" }),
    shape("text", { x: space.left - 8, y: scale.up(y) + 4, class: "tick end" }, trimmed(y)),
  ]);
  for (const x of ticks(scale.x0, scale.x1, width < 480 ? 4 : 6)) {
    const place = { x: scale.across(x), y: height - space.bottom + 16, class: "tick" };
    parts.push(shape("text", place, x >= 1000 ? short(x) : trimmed(x)));
  }
  parts.push(shape("text", { x: width - space.right, y: height - 3, class: "tick end strong" }, labels.x ?? ""));
  return parts;
}

/** Return round numbers between low and high, about so many. */
function ticks(low, high, about) {
  const rough = (high - low) / about || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, index) => first + index * step);
}

const trimmed = (number) => String(Number(number.toFixed(3))).replace("-", "−");
