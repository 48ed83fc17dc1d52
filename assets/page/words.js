// Single words that the server sends as they are, such as colours, by which scripts also tell sides apart.

import { CATALOGUE } from "./texts.js";

/** @param {string} word */
export const trWord = (word) => CATALOGUE.words[word] ?? word;
