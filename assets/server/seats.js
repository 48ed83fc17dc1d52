// A guest's seats, kept in this browser: boards by number, each with the secret of the seat.
"use strict";

class Seats {
  static all() {
    try {
      const found = JSON.parse(localStorage.getItem("boche seats"));
      return Array.isArray(found) ? found : [];
    } catch {
      return []; // no storage, or not ours
    }
  }

  static set(seats) {
    try {
      localStorage.setItem("boche seats", JSON.stringify(seats.slice(0, 50)));
    } catch {
      // no storage: the link alone leads back
    }
  }

  // The newest first, one seat for each board.
  static keep(board, secret) {
    Seats.set([{ board, secret }, ...Seats.all().filter((each) => each.board !== board)]);
  }

  static forget(board) {
    Seats.set(Seats.all().filter((each) => each.board !== board));
  }

  static of(board) {
    return Seats.all().find((each) => each.board === board)?.secret;
  }
}
