// Moves in the text of a page.

import { tr } from "./texts.js";

// A move as it is shown: one that is a word is in the page's language.
export const moveText = (/** @type {string} */ text) => (text === "swap" ? tr("swap") : text);
