// Turning and zooming by mouse, pen and fingers.

import { clamp } from "./drawing/camera.js";

const TURN = 200; // degrees for a drag over the picture's whole height
export const NOTCH = 1.15; // factor of a notch of the wheel

// Where an event is in a canvas: 0 to 1, from its upper left corner.
/**
 * @param {HTMLCanvasElement} canvas
 * @param {{ clientX: number, clientY: number }} event
 * @returns {Spot}
 */
export function placeIn(canvas, { clientX, clientY }) {
  const box = canvas.getBoundingClientRect();
  return [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
}

// `pointed` gets the place that a mouse or pen rests at, null where none does, and whether it moved there:
// else it is what lies there that may have changed.
/**
 * @param {HTMLCanvasElement} canvas
 * @param {Turnable} table
 * @param {(place: Spot | null, moved: boolean) => void} pointed
 * @param {AbortSignal} signal
 */
export function followPointers(canvas, table, pointed, signal) {
  /** @type {Map<number, Spot>} */
  const down = new Map();
  /** @type {{ time: number, right: number, up: number }[]} */
  let recent = [];
  let asking = false;
  /** @type {Spot | null} */
  let place = null; // where a pointer rests that hides nothing
  /** @type {(name: string, act: (event: any) => void) => void} */
  const hear = (name, act) => canvas.addEventListener(name, act, { signal, passive: false });
  const height = () => canvas.getBoundingClientRect().height;
  const spot = (/** @type {number[]} */ [x, y]) => {
    const [across, down] = placeIn(canvas, { clientX: x, clientY: y });
    return [2 * across - 1, 1 - 2 * down];
  };

  hear("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, [event.clientX, event.clientY]);
    recent = [];
    place = null; // it may turn the board now
    table.hold();
  });

  hear("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return hover(event);
    /** @type {Spot} */
    const now = [event.clientX, event.clientY];
    if (down.size === 1) turn(before, now, event.timeStamp);
    if (down.size === 2) pinch(event.pointerId, before, now);
    down.set(event.pointerId, now);
  });

  // Asked once a picture, and not of fingers: they hide what they touch.
  /** @param {PointerEvent} event */
  function hover(event) {
    if (event.pointerType === "touch") return;
    place = placeIn(canvas, event);
    if (asking) return;
    asking = true;
    requestAnimationFrame(() => {
      asking = false;
      pointed(place, true);
    });
  }

  hear("rest", () => pointed(place, false));

  hear("pointerleave", (event) => {
    place = null;
    pointed(null, event.pointerType !== "touch");
  });

  /**
   * @param {number[]} before
   * @param {number[]} now
   * @param {number} time
   */
  function turn(before, now, time) {
    const right = (TURN * (now[0] - before[0])) / height();
    const up = (-TURN * (now[1] - before[1])) / height();
    table.turn(right, up);
    recent = [...recent.filter((step) => time - step.time < 80), { time, right, up }];
  }

  // Two fingers: their distance zooms, their middle turns.
  /**
   * @param {number} id
   * @param {number[]} before
   * @param {number[]} now
   */
  function pinch(id, before, now) {
    const [other] = [...down].filter(([key]) => key !== id).map(([, spot]) => spot);
    const apart = (/** @type {number[]} */ a, /** @type {number[]} */ b) => Math.max(Math.hypot(a[0] - b[0], a[1] - b[1]), 1);
    const middle = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
    table.zoom(apart(before, other) / apart(now, other), spot(middle));
    table.turn((TURN * (now[0] - before[0])) / 2 / height(), (-TURN * (now[1] - before[1])) / 2 / height());
  }

  for (const name of ["pointerup", "pointercancel"]) {
    hear(name, (event) => {
      down.delete(event.pointerId);
      const fresh = recent.filter((step) => event.timeStamp - step.time < 80);
      const sum = (/** @type {"right" | "up"} */ side) => fresh.reduce((total, step) => total + step[side], 0) / 80;
      if (!down.size && fresh.length > 1) table.coast(sum("right"), sum("up"));
      if (down.size || name === "pointercancel" || event.pointerType === "touch") return;
      place = placeIn(canvas, event);
      pointed(place, false);
    });
  }

  hear("wheel", (event) => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 3 : 100;
    const notches = clamp(event.deltaY / unit, -3, 3);
    table.zoom(NOTCH ** notches, spot([event.clientX, event.clientY]));
  });

  hear("dblclick", () => table.look());
}
