// What an event says of a board, so that nobody has to ask how it stands.

const CHANGES = {
  // An offer may outlive a move, a game be so young that it can be aborted, and a move exchange the colours;
  // whether so the server says.
  /**
   * @param {Board} board
   * @param {MoveEvent} event
   */
  move: (board, { ply, text, seat, saved, swaps, turn, deadline }) => ply === board.ply + 1 && !swaps
    && !board.offer && !board.first && !board.abortable && {
    ply, turn, deadline,
    moves: [...board.moves, text],
    texts: [...board.texts, text],
    seats: board.seats.map((row) => (row.seat === seat ? { ...row, bank: saved } : row)),
  },
  // Whether the game counts in a tournament the server says, and what a clock shows that stands for a vacation.
  /**
   * @param {Board} board
   * @param {EndEvent} event
   */
  end: (board, { at, winner, how, reason, result }) => board.state === "active" && !board.tournament && !board.seats.some(({ away }) => away) && {
    seats: board.seats.map((row) => (row.seat === board.turn && board.deadline !== null && !board.first
      ? { ...row, bank: Math.max(board.deadline - at, 0) } : row)),
    state: /** @type {"over"} */ ("over"), turn: null, deadline: null, offer: null, first: false, abortable: false, claimable: false, outcome: { winner, kind: how, reason, result },
  },
  gone: (/** @type {Board} */ board, /** @type {PresenceEvent} */ { seat }) => presence(board, seat, false),
  here: (/** @type {Board} */ board, /** @type {PresenceEvent} */ { seat }) => presence(board, seat, true),
};

/**
 * @param {Board} board
 * @param {number} at
 * @param {boolean} present
 */
function presence(board, at, present) {
  return { seats: board.seats.map((row) => (row.seat === at ? { ...row, present } : row)) };
}

// The board after an event; null where the event does not say enough. What time it is it does not say.
/**
 * @param {Board} board
 * @param {BoardEvent} event
 * @returns {Board | null}
 */
export function boardAfter(board, event) {
  const changed = event.kind === "move" ? CHANGES.move(board, event)
    : event.kind === "end" ? CHANGES.end(board, event)
    : event.kind === "gone" || event.kind === "here" ? CHANGES[event.kind](board, event) : event.kind === "analysis" && {};
  return changed ? { ...board, ...changed, events: event.number, now: null } : null;
}

// How many moves two lists have in common from the start on.
/**
 * @param {string[]} some
 * @param {string[]} others
 */
export function alike(some, others) {
  const other = some.findIndex((text, at) => others[at] !== text);
  return other < 0 ? some.length : other;
}
