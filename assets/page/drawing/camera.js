// The camera: an orbit around a target, as viewer/camera/camera.py has it. Angles are degrees;
// azimuth counterclockwise from east, elevation above the horizon. Matrices are lists of columns,
// as GL reads them.

const LOWEST = 4;
export const HIGHEST = 90;
const MARGIN = 0.04; // of the picture's smaller side, left free along each border
const CLEAR = 0.15; // the least way from the eye to what is framed, in halves of its depth
const BEHIND = 100; // how far behind an orthographic camera's eye is still drawn

/** @type {(degrees: number) => number} */
export const radians = (degrees) => (degrees * Math.PI) / 180;
/** @type {(value: number, low: number, high: number) => number} */
export const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
/** @type {(a: number[], b: number[]) => number} */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @type {(a: number[] | Numbers, b: number[], by?: number) => number[]} */
export const plus = (a, b, by = 1) => [a[0] + by * b[0], a[1] + by * b[1], a[2] + by * b[2]];
/** @type {(a: number[], b: number[]) => number[]} */
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** @type {(a: number[], by: number) => number[]} */
export const scaled = (a, by) => [a[0] * by, a[1] * by, a[2] * by];

// Unit vectors to the right, up, and back from the target to the eye.
/** @param {Camera} camera */
export function basis(camera) {
  const az = radians(camera.azimuth), el = radians(camera.elevation);
  const ca = Math.cos(az), sa = Math.sin(az), ce = Math.cos(el), se = Math.sin(el);
  return [[-sa, ca, 0], [-se * ca, -se * sa, ce], [ce * ca, ce * sa, se]];
}

/** @type {(camera: Camera) => number} */
export const halfHeight = (camera) => camera.distance * Math.tan(radians(camera.fov) / 2);

// Between which distances from the eye something is drawn.
/** @param {Camera} camera */
function reach(camera) {
  const flat = camera.projection === "ortho";
  return [flat ? -BEHIND : 0.08 * camera.distance, 12 * camera.distance + (flat ? BEHIND : 0)];
}

// The place in the world at a place of the picture: across, up and deep from -1 to 1.
/**
 * @param {Camera} camera
 * @param {number} aspect
 * @param {number} across
 * @param {number} up
 * @param {number} deep
 */
export function unprojected(camera, aspect, across, up, deep) {
  const [right, above, back] = basis(camera);
  const [near, far] = reach(camera);
  const flat = camera.projection === "ortho";
  const away = flat
    ? near + ((deep + 1) / 2) * (far - near)
    : (2 * near * far) / (far + near - deep * (far - near));
  const half = flat ? halfHeight(camera) : away * Math.tan(radians(camera.fov) / 2);
  const axis = plus(camera.target, back, camera.distance - away);
  return plus(plus(axis, right, across * half * aspect), above, up * half);
}

// World to clip space for a picture of aspect = width / height.
/**
 * @param {Camera} camera
 * @param {number} aspect
 */
export function viewProjection(camera, aspect) {
  const axes = basis(camera);
  const eye = plus(camera.target, axes[2], camera.distance);
  const move = axes.map((axis) => -dot(axis, eye));
  const flat = camera.projection === "ortho";
  const y = flat ? halfHeight(camera) : Math.tan(radians(camera.fov) / 2);
  const [near, far] = reach(camera);
  const sx = 1 / (y * aspect), sy = 1 / y;
  const [sz, tz] = flat
    ? [-2 / (far - near), -(far + near) / (far - near)]
    : [-(far + near) / (far - near), (-2 * far * near) / (far - near)];
  const [right, up, back] = axes;
  const matrix = [];
  for (let i = 0; i < 4; i++) {
    const r = i < 3 ? right[i] : move[0];
    const u = i < 3 ? up[i] : move[1];
    const b = i < 3 ? back[i] : move[2];
    const last = i < 3 ? 0 : 1;
    matrix.push(sx * r, sy * u, sz * b + tz * last, flat ? last : -b);
  }
  return new Float32Array(matrix);
}

// The place from which across / away reach as far to either side. Each two points have one between them; a
// point's lowest is the place for it alone on its side. From there on goes whichever reaches farther.
/**
 * @param {number[]} across
 * @param {number[]} away
 */
function centre(across, away) {
  for (let outer = 0, place = -Infinity; ;) {
    const least = across.reduce((lowest, x, i) =>
      Math.min(lowest, (x * away[outer] + across[outer] * away[i]) / (away[i] + away[outer])), Infinity);
    if (!(least > place)) return place;
    place = least;
    outer = across.reduce((best, x, i) =>
      ((x - place) / away[i] > (across[best] - place) / away[best] ? i : best), 0);
  }
}

// The camera moved, its angles kept, so that all points (x, y, z after each other) fit tightly.
/**
 * @param {Camera} camera
 * @param {Numbers} points
 * @param {number} aspect
 * @returns {Camera}
 */
export function framed(camera, points, aspect) {
  const [right, up, back] = basis(camera);
  const half = Math.tan(radians(camera.fov) / 2);
  const free = 1 - 2 * MARGIN;
  const ty = half * (aspect >= 1 ? free : 1 - 2 * MARGIN * aspect);
  const tx = half * aspect * (aspect <= 1 ? free : 1 - (2 * MARGIN) / aspect);
  const deep = camera.projection === "perspective";
  let left = -Infinity, rightmost = -Infinity, below = -Infinity, above = -Infinity;
  let highest = -Infinity, lowest = Infinity;
  const across = [], upward = [], depths = [];
  for (let i = 0; i < points.length; i += 3) {
    const point = [points[i], points[i + 1], points[i + 2]];
    const x = dot(right, point), y = dot(up, point), z = dot(back, point);
    const depth = deep ? z : 0;
    left = Math.max(left, -x + tx * depth);
    rightmost = Math.max(rightmost, x + tx * depth);
    below = Math.max(below, -y + ty * depth);
    above = Math.max(above, y + ty * depth);
    highest = Math.max(highest, z);
    lowest = Math.min(lowest, z);
    across.push(x);
    upward.push(y);
    depths.push(depth);
  }
  let stand = Math.max((left + rightmost) / (2 * tx), (below + above) / (2 * ty));
  const [top, bottom] = deep ? [highest, lowest] : [0, 0];
  stand = Math.max(stand, top + (CLEAR * (top - bottom)) / 2 + 1e-3);
  const middle = (highest + lowest) / 2, away = depths.map((depth) => stand - depth);
  let target = scaled(right, centre(across, away));
  target = plus(plus(target, up, centre(upward, away)), back, middle);
  return { ...camera, target, distance: deep ? stand - middle : stand };
}

/** @type {(part: number) => number} */
export const ease = (part) => part * part * (3 - 2 * part);

// A camera on the way between two, azimuths the shortest way round; as at the desk, the angle of
// view narrows where perspective gives way to parallel rays, so that nothing jumps.
/**
 * @param {Camera} one
 * @param {Camera} two
 * @param {number} part
 * @returns {Camera}
 */
export function between(one, two, part) {
  if (part >= 1) return two;
  /** @type {(a: number, b: number) => number} */
  const mix = (a, b) => a + (b - a) * part;
  const turn = (((two.azimuth - one.azimuth) % 360) + 540) % 360 - 180;
  const same = one.projection === two.projection;
  /** @type {(camera: Camera) => number} */
  const angle = (camera) => camera.fov * (camera.projection === "ortho" ? 0.04 : 1);
  const fov = same ? mix(one.fov, two.fov) : mix(angle(one), angle(two));
  const size = halfHeight(one) ** (1 - part) * halfHeight(two) ** part;
  return {
    target: one.target.map((value, i) => mix(value, two.target[i])),
    azimuth: one.azimuth + part * turn,
    elevation: mix(one.elevation, two.elevation),
    distance: size / Math.tan(radians(fov) / 2),
    fov,
    projection: same ? one.projection : "perspective",
  };
}

// The camera moved around its target by a drag that moves what is seen, in degrees.
/** @type {(camera: Camera, right: number, up: number) => Camera} */
export const turned = (camera, right, up) => ({
  ...camera,
  azimuth: camera.azimuth - right,
  elevation: clamp(camera.elevation - up, LOWEST, HIGHEST),
});
