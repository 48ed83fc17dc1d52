// Walking between places in screen directions. The same rule as at the desk, bit by bit:
// viewer/table/move_input.py says why, and a test compares the two.

// The slope up to which places are level with each other, as those of a row in perspective.
const LEVEL = 0.05;

// The index of the place next to the one at `start` in a direction, null at the edge; y runs up. The
// nearest within 45 degrees, else the first that a circle meets that grows that way.
/**
 * @param {Spot[]} places
 * @param {number} start
 * @param {Direction} direction
 * @returns {number | null}
 */
export function neighbour(places, start, [dx, dy]) {
  const ways = places.map(([x, y], index) => {
    // Tiny offsets tell places apart that coincide on the screen.
    const right = x - places[start][0] + (1e-6 * index - 1e-6 * start);
    const up = y - places[start][1] + (0.7e-6 * index - 0.7e-6 * start);
    const along = right * dx + up * dy, aside = Math.abs(right * -dy + up * dx);
    return { along, aside, square: along * along + aside * aside };
  });
  const within = ways.map(({ along, aside, square }) => (along > 0 && aside <= along ? square : Infinity));
  const best = leastOf(within);
  return best ?? leastOf(ways.map(({ along, aside, square }) => (along > LEVEL * aside ? square / along : Infinity)));
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
