// A record that plays by itself.

import { SceneAsker } from "../live/scene_cache.js";
import { tr } from "../page/texts.js";
import { Painter, Sheet } from "./painter.js";

const PACE = 1100, LINGER = 5000; // milliseconds for a move, and at the end

class Replay {
  ply = 0;
  near = false;

  /**
   * @param {HTMLElement} root
   * @param {Painter} painter
   * @param {Positions} book
   */
  constructor(root, painter, book) {
    this.root = root;
    this.painter = painter;
    this.book = book;
    this.sheet = new Sheet(/** @type {Element} */ (root.querySelector(".frame")));
    this.button = /** @type {HTMLButtonElement} */ (root.querySelector("button"));
    // Who wants things calm sees how it ended, and starts it by hand.
    this.going = !this.sheet.calm.matches;
    this.show(this.going ? 0 : this.last, false);
    this.button.addEventListener("click", () => this.press());
    this.label();
    new IntersectionObserver(([{ isIntersecting }]) => {
      this.near = isIntersecting;
      this.wait();
    }).observe(root);
    document.addEventListener("visibilitychange", () => this.wait());
  }

  get last() {
    return this.book.nodes.length - 1;
  }

  press() {
    this.going = !this.going;
    if (this.going && this.ply === this.last) this.show(0, false);
    this.label();
    this.wait();
  }

  label() {
    this.button.textContent = this.going ? tr("Pause") : tr("Play");
    this.button.setAttribute("aria-label", this.going ? tr("Pause the record") : tr("Play the record"));
  }

  /**
   * @param {number} ply
   * @param {boolean} animated
   */
  show(ply, animated) {
    const { book } = this;
    this.ply = ply;
    this.sheet.show(this.painter, { book, row: book.nodes[ply], node: ply }, animated);
  }

  wait() {
    clearTimeout(this.timer);
    if (!this.going || !this.near || document.hidden) return;
    this.timer = setTimeout(() => {
      const over = this.ply === this.last;
      this.show(over ? 0 : this.ply + 1, !over);
      this.wait();
    }, this.ply === this.last ? LINGER : PACE);
  }
}

// Show a record, if there is one and it can be drawn.
/** @param {HTMLElement} root */
export async function replay(root) {
  const asker = new SceneAsker();
  const { base, about, link } = await asker.json(root.dataset.replay ?? "");
  const [shared, book] = await Promise.all([asker.scenes(`${base}/shared`), asker.scenes(`${base}/positions?first=0`)]);
  const painter = new Painter(shared);
  const place = /** @type {HTMLAnchorElement} */ (root.querySelector("a"));
  place.textContent = about;
  place.href = link;
  root.hidden = false;
  new Replay(root, painter, painter.open(book));
}
