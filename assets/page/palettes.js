// The choice of colours.

import { tr } from "./texts.js";

const PALETTE_TITLES = /** @type {{ [name: string]: string }} */ ({
  classic: tr("Light and dark"), blue: tr("White and blue"), safe: tr("Colour-blind safe"),
});

/**
 * @param {HTMLSelectElement} choice
 * @param {{ [name: string]: { title: string } }} palettes
 * @param {string} chosen
 */
export function fillPalettes(choice, palettes, chosen) {
  for (const [name, { title }] of Object.entries(palettes)) {
    choice.add(new Option(PALETTE_TITLES[name] ?? title, name, false, name === chosen));
  }
}
