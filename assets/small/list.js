// The small boards of a page: one stream of events for all of them, while the page is seen.

import { Streams } from "../live/stream.js";
import { Asker } from "../server/asking.js";
import { SmallBoard } from "./board.js";
import { Painters } from "./painter.js";

const RENEW = 30000; // milliseconds after which the page asks which games are played now

export class SmallList {
  /** @type {Map<number, SmallBoard>} */
  boards = new Map();
  streams = new Streams();
  painters = new Painters(() => this.boards.forEach((board) => board.anew()));
  near = false; // whether it is in view: a frame in another page may be far below
  running = false;
  renewals = 0;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    new IntersectionObserver(([{ isIntersecting }]) => {
      this.near = isIntersecting;
      this.look();
    }, { rootMargin: "200px" }).observe(root);
    document.addEventListener("visibilitychange", () => this.look());
    window.addEventListener("online", () => this.streams.look());
    setInterval(() => { if (this.running) this.boards.forEach((board) => board.tick()); }, 500);
    if (root.dataset.from) setInterval(() => { if (this.running) this.renew(); }, RENEW);
  }

  // Go on where somebody looks, else pause.
  look() {
    const seen = !document.hidden && this.near;
    if (seen === this.running) return;
    this.running = seen;
    if (!seen) {
      this.boards.forEach(({ member }) => this.streams.leave(member));
      return;
    }
    this.meet();
    this.boards.forEach((board) => this.join(board));
    if (this.root.dataset.from && this.stale) this.renew();
    this.stale = true;
  }

  /** @param {SmallBoard} board */
  async join(board) {
    try {
      await board.load();
    } catch {
      return; // there is no such game any longer
    }
    if (this.running && board.playing && this.boards.get(board.number) === board) this.streams.join(board.member);
  }

  // Take up the boards that came into the page, let go of those that left it.
  meet() {
    /** @type {NodeListOf<HTMLElement>} */
    const items = this.root.querySelectorAll("[data-board]");
    const there = new Map([...items].map((item) => [Number(item.dataset.board), item]));
    for (const [number, board] of this.boards) {
      if (there.get(number) === board.item) continue;
      this.streams.leave(board.member);
      board.end();
      this.boards.delete(number);
    }
    const fresh = [...there].filter(([number]) => !this.boards.has(number)).map(([number, item]) => {
      const board = new SmallBoard(item, this.painters);
      this.boards.set(number, board);
      return board;
    });
    return fresh;
  }

  // Ask which games are played now. A board that stays does so in its place: nobody likes to watch one
  // that jumps.
  async renew() {
    const { root } = this, renewal = ++this.renewals;
    let text;
    try {
      text = await new Asker().text(root.dataset.from ?? "", { needed: () => renewal === this.renewals && this.running });
    } catch {
      return;
    }
    if (text === null) return;
    const fresh = document.createElement("div");
    fresh.innerHTML = text;
    const [before, after] = [root, fresh].map((place) => place.querySelector("ul[data-now]"));
    if (before && after) {
      const known = new Map([...before.children].map((item) => [numberOf(item), item]));
      const coming = [...after.children].filter((item) => !known.has(numberOf(item)));
      const staying = new Set([...after.children].map(numberOf));
      for (const [number, item] of known) {
        if (staying.has(number) || item.contains(document.activeElement)) continue;
        const next = coming.shift();
        if (next) item.replaceWith(next);
        else item.remove();
      }
      before.append(...coming);
    } else if (Boolean(before) !== Boolean(after) && !root.contains(document.activeElement)) {
      root.replaceChildren(...fresh.childNodes);
    }
    this.meet().forEach((board) => this.join(board));
  }
}

/** @param {Element} item */
const numberOf = (item) => /** @type {HTMLElement} */ (item).dataset.board;
