// Scenes as lists of instances, put together from what sets each apart from another one.

import { plus } from "./camera.js";

export const STRIDE = 13; // numbers of an instance: place 3, turn 4, look 4, pattern, one to spare
const OFTEN = 32; // how many steps lie between scenes that are kept whole

// Numbers from the steps between them.
/** @type {(steps: number[]) => number[]} */
const summed = (steps) => {
  let sum = 0;
  return steps.map((step) => (sum += step));
};

// Sets of numbers, each kept as what it has `more` and `less` than its base.
export class Sets {
  // `baseOf` a row is the number of another one, or undefined.
  /**
   * @param {SetRow[]} rows
   * @param {(row: any) => number | undefined} baseOf
   */
  constructor(rows, baseOf) {
    this.rows = rows;
    this.baseOf = baseOf;
    /** @type {Map<number, number[]>} */
    this.cached = new Map();
  }

  // The numbers of a set, smallest first.
  /**
   * @param {number} number
   * @returns {number[]}
   */
  members(number) {
    const way = [];
    /** @type {number | undefined} */
    let at = number;
    while (at !== undefined && !this.cached.has(at)) {
      way.push(at);
      at = this.baseOf(this.rows[at]);
    }
    const current = new Set(at === undefined ? [] : this.cached.get(at));
    for (const [index, row] of way.reverse().entries()) {
      const { more = [], less = [] } = this.rows[row];
      summed(less).forEach((member) => current.delete(member));
      summed(more).forEach((member) => current.add(member));
      if (row === number || (index + 1) % OFTEN === 0) this.keep(row, current);
    }
    return this.cached.get(number) ?? [];
  }

  /**
   * @param {number} number
   * @param {Set<number>} current
   */
  keep(number, current) {
    const [oldest] = this.cached.keys();
    if (this.cached.size > 400) this.cached.delete(oldest);
    this.cached.set(number, [...current].sort((a, b) => a - b));
  }
}

export class Scenes {
  /** @param {SceneData} story */
  constructor(story) {
    this.story = story;
    this.sets = new Sets(story.scenes, ({ base }) => base);
    this.columns = story.instances.map(story.array);
    this.tables = [story.position, story.orientation, story.look, story.pattern].map(story.array);
  }

  // The numbers of a scene's instances, smallest first.
  /**
   * @param {number} number
   * @returns {number[]}
   */
  members(number) {
    return this.sets.members(number);
  }

  // A scene to be drawn: batches of instances, labels, the table's height, the points that hold all.
  /**
   * @param {number} number
   * @returns {DrawnScene}
   */
  scene(number) {
    const { shift = [0, 0, 0], labels, bounds, ground } = this.story.scenes[number];
    return {
      number,
      batches: this.batches(this.members(number), shift),
      labels,
      bounds: this.story.array(this.story.bounds[bounds]),
      ground,
    };
  }

  // A scene on its way to another one: what the first has and the other has not is moved by `by`.
  /**
   * @param {number} number
   * @param {number} base
   * @param {number[]} by
   * @returns {DrawnScene}
   */
  moving(number, base, by) {
    const scene = this.scene(number);
    const { shift = [0, 0, 0] } = this.story.scenes[number];
    const still = new Set(this.members(base));
    const own = this.members(number);
    const rest = own.filter((instance) => still.has(instance));
    const moved = own.filter((instance) => !still.has(instance));
    const batches = [...this.batches(rest, shift), ...this.batches(moved, plus(shift, by))];
    return { ...scene, number: `${number} moving`, batches };
  }

  // The scene with a group lit.
  /**
   * @param {number} number
   * @param {number} group
   * @returns {DrawnScene}
   */
  lit(number, group) {
    const { shift = [0, 0, 0] } = this.story.scenes[number];
    const batches = this.batches(this.members(number), shift, this.bitsOf(group));
    return { ...this.scene(number), number: `${number} lit ${group}`, batches };
  }

  // What is lit of a group, alone.
  /**
   * @param {number} number
   * @param {number} group
   */
  groupAlone(number, group) {
    const { shift = [0, 0, 0] } = this.story.scenes[number];
    const bits = this.bitsOf(group);
    return this.batches([...bits.keys()], shift, bits);
  }

  // The bits that light a group, by instance.
  /**
   * @param {number} group
   * @returns {Map<number, number>}
   */
  bitsOf(group) {
    const { story } = this;
    const from = story.groups.slice(0, group).reduce((sum, { size }) => sum + size, 0);
    const [own, bits] = [story.groupOwn, story.groupBits].map((number) => (
      story.array(number).slice(from, from + story.groups[group].size)));
    return new Map(summed([...own]).map((instance, i) => [instance, bits[i]]));
  }

  // The instances by batch, as the bytes that GL reads; `bits` are added to the patterns of some.
  /**
   * @param {number[]} members
   * @param {number[]} shift
   * @param {Map<number, number>} [bits]
   * @returns {DrawnBatch[]}
   */
  batches(members, shift, bits = new Map()) {
    const [kinds, ...rows] = this.columns;
    const [position, orientation, look, pattern] = this.tables;
    /** @type {Map<number, number[]>} */
    const byKind = new Map();
    for (const member of members) {
      const own = byKind.get(kinds[member]);
      if (own) own.push(member);
      else byKind.set(kinds[member], [member]);
    }
    return [...byKind].sort(([a], [b]) => a - b).map(([kind, own]) => {
      const floats = new Float32Array(own.length * STRIDE);
      const words = new Uint32Array(floats.buffer);
      own.forEach((member, i) => {
        const [p, o, l, w] = rows.map((row) => row[member]);
        const at = i * STRIDE;
        for (let k = 0; k < 3; k++) floats[at + k] = position[3 * p + k] + shift[k];
        floats.set(orientation.subarray(4 * o, 4 * o + 4), at + 3);
        floats.set(look.subarray(4 * l, 4 * l + 4), at + 7);
        words[at + 11] = pattern[w] | (bits.get(member) ?? 0);
      });
      return { ...this.story.batches[kind], kind, count: own.length, data: floats };
    });
  }
}
