// The name that a guest has given last, at any form or board of this browser.
const CALLED = "boche name";

export function calledHere() {
  try {
    return localStorage.getItem(CALLED) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name */
export function keepCalled(name) {
  try {
    localStorage.setItem(CALLED, name.trim());
  } catch {
    // then each form asks anew
  }
}
