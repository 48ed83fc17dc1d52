// Whoever waits for a live game in this tab is there on every page that has this script, and goes to
// the board when somebody has joined.
"use strict";

/** @typedef {{ board: number, secret?: string }} Waited */

const WAITED = "boche waits";
const DEAD = 10000; // milliseconds without a word after which a line is taken for lost

class Waiting {
  /** @returns {Waited[]} */
  static all() {
    try {
      const stored = JSON.parse(sessionStorage.getItem(WAITED) ?? "null");
      return Array.isArray(stored) ? stored : [];
    } catch {
      return []; // no storage, or not ours
    }
  }

  /** @param {Waited[]} boards */
  static set(boards) {
    try {
      if (boards.length) sessionStorage.setItem(WAITED, JSON.stringify(boards.slice(0, 20)));
      else sessionStorage.removeItem(WAITED);
    } catch {
      // no storage: the page itself waits
    }
  }

  /** @param {number} board */
  static forget(board) {
    Waiting.set(Waiting.all().filter((each) => each.board !== board));
  }

  // Go to a board that has begun, with one's seat.
  /** @param {number} board */
  static go(board) {
    const secret = Waiting.all().find((each) => each.board === board)?.secret;
    Waiting.forget(board);
    location.assign(`/board/${board}${secret ? `#seat=${secret}` : ""}`);
  }
}

// Read the lobby's stream for as long as `wanted` says; `told` gets each event, and `line` whether the
// server is reached. With `quiet`, only what becomes of one's own games comes.
/**
 * @param {{ quiet: boolean, wanted: () => boolean, told: (kind: string, data: any) => void, line?: (stands: boolean) => void }} options
 */
async function holdLobby({ quiet, wanted, told, line = () => {} }) {
  for (let pause = 500; wanted(); pause = Math.min(pause * 2, 8000)) {
    const reading = new AbortController();
    let timer = 0;
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => reading.abort(), DEAD);
    };
    const leave = () => reading.abort();
    window.addEventListener("pagehide", leave);
    alive();
    try {
      const body = JSON.stringify({ quiet, boards: Waiting.all() });
      const answer = await fetch("/lobby/events", { method: "POST", headers: { "Content-Type": "application/json" }, body, signal: reading.signal });
      if (!answer.ok || !answer.body) throw new Error("refused");
      line(true);
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let text = ""; wanted();) {
        const { value, done } = await reader.read();
        if (done) break;
        alive();
        pause = 500;
        const parts = (text + value).split("\n\n");
        text = parts.pop() ?? "";
        for (const part of parts) {
          const field = (/** @type {string} */ name) => part.split("\n").find((row) => row.startsWith(`${name}: `))?.slice(name.length + 2);
          const data = field("data");
          if (data) told(field("event") ?? "", JSON.parse(data));
        }
      }
    } catch {
      line(false); // the next try tells
    } finally {
      clearTimeout(timer);
      window.removeEventListener("pagehide", leave);
      reading.abort();
    }
    await new Promise((done) => { setTimeout(done, pause); });
  }
}
