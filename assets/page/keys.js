// What a pressed key stands for, whatever the keyboard's layout: the same rule as at the desk
// (viewer/hud/widgets/pyglet_x11.py). A key counts by what it types, a letter also with Shift or Caps
// Lock, and a digit in any script. Where that is nothing that is asked for, it counts by its place: that
// of a letter if it types no Latin one, as in Cyrillic, and that of a digit if it needs Shift for that, as
// in French.

export const FOREIGN = /^[^\p{ASCII}\p{Script=Latin}]+$/u;
const DIGIT = /^\p{Nd}$/u;

// The value of a digit in any script: those of a script follow each other from 0 on.
/** @param {string} digit */
function valueOf(digit) {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

// The names of a key, the most likely first; none where it belongs to the browser, or to a text that is
// being composed.
/**
 * @param {KeyboardEvent} event
 * @returns {string[]}
 */
export function namesOf(event) {
  const { key, code } = event;
  if (event.altKey || event.metaKey || event.isComposing || event.getModifierState("AltGraph")) return [];
  const names = [DIGIT.test(key) ? valueOf(key) : key.length === 1 ? key.toLowerCase() : key];
  const [, letter] = code.match(/^Key(.)$/) ?? [], [, digit] = code.match(/^Digit(.)$/) ?? [];
  if (letter && FOREIGN.test(key)) names.push(letter.toLowerCase());
  if (digit && !event.shiftKey && (key.length === 1 || FOREIGN.test(key)) && !DIGIT.test(key)) names.push(digit);
  if (key === "\u061f") names.push("?"); // as it stands on Arabic keyboards
  return names;
}

// The first of a key's names for which there is something to do.
/**
 * @template T
 * @param {string[]} names
 * @param {{ [name: string]: T | undefined }} acts
 * @returns {T | undefined}
 */
export function actFor(names, acts) {
  return names.map((name) => acts[name]).find((act) => act);
}
