// The elements of a board's page: those that it has, and new ones.

import { named } from "../page/named.js";

export const one = /** @type {Named<BoardTags>} */ (named);

/** @type {<K extends keyof HTMLElementTagNameMap>(tag: K, text?: string | null, more?: Partial<HTMLElementTagNameMap[K]>) => HTMLElementTagNameMap[K]} */
export const element = (tag, text = "", more = {}) => Object.assign(document.createElement(tag), { textContent: text }, more);
