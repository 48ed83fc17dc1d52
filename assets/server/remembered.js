// What this browser remembers under a name, as words: a guest's name at any form or board, a view, a sound.

/** @param {string} name */
export function remembered(name) {
  try {
    return localStorage.getItem(`boche ${name}`);
  } catch {
    return null; // no storage: nothing is remembered
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(`boche ${name}`, value);
  } catch {
    // no storage: it holds as long as the page does
  }
}
