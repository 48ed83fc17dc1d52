// What an event says of a board, so that nobody has to ask how it stands.

const CHANGES = {
  // An offer may outlive a move, a game be so young that it can be aborted, and a second move be the swap;
  // whether so the server says.
  move: (board, { ply, text, seat, saved, turn, deadline }) => ply === board.ply + 1 && ply !== 2
    && !board.offer && !board.first && !board.abortable && {
    ply, turn, deadline,
    moves: [...board.moves, text],
    seats: board.seats.map((row) => (row.seat === seat ? { ...row, bank: saved } : row)),
  },
  end: (board, { winner, how, reason, result }) => board.state === "active" && {
    state: "over", turn: null, deadline: null, offer: null, first: false, abortable: false, outcome: { winner, kind: how, reason, result },
  },
};

// The board after an event; null where the event does not say enough. What time it is it does not say.
function boardAfter(board, event) {
  const changed = CHANGES[event.kind]?.(board, event);
  return changed ? { ...board, ...changed, events: event.number, now: null } : null;
}

// How many moves two lists have in common from the start on.
function alike(some, others) {
  const other = some.findIndex((text, at) => others[at] !== text);
  return other < 0 ? some.length : other;
}
