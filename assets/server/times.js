// Times, which stand in UTC on a page, in the reader's zone; and those that are left, running.

import { trCount } from "../page/counts.js";
import { CATALOGUE } from "../page/texts.js";

/** @param {ParentNode} place */
export function localTimes(place) {
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (place.querySelectorAll("time[data-shown]"))) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    time.title ||= time.textContent ?? "";
    /** @type {Intl.DateTimeFormatOptions} */
    const hour = time.dataset.shown === "moment" ? { timeStyle: "short" } : {};
    time.textContent = at.toLocaleString(CATALOGUE.dates, { dateStyle: "medium", ...hour });
  }
  localFields(place);
}

// Fields with a day and a time, which the server has in UTC.
/** @param {ParentNode} place */
function localFields(place) {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll("input[data-utc]"))) {
    const { defaultValue, form, name, nextElementSibling: help } = field, at = new Date(`${defaultValue}Z`);
    field.removeAttribute("data-utc");
    if (help instanceof HTMLElement) help.hidden = true;
    field.value = Number.isNaN(at.getTime()) ? "" : new Date(Number(at) - 60000 * at.getTimezoneOffset()).toISOString().slice(0, 16);
    form?.addEventListener("formdata", ({ formData }) => {
      if (field.value) formData.set(name, new Date(field.value).toISOString().slice(0, 16));
    });
  }
}

const UNITS = /** @type {[size: number, counted: (count: number) => string][]} */ ([
  [86400, (count) => trCount("{count} day", "{count} days", count)],
  [3600, (count) => trCount("{count} hour", "{count} hours", count)],
  [60, (count) => trCount("{count} minute", "{count} minutes", count)],
  [1, (count) => trCount("{count} second", "{count} seconds", count)],
]);

// A duration as the server writes it: in its one or two largest units.
/** @param {number} seconds */
function inWords(seconds) {
  let remaining = Math.max(Math.round(seconds), 0);
  const parts = [];
  for (const [size, counted] of UNITS) {
    const count = Math.floor(remaining / size);
    remaining %= size;
    if (count) parts.push(counted(count));
  }
  return parts.slice(0, 2).join(" ") || trCount("{count} second", "{count} seconds", 0);
}

// When what is left ends, by this machine's clock; counted from when it was first seen.
/** @type {WeakMap<Element, number>} */
const ends = new WeakMap();

function countDown() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-left]"))) {
    const end = ends.get(place) ?? Date.now() + 1000 * Number(place.dataset.left);
    ends.set(place, end);
    const text = inWords((end - Date.now()) / 1000);
    if (place.textContent !== text) place.textContent = text;
  }
}

localTimes(document);
countDown();
setInterval(countDown, 1000);
