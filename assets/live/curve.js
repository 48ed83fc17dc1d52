// The curve of the chances over the moves: the first colour's, upwards; it leads to a move.

import { tr } from "../page/texts.js";
import { trWord } from "../page/words.js";
import { percent } from "./candidates.js";

const SVG = "http://www.w3.org/2000/svg";
const HIGH = 96, EDGE = 5; // pixels

/**
 * @param {string} tag
 * @param {{ [name: string]: string | number }} attributes
 */
function drawn(tag, attributes) {
  const shape = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, String(value));
  return shape;
}

export class Curve {
  // `choose` gets the ply that is pointed at.
  /**
   * @param {SVGSVGElement} place
   * @param {(ply: number) => void} choose
   */
  constructor(place, choose) {
    this.place = place;
    /** @type {Evaluated[]} */
    this.known = [];
    this.last = 1; // the last ply
    this.ply = 0;
    this.colour = "";
    const point = (/** @type {PointerEvent} */ event) => {
      const { left, width } = place.getBoundingClientRect();
      const part = (event.clientX - left - EDGE) / (width - 2 * EDGE);
      choose(Math.round(Math.min(Math.max(part, 0), 1) * this.last));
    };
    place.addEventListener("pointerdown", (event) => {
      place.setPointerCapture(event.pointerId);
      point(event);
    });
    place.addEventListener("pointermove", (event) => { if (event.buttons) point(event); });
    new ResizeObserver(() => this.draw()).observe(place);
  }

  /**
   * @param {Evaluated[]} known
   * @param {number} last
   * @param {number} ply
   * @param {string} colour
   */
  show(known, last, ply, colour) {
    Object.assign(this, { known, last: Math.max(last, 1), ply, colour });
    const { place } = this;
    const here = known.find((one) => one.ply === ply);
    const at = ply ? tr("move {ply}", { ply }) : tr("start");
    place.setAttribute("aria-valuemax", String(last));
    place.setAttribute("aria-valuenow", String(ply));
    place.setAttribute("aria-valuetext", here ? tr("{what}: {value}", { what: at, value: `${trWord(colour)} ${percent(here.win[colour])}` }) : at);
    this.draw();
  }

  draw() {
    const { place, known, last, ply, colour } = this;
    const wide = place.clientWidth;
    if (!wide || !known.length) return;
    const x = (/** @type {number} */ at) => EDGE + (wide - 2 * EDGE) * at / last;
    const y = (/** @type {number} */ share) => EDGE + (HIGH - 2 * EDGE) * (1 - share);
    const points = known.map((one) => `${x(one.ply).toFixed(1)},${y(one.win[colour]).toFixed(1)}`);
    const [first, end] = [x(known[0].ply), x(known[known.length - 1].ply)];
    place.setAttribute("viewBox", `0 0 ${wide} ${HIGH}`);
    place.replaceChildren(
      drawn("polygon", { points: `${first},${HIGH} ${points.join(" ")} ${end},${HIGH}`, class: "area" }),
      drawn("line", { x1: 0, x2: wide, y1: HIGH / 2, y2: HIGH / 2, class: "even" }),
      drawn("line", { x1: x(ply), x2: x(ply), y1: 0, y2: HIGH, class: "now" }),
      drawn("polyline", { points: points.join(" ") }),
      ...known.filter(({ mistake }) => mistake).map((one) => (
        drawn("circle", { cx: x(one.ply), cy: y(one.win[colour]), r: 4, class: one.mistake?.sign === "??" ? "blunder" : "" }))),
    );
  }
}
