/** The server, asked and answering. */

/** Why the server refused, in one sentence for people; `isBusy` if it may answer in a moment. */
export class Refusal extends Error {
  constructor(sentence, status = 0) {
    super(sentence.charAt(0).toUpperCase() + sentence.slice(1));
    this.isBusy = status === 503;
  }
}

const SILENT = "The server does not answer. Is “fourfold serve” still running?";

async function request(path, options) {
  const response = await fetch(path, options).catch((error) => {
    throw error.name === "AbortError" ? error : new Refusal(SILENT);
  });
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  throw new Refusal(body.error || `The server refused (${response.status}).`, response.status);
}

function posting(body, signal) {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal };
}

/** Return what the server says at path. */
export async function get(path, signal) {
  return (await request(path, { signal })).json();
}

/** Return the server's answer to body; null if it has none to give. */
export async function post(path, body, signal) {
  const response = await request(path, posting(body, signal));
  return response.status === 204 ? null : response.json();
}

/** Yield what the server says line by line, as it comes; aborting signal ends the work there too. */
export async function* stream(path, body, signal) {
  const response = await request(path, posting(body, signal));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : lines.pop();
    yield* lines.filter((line) => line.trim()).map(understand);
    if (done) return;
  }
}

function understand(line) {
  const word = JSON.parse(line);
  if (word.error) throw new Refusal(word.error);
  return word;
}
