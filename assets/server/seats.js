// A guest's seats, kept in this browser: boards by number, each with the secret of the seat.

import { store, storedList } from "./stored.js";

/** @typedef {{ board: number, secret: string, after?: number }} KeptSeat `after`: the rematch that was heard of */

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

  // Keep the seat of a rematch, which has the secret of the game before; whether it is kept. One that
  // was forgotten is no news.
  /**
   * @param {number} board
   * @param {number} before
   */
  static keepRematch(board, before) {
    const all = this.all(), earlier = all.find((seat) => seat.board === before);
    if (!earlier || earlier.after === board) return false;
    earlier.after = board;
    this.set([{ board, secret: earlier.secret }, ...all]);
    return true;
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
