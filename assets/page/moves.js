// The list of moves: the main line in pairs of columns, variations indented below the move they
// are another one for.

import { ScrolledList } from "./list.js";
import { tr } from "./texts.js";

export class MoveList extends ScrolledList {
  /**
   * @param {HTMLElement} place
   * @param {StoryData} story
   * @param {(node: number) => void} choose
   */
  constructor(place, story, choose) {
    super(place);
    this.buttons = new Map();
    this.story = story;
    this.choose = choose;
    /** @type {Map<number, number[]>} */
    const children = new Map();
    story.nodes.forEach(({ parent }, node) => {
      children.set(parent, [...children.get(parent) ?? [], node]);
    });
    this.children = (/** @type {number} */ node) => children.get(node) || [];
    place.append(this.list(0));
  }

  // The moves from a node on, the node itself left out.
  /**
   * @param {number} start
   * @param {number | null} [first]
   */
  list(start, first = null) {
    const list = document.createElement("ol");
    let node = first === null ? this.children(start)[0] : first;
    let others = first === null ? this.children(start).slice(1) : [];
    while (node !== undefined) {
      list.append(this.item(node));
      for (const other of others) {
        const item = document.createElement("li");
        item.className = "variation";
        item.append(this.list(node, other));
        list.append(item);
      }
      [node, ...others] = this.children(node);
    }
    return list;
  }

  /** @param {number} node */
  item(node) {
    const row = this.story.nodes[node];
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.className = `move ${row.colour || ""}`;
    button.append(numberOf(this.story, node), written(row.text || "\u2013"));
    if (row.comment) button.append(sign("\u2026", tr("with a comment")));
    button.addEventListener("click", () => this.choose(node));
    item.append(button);
    this.buttons.set(node, button);
    return item;
  }

  /** @param {number} node */
  mark(node) {
    this.current?.removeAttribute("aria-current");
    this.current = this.buttons.get(node);
    if (!this.current) return;
    this.current.setAttribute("aria-current", "step");
    this.bringIntoView();
  }
}

/**
 * @param {StoryData} story
 * @param {number} node
 */
function numberOf(story, node) {
  const number = document.createElement("span");
  number.className = "number";
  number.textContent = `${story.nodes[node].ply}.`;
  return number;
}

/** @param {string} text */
function written(text) {
  const move = document.createElement("bdi");
  move.textContent = text;
  return move;
}

/**
 * @param {string} text
 * @param {string} meaning
 */
function sign(text, meaning) {
  const span = document.createElement("span");
  span.className = "sign";
  span.textContent = text;
  span.title = meaning;
  return span;
}
