// Texts that count. Languages have other numbers of forms than English, and other rules for them.

import { CATALOGUE, withGapsFilled } from "./texts.js";

const PLURALS = new Intl.PluralRules(CATALOGUE.language);

// A text in the page's language; `one` and `many` are its English forms, the gap {count} is the number.
/**
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {GapValues} [values]
 */
export function trCount(one, many, count, values = {}) {
  const forms = CATALOGUE.texts[one];
  const known = typeof forms === "object" ? forms[PLURALS.select(count)] ?? forms.other : undefined;
  return withGapsFilled(known ?? (count === 1 ? one : many), { count, ...values });
}
