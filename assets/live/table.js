// The table on which a game is played: positions as they come, and the ghost of what may be played.

import { framed, unprojected, viewProjection } from "../page/drawing/camera.js";
import { DROP, Table } from "../page/table.js";
/** @import { SceneCache } from "./scene_cache.js" */

export class LiveTable extends Table {
  // `books` hold all scenes; a place is {book, row}, a node of one of them.
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {SceneCache} sceneCache
   * @param {string} view
   */
  constructor(canvas, sceneCache, view) {
    super(canvas, /** @type {any} */ (sceneCache), () => {});
    this.view = view;
    /** @type {Place} */
    this.place = /** @type {any} */ (null); // until the first one is shown
    /** @type {Ghost | null} */
    this.ghost = null;
    /** @type {Targets | null} */
    this.places = null;
  }

  // Each place brings its own.
  scenesOf() {
    return /** @type {any} */ (null);
  }

  get row() {
    return this.place.row;
  }

  get book() {
    return this.place.book;
  }

  // Show a place; `from` the one that its move was made in, where that is to be seen.
  /**
   * @param {Place} place
   * @param {boolean} animated
   */
  go(place, animated) {
    const { fall, parent } = place.row;
    const steps = animated && fall !== undefined && parent >= 0 && !this.spread && !this.calm.matches;
    this.fall = steps ? { start: performance.now() } : null;
    const first = !this.place;
    this.place = place;
    this.ghost = this.places = this.scene = this.asked = this.lit = this.restedWith = null;
    if (first) this.resize();
    this.follow();
    this.redraw();
  }

  // Show a choice in the place of the position: a scene of a book; null for none.
  /** @param {Ghost | null} ghost */
  setGhost(ghost) {
    if (this.ghost === ghost) return;
    this.ghost = ghost;
    this.scene = null;
    this.redraw();
  }

  // What may be pointed at: a book with its targets; null for nothing.
  /** @param {Targets | null} places */
  setPlaces(places) {
    this.places = places;
    this.asked = null;
  }

  /**
   * @param {number} now
   * @returns {DrawnScene}
   */
  current(now) {
    const { book, row } = this;
    if (this.fall && row.fall !== undefined) {
      const part = (now - this.fall.start) / DROP;
      if (part < 1) {
        const down = [0, 0, -this.story.shared.fall * part * part];
        return book.sceneSet.moving(row.fall, book.nodes[row.parent].scene, down);
      }
      this.fall = null;
    }
    if (!this.scene) {
      const spread = this.spreadScene;
      this.scene = this.ghost && spread === undefined
        ? this.ghost.book.sceneSet.scene(this.ghost.scene)
        : book.sceneSet.scene(spread ?? row.scene);
    }
    return this.scene;
  }

  // The target under a place of the canvas (0 to 1, from above), null for none; as a camera sees it.
  /**
   * @param {number[]} spot
   * @param {Camera | null} [camera]
   */
  targetAt([across, down], camera = this.camera) {
    const { places, canvas } = this;
    if (!places || !camera || this.spread) return null;
    const x = Math.floor(across * canvas.width);
    const y = canvas.height - 1 - Math.floor(down * canvas.height);
    if (x < 0 || y < 0 || x >= canvas.width || y >= canvas.height) return null;
    this.asked = this.asked || places.sceneSet.scene(places.base);
    const point = this.drawing.placeAt(this.asked, camera, x, y);
    this.redraw(); // what was asked was drawn with the scene that was loaded
    if (!point) return null;
    const away = (/** @type {PlaceTarget} */ { place }) => Math.hypot(point[0] - place[0], point[1] - place[1]);
    const [near] = [...places.targets].sort((one, two) => away(one) - away(two));
    return near && away(near) <= places.radius ? near.text : null;
  }

  // The way into the picture at a place of the canvas: two points of the world.
  /**
   * @param {number[]} spot
   * @param {Camera} camera
   */
  rayAt([across, down], camera) {
    const [x, y] = [2 * across - 1, 1 - 2 * down];
    return [-1, 1].map((depth) => unprojected(camera, this.aspect, x, y, depth));
  }

  // Where a target is seen: pixels of the page from the canvas's upper left corner.
  /** @param {PlaceTarget | BlockedPlace} row */
  seen({ place }) {
    const { canvas, camera } = this;
    const matrix = viewProjection(camera, this.aspect);
    const at = [0, 1, 2, 3].map((i) => (
      matrix[i] * place[0] + matrix[4 + i] * place[1] + matrix[8 + i] * place[2] + matrix[12 + i]));
    return [(at[0] / at[3] + 1) * canvas.clientWidth / 2, (1 - at[1] / at[3]) * canvas.clientHeight / 2];
  }

  // What is seen, on a canvas that can be printed: of this one nothing is left once it is shown.
  /** @param {HTMLCanvasElement} paper */
  copyTo(paper) {
    const { canvas } = this;
    this.draw(performance.now());
    Object.assign(paper, { width: canvas.width, height: canvas.height });
    paper.getContext("2d")?.drawImage(canvas, 0, 0);
    document.body.classList.add("on-paper");
  }

  hover() {
    return "";
  }

  home() {
    const { book, row } = this;
    const number = this.spreadScene ?? row.scene;
    const points = book.array(book.bounds[book.scenes[number].bounds]);
    return framed(this.outlook, points, this.aspect);
  }

  resize() {
    if (this.place) super.resize();
  }
}
