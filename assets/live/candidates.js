// What the computer has found at a position: chances, and the best moves with their lines.

import { moveText } from "../page/move_text.js";
import { CATALOGUE, tr } from "../page/texts.js";
import { trWord } from "../page/words.js";

// A share of one, in English as the whole program writes it.
export const percent = (/** @type {number} */ share) => (CATALOGUE.dates === "en-GB" ? `${Math.round(100 * share)}%`
  : share.toLocaleString(CATALOGUE.dates, { style: "percent" }));

/** @type {(known: Evaluated) => string} */
export const chancesText = ({ certain, lost, win, sure }) => {
  if (certain) return `${certain}.${lost ? ` ${lost}.` : ""}`;
  const shares = Object.entries(win).map(([colour, share]) => `${trWord(colour)} ${percent(share)}`).join(", ");
  const text = shares.slice(0, 1).toUpperCase() + shares.slice(1);
  return sure ? `${text}. ${sure}.` : `${text}.`;
};

// The best moves, each a button that plays its line; the list stays where nothing has changed.
export class Candidates {
  // `play` gets the line of the move that is pressed, and its moves as they are shown.
  /**
   * @param {HTMLElement} place
   * @param {(line: string[], texts: string[]) => void} play
   */
  constructor(place, play) {
    this.place = place;
    this.play = play;
    /** @type {Evaluated | null} */
    this.known = null;
  }

  /** @param {Evaluated | null} known */
  show(known) {
    if (known === this.known) return;
    this.known = known;
    this.place.replaceChildren(...(known ? known.candidates : []).map(({ chance, length, line, texts }) => {
      const told = length || percent(chance);
      const item = document.createElement("li"), button = document.createElement("button");
      const [move, ...more] = texts.map(moveText);
      const parts = [["bdi", move], ["span", told], ["small", more.join(" ")]];
      button.type = "button";
      button.setAttribute("aria-label", tr("{move}, {chance}: play out {line}", { move, chance: told, line: [move, ...more].join(" ") }));
      button.append(...parts.map(([tag, text]) => Object.assign(document.createElement(tag), { textContent: text })));
      button.addEventListener("click", () => this.play(line, texts));
      item.append(button);
      return item;
    }));
    this.place.hidden = !known?.candidates.length;
  }
}
