// The elements of a page by their names.

/** @type {(name: string) => any} */
export const named = (name) => document.getElementById(name);
