// What texts say in the page's language: the page brings them in `bocheTexts`, see
// engine/languages/scripts.py; without it they stay English. A worker has none: what it says the page
// that shows it puts into its language.

/** @type {PageTexts} */
export const CATALOGUE = typeof bocheTexts === "undefined" ? { language: "en", dates: "en-GB", texts: {}, words: {} } : bocheTexts;

// A text in the page's language, its gaps, such as {name}, filled with values. It is a whole sentence:
// other languages order their words in other ways.
/**
 * @param {string} text
 * @param {GapValues} [values]
 */
export function tr(text, values = {}) {
  const known = CATALOGUE.texts[text];
  return withGapsFilled(typeof known === "string" ? known : text, values);
}

/**
 * @param {string} template
 * @param {GapValues} values
 */
export function withGapsFilled(template, values) {
  return template.replace(/\{(\w+)\}/g, (gap, name) => String(values[name] ?? gap));
}
