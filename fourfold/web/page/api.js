/** The server, asked and answering. While it does not answer, requests wait, and are sent again when it is back. */

import { pause } from "./dom.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;
const PROBE = "/favicon.ico";
const STREAM = "application/x-ndjson";
const LAST_WORDS = ["decision", "analysis", "scores"];

/** Tells `lost` when the server does not answer, and `back` when it does again. */
export const server = new EventTarget();

/** Why the server refused, in one sentence for people; `isBusy` if it may answer in a moment. */
export class Refusal extends Error {
  constructor(sentence, status = 0) {
    super(sentence.charAt(0).toUpperCase() + sentence.slice(1));
    this.isBusy = status === 503;
  }
}

/** The server did not answer, or not to the end. */
class Lost extends Error {}

let recovery = null;

/** Resolve when the server answers again: everybody who waits has the same wait. */
function whenBack() {
  recovery ??= recover().finally(() => (recovery = null));
  return recovery;
}

async function recover() {
  server.dispatchEvent(new Event("lost"));
  let wait = FIRST_WAIT;
  do {
    await pause(wait);
    wait = Math.min(2 * wait, LONGEST_WAIT);
  } while (!(await answers()));
  server.dispatchEvent(new Event("back"));
}

async function answers() {
  const response = await fetch(PROBE, { cache: "no-store" }).catch(() => null);
  return response !== null && response.status < 500;
}

/** Wait until a request that failed can be sent again; throw what is not the network's fault. */
async function outlast(error, signal) {
  if (!(error instanceof Lost)) throw error;
  signal?.throwIfAborted();
  const left = new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  await Promise.race([whenBack(), left]);
  signal?.throwIfAborted();
}

/** Return what the network promises; only a network that fails makes fetch and its readers throw a TypeError. */
async function received(promise) {
  try {
    return await promise;
  } catch (error) {
    throw error instanceof TypeError ? new Lost() : error;
  }
}

/** Send a request once. A refusal in our own words is the server's; another 502 to 504 is of a proxy before it. */
async function send(path, options) {
  const response = await received(fetch(path, options));
  if (response.ok) return response;
  const body = await received(response.json()).catch(wordless);
  if (!body.error && response.status >= 502 && response.status <= 504) throw new Lost();
  throw new Refusal(body.error || `The server refused (${response.status}).`, response.status);
}

/** Return the body of a refusal that is not in our words. */
function wordless(error) {
  if (error instanceof SyntaxError) return {};
  throw error;
}

function posting(body, signal, accepted = "application/json") {
  const headers = { "Content-Type": "application/json", Accept: accepted };
  return { method: "POST", headers, body: JSON.stringify(body), signal };
}

async function answer(path, options) {
  for (;;) {
    try {
      const response = await send(path, options);
      return response.status === 204 ? null : await received(response.json());
    } catch (error) {
      await outlast(error, options.signal);
    }
  }
}

/** Return what the server says at path. */
export function get(path, signal) {
  return answer(path, { signal });
}

/** Return the server's answer to body; null if it has none to give. What must not be done twice carries a key. */
export function post(path, body, signal) {
  return answer(path, posting(body, signal));
}

/**
 * Yield what the server says line by line, as it comes; aborting signal ends the work there too. A server that was lost
 * has forgotten the work: it begins again.
 */
export async function* stream(path, body, signal) {
  for (;;) {
    try {
      yield* lines(await send(path, posting(body, signal, STREAM)));
      return;
    } catch (error) {
      await outlast(error, signal);
    }
  }
}

async function* lines(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let last = null; ; ) {
    const { value, done } = await received(reader.read());
    const whole = (rest + (value ?? "")).split("\n");
    rest = whole.pop();
    for (const line of whole.filter((each) => each.trim())) yield (last = understand(line));
    if (done && !LAST_WORDS.includes(last?.kind)) throw new Lost();
    if (done) return;
  }
}

function understand(line) {
  const word = JSON.parse(line);
  if (word.error) throw new Refusal(word.error);
  return word;
}
