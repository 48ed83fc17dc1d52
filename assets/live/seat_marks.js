import { tr } from "../page/texts.js";

// Seconds as a clock has them: 3 days 4 h, 4:05:09, 2:03.
/** @param {number} seconds */
export function clockText(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  const [days, hours] = [Math.floor(left / 86400), Math.floor((left % 86400) / 3600)];
  if (days) return tr("{days} d {hours} h", { days, hours });
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const [minutes, rest] = [Math.floor((left % 3600) / 60), left % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

// A player's clock, empty where there is none; `ahead` is how far the server's clock is before this one.
// After the end it stays as it was then. `tenths` are shown of the last ten seconds, where it is drawn often enough.
/**
 * @param {Board} board
 * @param {number} at
 * @param {number} ahead
 * @param {boolean} [tenths]
 */
export function clockOf({ seats, turn, first, deadline, clock }, at, ahead, tenths = false) {
  const due = turn === at && !first ? deadline : null;
  const left = due === null ? seats[at].bank : due - (Date.now() / 1000 + ahead);
  if (clock.start === null || left === null) return { text: "", short: false };
  const last = tenths && left > 0 && left < 10;
  const text = last ? `0:${(Math.ceil(10 * left) / 10).toFixed(1).padStart(4, "0")}` : clockText(left);
  return { text, short: due !== null && left < 30 };
}

// The colour of a side's pieces in a palette, in CSS.
/**
 * @param {Uniforms} uniforms
 * @param {string} colour
 */
export function colourIn({ light_part: light, dark_part: dark }, colour) {
  const shown = (/** @type {number} */ part) => Math.round(255 * part ** (1 / 2.2));
  return `rgb(${(["light", "white"].includes(colour) ? light : dark).map(shown).join(" ")})`;
}
