// The choice of colours, and what they are on the board.

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

/**
 * The shaders' colours of a palette in a theme; a palette may have a board of its own in it.
 *
 * @param {any} shared
 * @param {string} palette
 * @param {string} theme
 */
export function coloursOf(shared, palette, theme) {
  const { uniforms, boards } = shared.palettes[palette];
  return { ...shared.themes[theme].uniforms, ...uniforms, ...boards[theme] };
}
