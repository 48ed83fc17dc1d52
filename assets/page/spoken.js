// The position piece by piece in words, for who hears the page.

import { Sets } from "./drawing/scenes.js";
import { tr } from "./texts.js";

export class SpokenPosition {
  /**
   * @param {Element} place
   * @param {Spoken} story
   */
  constructor(place, story) {
    this.place = place;
    this.story = story;
    this.sets = new Sets(story.nodes, ({ parent }) => (parent < 0 ? undefined : parent));
  }

  // Pieces stand under their headings, in the order of reading.
  /** @param {number} node */
  show(node) {
    const { said: lines, headings, pieces } = this.story;
    const lists = new Map();
    for (const member of this.sets.members(node)) {
      const [heading, place, piece] = lines[member];
      if (!lists.has(heading)) lists.set(heading, document.createElement("ul"));
      const text = pieces[piece] ? tr("{what}: {value}", { what: place, value: pieces[piece] }) : place;
      lists.get(heading).append(Object.assign(document.createElement("li"), { textContent: text }));
    }
    this.place.replaceChildren(...[...lists].flatMap(([heading, list]) => [
      Object.assign(document.createElement("h2"), { textContent: headings[heading] }), list,
    ]));
  }
}
