// Players' names as a page shows them.

import { tr } from "./texts.js";

const MARK = " (guest)"; // behind a name that a guest chose, where there are accounts

// A player's name; one that nobody chose is a word of the page's language, and so is what marks a guest's.
/** @type {(seat: { name: string, level: string | null }) => string} */
export const nameOf = ({ name, level }) => (name === "guest" ? tr("guest") : name === "friend" ? tr("friend")
  : name === `level-${level}` ? tr("level-{level}", { level: level ?? "" })
    : name.endsWith(MARK) ? tr("{name} (guest)", { name: name.slice(0, -MARK.length) }) : name);
