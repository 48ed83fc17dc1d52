// What a browser keeps as JSON: a tab in its sessionStorage, all of them in localStorage. Where it keeps
// nothing, or what is not ours, things hold as long as the page does.

/** @typedef {"localStorage" | "sessionStorage"} Place */

/**
 * @param {Place} place
 * @param {string} name
 * @returns {any}
 */
export function stored(place, name) {
  try {
    return JSON.parse(window[place].getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {Place} place
 * @param {string} name
 * @returns {any[]}
 */
export function storedList(place, name) {
  const found = stored(place, name);
  return Array.isArray(found) ? found : [];
}

// Keep a value under a name; null is none.
/**
 * @param {Place} place
 * @param {string} name
 * @param {unknown} value
 */
export function store(place, name, value) {
  try {
    if (value === null) window[place].removeItem(name);
    else window[place].setItem(name, JSON.stringify(value));
  } catch {
    // said above
  }
}
