// Moves in the text of a page.

// A move as it is shown: one that is a word is in the page's language.
const moveText = (/** @type {string} */ text) => (text === "swap" ? tr("swap") : text);
