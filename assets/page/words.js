// Single words that the server sends as they are, such as colours, by which scripts also tell sides apart.

/** @param {string} word */
const trWord = (word) => CATALOGUE.words[word] ?? word;

const MARK = " (guest)"; // behind a name that a guest chose, where there are accounts

// A player's name; one that nobody chose is a word of the page's language, and so is what marks a guest's.
/** @type {(seat: { name: string, level: string | null }) => string} */
const nameOf = ({ name, level }) => (name === "guest" ? tr("guest") : name === "friend" ? tr("friend")
  : name === `level-${level}` ? tr("level-{level}", { level: level ?? "" })
    : name.endsWith(MARK) ? tr("{name} (guest)", { name: name.slice(0, -MARK.length) }) : name);

// A move as it is shown: one that is a word is in the page's language.
const moveText = (/** @type {string} */ text) => (text === "swap" ? tr("swap") : text);
