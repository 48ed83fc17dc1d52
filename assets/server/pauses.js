// When to try again what has failed: the same for pages and for the worker that they share.

import { tr } from "../page/texts.js";

const SHORTEST = 250; // milliseconds
export const LONGEST = 8000;

// English in a worker: a page puts them into its language.
export const UNREACHED = tr("The server cannot be reached.");
export const UNANSWERED = tr("The server does not answer.");
const BUSY = tr("The server is busy.");

// What an answer says that will be another one later, where it says so; empty for one that stays.
/** @param {number} status */
export function passing(status) {
  if (status === 502 || status === 504) return UNREACHED; // a proxy's word for it
  return status >= 500 || [408, 425, 429].includes(status) ? BUSY : "";
}

// Each is longer than the one before.
export class Pauses {
  next = SHORTEST;

  begin() {
    this.next = SHORTEST;
  }

  take() {
    const { next } = this;
    this.next = Math.min(2 * next, LONGEST);
    return next;
  }
}
