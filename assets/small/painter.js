// One context of WebGL draws the small boards of a kind one after the other, each copied to a canvas of
// its own: a browser has few contexts, and a page may have a dozen boards.

import { SceneAsker, SceneCache } from "../live/scene_cache.js";
import { LiveTable } from "../live/table.js";

const MOST_KINDS = 6; // contexts of a page; boards of further kinds are pictures
const MOST_BOOKS = 400; // answers a painter takes: it keeps what all of them brought

export class Painter extends LiveTable {
  books = 0;

  // Throws where there is no WebGL2.
  /** @param {SharedData} shared */
  constructor(shared) {
    super(document.createElement("canvas"), new SceneCache(shared), "corner");
    this.shared = shared;
    this.dark = matchMedia("(prefers-color-scheme: dark)");
  }

  get worn() {
    return this.books >= MOST_BOOKS || this.drawing.gl.isContextLost();
  }

  /**
   * @param {Positions} book
   * @returns {Positions}
   */
  open(book) {
    this.books++;
    const opened = /** @type {SceneCache} */ (/** @type {unknown} */ (this.story)).open(book);
    /** @type {any} */ (this.story).views = opened.views;
    return opened;
  }

  // Draw what a sheet shows; whether something on it still falls.
  /**
   * @param {Sheet} sheet
   * @param {number} now
   */
  paint(sheet, now) {
    const { canvas, shared } = this, { width, height } = sheet.canvas;
    const theme = shared.themes[this.dark.matches ? "dark" : "light"];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    this.place = /** @type {Place} */ (sheet.place);
    this.fall = sheet.fall;
    this.scene = null;
    const scene = this.current(now);
    sheet.fall = this.fall;
    this.drawing.draw(scene, this.home(), { ...theme.uniforms, ...shared.palettes.classic.uniforms }, theme.table);
    sheet.canvas.getContext("2d")?.drawImage(canvas, 0, 0);
    return sheet.fall !== null;
  }

  // It draws when it is told to, into a canvas that is no part of the page.
  resize() {}

  end() {
    super.end();
    this.drawing.gl.getExtension("WEBGL_lose_context")?.loseContext();
  }
}

// A canvas of the page with the position it shows. Steps are seen to come, where nobody wants them calm.
export class Sheet {
  /** @type {Painter | null} */
  painter = null;
  /** @type {Place | null} */
  place = null;
  /** @type {{ start: number } | null} */
  fall = null;
  waiting = false;

  /** @param {Element} frame */
  constructor(frame) {
    this.frame = frame;
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.over = new AbortController();
    this.dark.addEventListener("change", () => this.paint(), { signal: this.over.signal });
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(frame);
  }

  /**
   * @param {Painter} painter
   * @param {Place} place
   * @param {boolean} animated
   */
  show(painter, place, animated) {
    const { fall, parent } = place.row;
    this.painter = painter;
    this.place = place;
    this.fall = animated && fall !== undefined && parent >= 0 && !this.calm.matches ? { start: performance.now() } : null;
    if (!this.canvas.isConnected) {
      this.frame.append(this.canvas);
      this.resize();
    }
    this.paint();
  }

  resize() {
    const ratio = Math.min(window.devicePixelRatio || 1, 2), { clientWidth, clientHeight } = this.frame;
    const [width, height] = [clientWidth, clientHeight].map((side) => Math.max(Math.round(side * ratio), 1));
    if (this.canvas.width === width && this.canvas.height === height) return;
    Object.assign(this.canvas, { width, height });
    this.paint();
  }

  paint() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame((now) => {
      this.waiting = false;
      const { painter, canvas } = this;
      if (painter && canvas.isConnected && !painter.drawing.gl.isContextLost() && painter.paint(this, now)) this.paint();
    });
  }

  end() {
    this.over.abort();
    this.observer.disconnect();
    this.painter = this.place = null;
  }
}

// The painters of a page, one for each kind of board.
export class Painters {
  /** @type {Map<string, Promise<Painter | null>>} */
  kinds = new Map();

  // `ended` is called when a painter has ended, and what it drew is to be drawn by another one.
  /** @param {() => void} ended */
  constructor(ended) {
    this.ended = ended;
  }

  // The painter of a kind, null where boards of this kind are pictures; `base` is where to ask.
  /**
   * @param {string} kind
   * @param {string} base
   */
  async of(kind, base) {
    const known = await this.kinds.get(kind);
    if (known?.worn) {
      known.end();
      this.kinds.delete(kind);
      setTimeout(this.ended);
    }
    let made = this.kinds.get(kind);
    if (!made) {
      made = this.kinds.size < MOST_KINDS ? this.make(base) : Promise.resolve(null);
      this.kinds.set(kind, made);
      made.catch(() => this.kinds.delete(kind));
    }
    return made;
  }

  /** @param {string} base */
  async make(base) {
    const shared = await new SceneAsker(base).scenes("/shared");
    try {
      return new Painter(shared);
    } catch {
      return null;
    }
  }
}
