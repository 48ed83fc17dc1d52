// Scenes that come one answer after the other, put where one drawing finds them all.

import { opened } from "../page/bundle.js";
import { Scenes } from "../page/drawing/scenes.js";
import { Asker } from "../server/asking.js";
/** @import { Insisted } from "../server/asking.js" */

export class SceneAsker extends Asker {
  // Scenes, as they were packed.
  /**
   * @param {string} path
   * @param {Insisted} [options]
   * @returns {Promise<any>}
   */
  async scenes(path, options = {}) {
    return this.read(path, options, async (whole) => opened(new Uint8Array(await whole.arrayBuffer())));
  }
}

/** @type {("position" | "normal" | "uv" | "indices" | "coarse" | "cast")[]} */
const MESH_ARRAYS = ["position", "normal", "uv", "indices", "coarse", "cast"];

export class SceneCache {
  // `shared` is what all tables of this game share.
  /** @param {SharedData} shared */
  constructor(shared) {
    this.shared = shared;
    this.batches = [{ material: "deep" }];
    /** @type {LabelRow[]} */
    this.labels = [];
    /** @type {number[][]} */
    this.labelSets = [];
    /** @type {{ [name: string]: Camera }} */
    this.views = {};
    /** @type {Map<string, number>} */
    this.extra = new Map();
  }

  // Let the first view be that from a colour's own side of the board, where it has one, and the one from above, too.
  /**
   * @param {Positions} book
   * @param {string} [colour]
   */
  seeFrom({ views, sides }, colour = "") {
    const side = sides[colour];
    this.views = side ? { ...views, corner: views[side], [side]: views.corner, top: { ...views.top, azimuth: views[side].azimuth } } : views;
  }

  // The scenes of an answer: its labels and meshes get numbers among all there are.
  /**
   * @template {Book} B
   * @param {B} book
   */
  open(book) {
    const meshes = book.meshes.map((mesh) => this.mesh(mesh, book.array));
    book.batches = book.batches.map((batch) => (
      { ...batch, mesh: meshes[batch.mesh - book.shared_meshes] ?? batch.mesh }));
    const labels = this.labels.length, sets = this.labelSets.length;
    this.labels.push(...book.labels);
    this.labelSets.push(...book.labelSets.map((set) => set.map((label) => label + labels)));
    book.scenes.forEach((scene) => { scene.labels += sets; });
    book.views = book.views || {};
    book.sceneSet = new Scenes(book);
    return book;
  }

  // The number of a mesh that an answer brought along; one that came before keeps its own.
  /**
   * @param {MeshRow} mesh
   * @param {(number: number) => Numbers} array
   */
  mesh(mesh, array) {
    const places = array(mesh.position);
    const key = [mesh.name, array(mesh.indices).length, places.length, ...places.slice(-3)].join(" ");
    let number = this.extra.get(key);
    if (number === undefined) {
      const stored = { ...mesh };
      for (const name of MESH_ARRAYS) {
        const values = mesh[name];
        if (values !== undefined) stored[name] = this.shared.keep(array(values));
      }
      number = this.shared.meshes.push(stored) - 1;
      this.extra.set(key, number);
    }
    return number;
  }
}
