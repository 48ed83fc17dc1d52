// The key light: where it stands, what its map of depths covers, where the table's shadow lies.
// The figures are those of viewer/renderer/light.py.

import { clamp, cross, dot, HIGHEST, radians, scaled } from "./camera.js";

const BESIDE = -96, ELEVATION = 55; // degrees: left of the viewer's direction, above the horizon
const ABOVE = 66, FARTHER = 32; // from so high up on it turns, by so much for a view from above
const TEXELS = 48; // of the depth map per world unit
const SMALLEST = 64, LARGEST = 2048;
const AROUND = 0.8; // around what is in the map
const TABLE_TEXELS = 8, TABLE_SIDE = 256;
const SPREAD = 0.6; // how far the table's soft edge reaches in the map,
const REACH = 1.3; // and on the table so many times as far
const POOL = 0.68; // how far the table is brighter, in breadths of its shadow
export const POOL_SIDES = 24;

/** @param {Camera} row */
export function toLight({ azimuth, elevation }) {
  const turned = (FARTHER * Math.max(elevation - ABOVE, 0)) / (HIGHEST - ABOVE);
  const az = radians(azimuth + BESIDE - turned), el = radians(ELEVATION);
  return [Math.cos(el) * Math.cos(az), Math.cos(el) * Math.sin(az), Math.sin(el)];
}

/** @type {(points: Numbers, act: (point: number[]) => void) => void} */
const eachPoint = (points, act) => {
  for (let i = 0; i < points.length; i += 3) act([points[i], points[i + 1], points[i + 2]]);
};

// What takes the world to the map (0 to 1 in x, y, depth): rows, offsets; and the map's extent.
/**
 * @param {Numbers} points
 * @param {number[]} direction
 * @returns {LightFrame}
 */
export function lightFrame(points, direction) {
  const length = Math.hypot(direction[0], direction[1]);
  const right = [-direction[1] / length, direction[0] / length, 0];
  const rows = [right, cross(direction, right), scaled(direction, -1)];
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  eachPoint(points, (point) => rows.forEach((row, i) => {
    low[i] = Math.min(low[i], dot(row, point) - AROUND);
    high[i] = Math.max(high[i], dot(row, point) + AROUND);
  }));
  const extent = high.map((value, i) => value - low[i]);
  return {
    rows: rows.map((row, i) => scaled(row, 1 / extent[i])),
    offset: low.map((value, i) => -value / extent[i]),
    extent,
  };
}

// The uniforms that ask the map.
/** @param {LightFrame} row */
export function lightUniforms({ rows, offset, extent }) {
  const slopes = rows.map((row) => scaled(row, 1 / dot(row, row)));
  const column = (/** @type {number} */ i) => [rows[0][i], rows[1][i], rows[2][i], 0];
  const step = SPREAD / 9.1;
  return {
    light_proj: new Float32Array([...column(0), ...column(1), ...column(2), ...offset, 1]),
    light_slope: new Float32Array([0, 1, 2].flatMap((i) => slopes.map((slope) => slope[i]))),
    shadow_step: [step / extent[0], step / extent[1]],
    shadow_map: 0,
    table_shade: 0,
  };
}

// World to clip space of the map.
/** @param {LightFrame} row */
export function lightProjection({ rows, offset }) {
  const matrix = [];
  for (let i = 0; i < 4; i++) {
    for (let row = 0; row < 3; row++) {
      matrix.push(2 * (i < 3 ? rows[row][i] : offset[row]) - (i < 3 ? 0 : 1));
    }
    matrix.push(i < 3 ? 0 : 1);
  }
  return new Float32Array(matrix);
}

/** @type {(side: number) => number} */
export const mapSize = (side) => Math.floor(Math.trunc(clamp(TEXELS * side, SMALLEST, LARGEST)) / 16) * 16;

// The table: the part that a shadow falls on and the part that is brighter than the background, as
// corners (x, y, z, u, v) of convex fans; the size of the shadow's texture; where it is brighter.
/**
 * @param {Numbers} points
 * @param {number} ground
 * @param {number[]} direction
 */
export function tableFan(points, ground, direction) {
  /** @type {number[][]} */
  const outline = [];
  const around = (/** @type {number} */ x, /** @type {number} */ y) => {
    for (let i = 0; i < 8; i++) {
      const turn = (i * Math.PI) / 4;
      outline.push([x + REACH * SPREAD * Math.cos(turn), y + REACH * SPREAD * Math.sin(turn)]);
    }
  };
  eachPoint(points, ([x, y, z]) => {
    const fall = (z - ground) / direction[2];
    around(x - direction[0] * fall, y - direction[1] * fall);
    around(x, y);
  });
  const hull = convexHull(outline);
  const low = [0, 1].map((i) => Math.min(...hull.map((point) => point[i])));
  const high = [0, 1].map((i) => Math.max(...hull.map((point) => point[i])));
  const sides = [high[0] - low[0], high[1] - low[1]];
  const [x0, y0] = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
  const radius = POOL * Math.max(...sides);
  const circle = Array.from({ length: POOL_SIDES }, (_, i) => {
    const turn = (2 * Math.PI * i) / POOL_SIDES;
    return [x0 + 1.01 * radius * Math.cos(turn), y0 + 1.01 * radius * Math.sin(turn)];
  });
  /** @type {(corners: number[][]) => number[]} */
  const placed = (corners) => corners.flatMap(([x, y]) => [
    x, y, ground, (x - low[0]) / sides[0], (y - low[1]) / sides[1],
  ]);
  return {
    shaded: placed(hull),
    whole: placed(circle),
    size: sides.map((side) => Math.trunc(clamp(TABLE_TEXELS * side, 16, TABLE_SIDE))),
    pool: [x0, y0, radius, 1],
  };
}

// The convex hull of points (x, y), counterclockwise.
/** @param {number[][]} points */
function convexHull(points) {
  const ordered = points.slice().sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (/** @type {number[][]} */ row) => {
    /** @type {number[][]} */
    const chain = [];
    for (const point of row) {
      while (chain.length > 1 && !turnsLeft(chain[chain.length - 2], chain[chain.length - 1], point)) {
        chain.pop();
      }
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(ordered), ...half(ordered.reverse())];
}

/** @type {(a: number[], b: number[], c: number[]) => boolean} */
const turnsLeft = (a, b, c) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
