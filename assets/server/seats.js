// A guest's seats, kept in this browser: boards by number, each with the secret of the seat.
"use strict";

/** @typedef {{ board: number, secret: string }} KeptSeat */

class Seats {
  /** @returns {KeptSeat[]} */
  static all() {
    try {
      const stored = JSON.parse(localStorage.getItem("boche seats") ?? "null");
      return Array.isArray(stored) ? stored : [];
    } catch {
      return []; // no storage, or not ours
    }
  }

  /** @param {KeptSeat[]} seats */
  static set(seats) {
    try {
      localStorage.setItem("boche seats", JSON.stringify(seats.slice(0, 50)));
    } catch {
      // no storage: the link alone leads back
    }
  }

  // The newest first, one seat for each board.
  /**
   * @param {number} board
   * @param {string} secret
   */
  static keep(board, secret) {
    Seats.set([{ board, secret }, ...Seats.all().filter((seat) => seat.board !== board)]);
  }

  /** @param {number} board */
  static forget(board) {
    Seats.set(Seats.all().filter((seat) => seat.board !== board));
  }

  /** @param {number} board */
  static of(board) {
    return Seats.all().find((seat) => seat.board === board)?.secret;
  }
}
