// A guest's seats, kept in this browser: boards by number, each with the secret of the seat.

import { store, storedList } from "./stored.js";

/** @typedef {{ board: number, secret: string }} KeptSeat */

export class Seats {
  static key = "boche seats";

  /** @returns {KeptSeat[]} */
  static all() {
    return storedList("localStorage", this.key);
  }

  /** @param {KeptSeat[]} seats */
  static set(seats) {
    store("localStorage", this.key, seats.slice(0, 50)); // else the link alone leads back
  }

  // The newest first, one seat for each board.
  /**
   * @param {number} board
   * @param {string} secret
   */
  static keep(board, secret) {
    this.set([{ board, secret }, ...this.all().filter((seat) => seat.board !== board)]);
  }

  /** @param {number} board */
  static forget(board) {
    this.set(this.all().filter((seat) => seat.board !== board));
  }

  /** @param {number} board */
  static of(board) {
    return this.all().find((seat) => seat.board === board)?.secret;
  }
}
