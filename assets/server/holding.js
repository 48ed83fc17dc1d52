// Holding a stream of events for as long as a page wants it.

import { tr } from "../page/texts.js";
import { Missing, PATIENCE } from "./asking.js";
import { readEvents, SILENT } from "./event_stream.js";
import { passing, Pauses, UNANSWERED, UNREACHED } from "./pauses.js";

// `told` gets each event. The line is opened again whenever it is lost, after pauses that grow, unless
// the server refuses it; `silent` is after how many milliseconds without a word it is taken for lost.
/**
 * @param {string} path
 * @param {{ asked?: () => RequestInit, wanted: () => boolean, told: (event: { kind: string, data: any }) => void, silent?: number }} options
 */
export async function holdEvents(path, { asked = () => ({}), wanted, told, silent = SILENT }) {
  const about = {}, pauses = new Pauses();
  while (wanted()) {
    const over = new AbortController();
    const leave = () => over.abort(), look = () => { if (!wanted()) leave(); };
    let timer = setTimeout(leave, PATIENCE), why = "";
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(leave, silent);
      look();
    };
    window.addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", look);
    try {
      const answer = await fetch(path, { ...asked(), signal: over.signal });
      why = answer.ok ? "" : passing(answer.status);
      if (!answer.ok && !why) {
        Missing.say(about, tr("The server answered {status}.", { status: answer.status }), true);
        return;
      }
      if (answer.ok && answer.body) {
        alive();
        Missing.say(about, "");
        await readEvents(answer.body, () => {
          alive();
          pauses.begin();
        }, told);
      }
    } catch {
      why = over.signal.aborted ? UNANSWERED : UNREACHED;
    } finally {
      clearTimeout(timer);
      window.removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", look);
      over.abort();
    }
    if (!wanted()) break;
    if (why && !Missing.left) Missing.say(about, why);
    if (await Missing.soon(pauses.take())) pauses.begin();
  }
  Missing.say(about, "");
}
