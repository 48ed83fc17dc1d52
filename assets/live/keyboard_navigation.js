// Walking between places in screen directions. The same rule as at the desk, bit by bit:
// viewer/table/move_input.py says why, and a test compares the two.

// The slope up to which places are level with each other, as those of a row in perspective.
const LEVEL = 0.05;

/** @type {Direction[]} */
const SCREEN_WAYS = [[-1, 0], [1, 0], [0, 1], [0, -1]];

// The index of the place next to the one at `start` in a direction, null at the edge; y runs up. The
// nearest within 45 degrees, else the first that a circle meets that grows that way, unless other
// keys lead there.
/**
 * @param {Spot[]} places
 * @param {number} start
 * @param {Direction} direction
 * @returns {number | null}
 */
export function neighbour(places, start, direction) {
  const found = nearestAhead(places, start, direction);
  if (found !== null) return found;
  const best = leastOf(distances(places, start, direction).map(({ along, square }) => (square < Infinity ? square / along : Infinity)));
  return best === null || reaches(places, start, best) ? null : best;
}

// The index of the nearest place within 45 degrees of a direction, null where there is none.
/**
 * @param {Spot[]} places
 * @param {number} start
 * @param {Direction} direction
 */
function nearestAhead(places, start, direction) {
  return leastOf(distances(places, start, direction).map(({ along, aside, square }) => (aside <= along ? square : Infinity)));
}

// How far places lie along a direction and aside of it, and their squared distances: infinite unless
// they lie ahead.
/**
 * @param {Spot[]} places
 * @param {number} start
 * @param {Direction} direction
 */
function distances(places, start, [dx, dy]) {
  return places.map(([x, y], index) => {
    // Tiny offsets tell places apart that coincide on the screen.
    const right = x - places[start][0] + (1e-6 * index - 1e-6 * start);
    const up = y - places[start][1] + (0.7e-6 * index - 0.7e-6 * start);
    const along = right * dx + up * dy, aside = Math.abs(right * -dy + up * dx);
    return { along, aside, square: along > LEVEL * aside ? along * along + aside * aside : Infinity };
  });
}

// Whether keys lead from a place to another, each to the nearest within 45 degrees.
/**
 * @param {Spot[]} places
 * @param {number} start
 * @param {number} end
 */
function reaches(places, start, end) {
  const seen = new Set([start]);
  for (const at of seen) { // it grows meanwhile
    for (const direction of SCREEN_WAYS) {
      const beside = nearestAhead(places, at, direction);
      if (beside !== null) seen.add(beside);
    }
  }
  return seen.has(end);
}

// The index of the place nearest to a spot, null where there is none.
/**
 * @param {Spot[]} places
 * @param {Spot} spot
 */
export function nearest(places, [x, y]) {
  return leastOf(places.map(([px, py]) => (px - x) * (px - x) + (py - y) * (py - y)));
}

// The index of the first of the smallest numbers, null where all are infinite.
/** @param {number[]} values */
function leastOf(values) {
  const index = values.indexOf(Math.min(...values));
  return values[index] < Infinity ? index : null;
}
