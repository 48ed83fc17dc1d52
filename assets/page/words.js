// Single words that the server sends as they are, such as colours, by which scripts also tell sides apart.

/** @param {string} word */
const trWord = (word) => CATALOGUE.words[word] ?? word;
