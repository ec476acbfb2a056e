/** The game's record: to read, copy, download and paste back in. */

import { Refusal } from "./api.js";
import { byId, download, option } from "./dom.js";
import { notice } from "./say.js";
import { entryOf } from "./variant.js";

const FORMATS = { pdn: "PDN", fen: "FEN" };
const EXAMPLES = {
  connect_four: "Column digits, such as 4435.",
  othello: "A transcript such as f5d6c3, or 64 characters and the side to move.",
  backgammon: "Rolls and plays, such as 31: 8/5 6/5, a position ID of GNU Backgammon, or an XGID.",
  draughts: "PDN of a game, or FEN of a position such as B:W21,K22:B1,2.",
};

/** Show the record of a session and the formats it can be written in. */
export function showRecord(session) {
  const { moves, start, position } = session;
  byId("record").textContent = moves.length ? position.record || moves.join(" ") : start || "No move yet.";
  const select = byId("format");
  const chosen = select.value;
  select.replaceChildren(...session.game.formats.map((each) => option(each, FORMATS[each] ?? capital(each))));
  if (session.game.formats.includes(chosen)) select.value = chosen;
}

const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

async function write(text, words) {
  try {
    await navigator.clipboard.writeText(text);
    notice(words);
  } catch {
    notice("The browser does not allow copying: select the text and copy it yourself.");
  }
}

/** Let the person copy, download and paste records of a session; `onPaste` is called before one takes its place. */
export function begin(session, onPaste) {
  const attempt = (work) => async () => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notice(error.message);
    }
  };
  const exported = () => session.record(byId("format").value);
  byId("copy").addEventListener("click", attempt(async () => write((await exported()).text, "Record copied.")));
  byId("link").addEventListener("click", () => write(location.href, "Link copied: it contains the whole game."));
  byId("save").addEventListener("click", attempt(async () => {
    const { text, filename } = await exported();
    download(text, filename);
  }));
  byId("paste").addEventListener("click", () => open(session));
  byId("paste-go").addEventListener("click", () => put(session, onPaste));
}

function open(session) {
  byId("paste-words").textContent = EXAMPLES[entryOf(session.game.name)] ?? "The moves of a game, as its record writes them.";
  byId("paste-error").textContent = "";
  byId("paste-text").value = "";
  byId("paste-dialog").showModal();
  byId("paste-text").focus();
}

async function put(session, onPaste) {
  const text = byId("paste-text").value;
  byId("paste-error").textContent = text.trim() ? "" : "There is nothing to set up yet.";
  if (!text.trim()) return;
  const closed = new AbortController();
  byId("paste-dialog").addEventListener("close", () => closed.abort(), { once: true });
  try {
    const { start, moves } = await session.read(text, closed.signal);
    onPaste();
    session.set(start, moves);
    byId("paste-dialog").close();
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Refusal)) throw error;
    byId("paste-error").textContent = error.message;
  }
}
