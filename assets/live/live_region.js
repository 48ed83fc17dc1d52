// What is said to who hears the page: each thing once, in the order in which it happened.

import { element, one } from "./elements.js";

export class Announcer {
  /** @param {Element} place */
  constructor(place) {
    this.place = place;
    /** @type {{ [about: string]: string }} */
    this.last = {}; // by what it is about
  }

  // Say what has changed of something, in these words or in more; an empty text forgets what was
  // said of it.
  /**
   * @param {string} about
   * @param {string} text
   * @param {string} [more]
   */
  announce(about, text, more = text) {
    if ((this.last[about] || "") === text) return;
    this.last[about] = text;
    // A list in which one chooses says itself what is chosen.
    const list = document.activeElement?.closest("select");
    if (!text || list?.selectedOptions[0]?.text.startsWith(text)) return;
    this.place.append(element("p", more));
    while (this.place.children.length > 10) this.place.firstElementChild?.remove();
  }
}

// Other text where there is other text: the same written anew would be said again.
/**
 * @param {Element} place
 * @param {string} text
 */
export function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

// Other choices in a list, [what is shown, value], where there are others.
/**
 * @param {HTMLSelectElement} list
 * @param {[shown: string, value: string][]} options
 */
export function fill(list, options) {
  const joined = options.join("\n");
  if (list.dataset.options === joined) return;
  list.dataset.options = joined;
  list.replaceChildren(...options.map(([shown, value]) => new Option(shown, value)));
}

// Where a button that was pressed is gone, keys go to the board.
/** @param {() => void} change */
export function holdFocus(change) {
  const before = document.activeElement;
  change();
  if (before !== document.body && !before?.checkVisibility()) one("table").focus({ preventScroll: true });
}

// Change the panel, and hold the part of it that is read: the one in the middle of the window. Browsers hold
// the uppermost one in sight, and what ends with a game stands below that, too.
/** @param {() => void} change */
export function holdReading(change) {
  const panel = one("where").parentElement;
  const scrolled = panel && panel.scrollHeight > panel.clientHeight && panel.clientHeight ? panel : document.scrollingElement;
  const read = !panel || !scrolled?.scrollTop ? undefined : [...panel.children].find((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return part.id !== "players" && top <= innerHeight / 2 && bottom > innerHeight / 2;
  });
  const before = read?.getBoundingClientRect().top ?? 0;
  change();
  if (!read?.getClientRects().length) return;
  const moved = read.getBoundingClientRect().top - before;
  if (moved) scrolled?.scrollBy({ top: moved, behavior: "instant" });
}
