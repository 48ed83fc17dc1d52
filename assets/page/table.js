// The table: which position is shown, from where, how it changes; drawn only when it changes.

import { basis, between, clamp, ease, framed, halfHeight, plus, turned } from "./drawing/camera.js";
import { Drawing } from "./drawing/draw.js";
import { Scenes } from "./drawing/scenes.js";

export const DROP = 220, GLIDE = 300; // milliseconds for a piece, and for the camera
const COAST = 90; // milliseconds in which a turn that was let go slows to 1 / e

export class Table {
  // `changed` is called when another position is shown.
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {StoryData} story
   * @param {(node: number) => void} changed
   */
  constructor(canvas, story, changed) {
    this.canvas = canvas;
    this.story = story;
    this.changed = changed;
    this.drawing = new Drawing(canvas, story);
    this.scenes = this.scenesOf(story);
    this.node = 0;
    /** @type {Spread} */
    this.spread = "";
    this.view = story.view;
    /** @type {Camera} */
    this.camera = /** @type {any} */ (null); // until the canvas has a size
    /** @type {{ from: Camera, goal: Camera, start: number } | null} */
    this.flight = null;
    /** @type {{ start: number } | null} */
    this.fall = null;
    /** @type {{ from: Camera, right: number, up: number, start: number } | null} */
    this.coasting = null;
    /** @type {number | null} */
    this.lit = null;
    /** @type {any} */
    this.asked = null; // the scenes that a pointer asks about
    /** @type {Camera | null} */
    this.restedWith = null;
    /** @type {DrawnScene | null} */
    this.scene = null;
    /** @type {Uniforms | null} */
    this.style = null;
    /** @type {number[]} */
    this.background = [];
    this.moved = false;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.waiting = false;
    this.over = new AbortController();
    const { signal } = this.over;
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault(), { signal });
    canvas.addEventListener("webglcontextrestored", () => {
      this.drawing.prepare();
      this.redraw();
    }, { signal });
    // The size in pixels of the screen, where the browser tells it: rounding it blurs the picture.
    this.observer = new ResizeObserver(([entry]) => {
      const [exact] = entry.devicePixelContentBoxSize || [];
      this.exact = exact && [exact.inlineSize, exact.blockSize];
      this.resize();
    });
    this.observer.observe(canvas);
  }

  /** @param {StoryData} story */
  scenesOf(story) {
    return new Scenes(story);
  }

  // Let another table take the canvas.
  end() {
    this.over.abort();
    this.observer.disconnect();
    this.style = this.flight = this.fall = this.coasting = null;
    this.drawing.release();
  }

  // -- what is shown

  // Show a node's position; `animated` where it is a step from its neighbour.
  /**
   * @param {number} node
   * @param {boolean} animated
   */
  show(node, animated) {
    const before = this.node;
    this.node = node;
    const row = this.story.nodes[node];
    const steps = animated && row.parent === before && row.fall !== undefined && !this.spread;
    this.fall = steps && !this.calm.matches ? { start: performance.now() } : null;
    this.scene = this.asked = this.lit = this.restedWith = null;
    this.follow();
    this.changed(node);
    this.redraw();
  }

  // The row of the position that is shown.
  get row() {
    return this.story.nodes[this.node];
  }

  // How the levels are spread after this: apart, then side by side, if there are some, then not.
  /** @type {Spread} */
  get nextSpread() {
    const ways = /** @type {Spread[]} */ (["", "spread", "layers"]).filter((way) => way === "" || this.row[way] !== undefined);
    return ways[(ways.indexOf(this.spread) + 1) % ways.length];
  }

  // The scene with the levels spread, if they are.
  get spreadScene() {
    return this.spread === "" ? undefined : this.row[this.spread];
  }

  // From where the whole position is seen: levels as they are arranged, without perspective; side by side from above.
  get outlook() {
    const { views } = this.story;
    const view = views[this.view];
    if (this.spread === "" || this.row.layers === undefined) return view;
    const projection = /** @type {const} */ ("ortho");
    return this.spread === "spread" ? { ...view, projection } : { ...views.corner, elevation: 90, projection };
  }

  /** @param {Spread} way */
  setSpread(way) {
    this.spread = way;
    this.fall = this.scene = this.lit = null;
    this.follow();
    this.redraw();
  }

  /**
   * @param {Uniforms} style
   * @param {number[]} background
   */
  setStyle(style, background) {
    this.style = style;
    this.background = background;
    this.redraw();
  }

  /**
   * @param {number} now
   * @returns {DrawnScene}
   */
  current(now) {
    const row = this.story.nodes[this.node];
    if (this.fall && row.fall !== undefined) {
      const part = (now - this.fall.start) / DROP;
      if (part < 1) {
        const down = [0, 0, -this.story.shared.fall * part * part];
        return this.scenes.moving(row.fall, this.story.nodes[row.parent].scene, down);
      }
      this.fall = null;
    }
    this.scene ??= this.scenes.scene(this.spreadScene ?? row.scene);
    return this.scene;
  }

  // Light the group that is seen at a place of the canvas (0 to 1, from above); null for none.
  // The answer is a line on it.
  /** @param {Spot | null} place */
  hover(place) {
    const { groups = [], scene } = this.story.nodes[this.node];
    let index = -1;
    if (place && groups.length && !this.spread && !this.moving) {
      const { canvas } = this;
      const x = Math.floor(place[0] * canvas.width);
      const y = canvas.height - 1 - Math.floor(place[1] * canvas.height);
      this.asked ??= {
        plain: this.scenes.scene(scene),
        alone: groups.map((group) => this.scenes.groupAlone(scene, group)),
      };
      index = this.drawing.groupAt(this.asked.plain, this.camera, x, y, this.asked.alone);
    }
    const group = index < 0 ? null : groups[index];
    if (group !== this.lit) {
      this.lit = group;
      this.scene = group === null ? null : this.scenes.lit(scene, group);
      this.redraw();
    }
    return group === null ? "" : this.story.groups[group].text;
  }

  // -- the camera

  get aspect() {
    return this.canvas.width / Math.max(this.canvas.height, 1);
  }

  // Where the view that was chosen last sees the whole position from.
  home() {
    const number = this.spreadScene ?? this.row.scene;
    const points = this.story.array(this.story.bounds[this.story.scenes[number].bounds]);
    return framed(this.outlook, points, this.aspect);
  }

  look(view = this.view) {
    this.view = view;
    this.moved = false;
    this.fly(this.home());
  }

  // A board that grew, or levels that were spread: seen whole again, unless somebody looks elsewhere.
  follow() {
    if (this.camera && !this.moved) this.fly(this.home());
  }

  /** @param {Camera} goal */
  fly(goal) {
    this.coasting = null;
    const still = this.calm.matches || !this.camera;
    this.flight = still ? null : { from: this.camera, goal, start: performance.now() };
    if (still) this.camera = goal;
    this.redraw();
  }

  // Let nothing move by itself any longer.
  hold() {
    this.flight = this.coasting = null;
  }

  /** @param {Camera} camera */
  take(camera) {
    this.flight = null;
    this.moved = true;
    this.camera = camera;
    this.redraw();
  }

  /**
   * @param {number} right
   * @param {number} up
   */
  turn(right, up) {
    this.take(turned(this.camera, right, up));
  }

  /**
   * @param {number} right
   * @param {number} up
   */
  coast(right, up) {
    if (this.calm.matches || Math.hypot(right, up) < 0.01) return;
    this.coasting = { from: this.camera, right, up, start: performance.now() };
    this.redraw();
  }

  // Nearer (factor < 1) or further; what lies under the place (-1 to 1) stays there.
  /**
   * @param {number} factor
   * @param {number[]} place
   */
  zoom(factor, [x, y] = [0, 0]) {
    const { camera } = this;
    const away = clamp(camera.distance * factor, 3, 400);
    const [right, up] = basis(camera);
    const shift = halfHeight(camera) * (1 - away / camera.distance);
    const target = plus(plus(camera.target, right, x * shift * this.aspect), up, y * shift);
    this.take({ ...camera, distance: away, target });
  }

  otherProjection() {
    const flat = this.camera.projection === "ortho";
    this.fly({ ...this.camera, projection: flat ? "perspective" : "ortho" });
    this.moved = true;
  }

  // -- drawing

  resize() {
    const ratio = window.devicePixelRatio || 1;
    const box = this.canvas.getBoundingClientRect();
    const [w, h] = [box.width, box.height].map((side, i) => {
      const exact = this.exact ? this.exact[i] : side * ratio;
      // A browser that plays another screen tells the pixels of its own.
      return Math.max(Math.abs(exact - side * ratio) < 1 ? Math.round(exact) : Math.round(side * ratio), 1);
    });
    if (this.canvas.width === w && this.canvas.height === h && this.camera) return;
    this.canvas.width = w;
    this.canvas.height = h;
    if (!this.camera || !this.moved) {
      this.flight = null;
      this.camera = this.home();
    }
    this.draw(performance.now());
  }

  redraw() {
    if (this.waiting || !this.camera) return;
    this.waiting = true;
    this.canvas.setAttribute("aria-busy", "true");
    requestAnimationFrame((now) => {
      this.waiting = false;
      this.draw(now);
    });
  }

  /** @param {number} now */
  draw(now) {
    if (!this.style) return;
    this.move(now);
    this.drawing.draw(this.current(now), this.camera, this.style, this.background);
    this.canvas.setAttribute("aria-busy", String(this.moving));
    if (this.moving) this.redraw();
    else this.rest();
  }

  get moving() {
    return Boolean(this.flight || this.coasting || this.fall);
  }

  // Tell that nothing moves any longer, once: something else may lie under a pointer now.
  rest() {
    if (this.restedWith === this.camera) return;
    this.restedWith = this.camera;
    this.canvas.dispatchEvent(new Event("rest"));
  }

  /** @param {number} now */
  move(now) {
    if (this.flight) {
      const part = Math.max(now - this.flight.start, 0) / GLIDE;
      this.camera = between(this.flight.from, this.flight.goal, part >= 1 ? 1 : ease(part));
      if (part >= 1) this.flight = null;
    }
    if (this.coasting) {
      const { from, right, up, start } = this.coasting;
      const passed = Math.max(now - start, 0);
      const way = COAST * (1 - Math.exp(-passed / COAST));
      this.camera = turned(from, right * way, up * way);
      if (passed > 6 * COAST) this.coasting = null;
    }
  }
}
