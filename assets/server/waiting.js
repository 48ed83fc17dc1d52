// Whoever waits for a live game in this tab is there on every page that has this script, and goes to
// the board when somebody has joined.

import { holdEvents } from "./holding.js";
import { store, storedList } from "./stored.js";

/** @typedef {{ board: number, secret?: string }} Waited */

const WAITED = "boche waits";

export class Waiting {
  /** @returns {Waited[]} */
  static all() {
    return storedList("sessionStorage", WAITED);
  }

  /** @param {Waited[]} boards */
  static set(boards) {
    store("sessionStorage", WAITED, boards.length ? boards.slice(0, 20) : null); // else the page itself waits
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

// Read the lobby's stream for as long as `wanted` says; `told` gets each event. With `quiet`, only what
// becomes of one's own games comes.
/** @param {{ quiet: boolean, wanted: () => boolean, told: (event: { kind: string, data: any }) => void }} options */
export async function holdLobby({ quiet, wanted, told }) {
  const headers = { "Content-Type": "application/json" };
  const asked = () => ({ method: "POST", headers, body: JSON.stringify({ quiet, boards: Waiting.all() }) });
  await holdEvents("/lobby/events", { asked, wanted, told });
}
