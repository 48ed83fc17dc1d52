// Scenes as lists of instances, put together from what sets each apart from another one.

const STRIDE = 13; // numbers of an instance: place 3, turn 4, look 4, pattern, one to spare
const OFTEN = 32; // how many steps lie between scenes that are kept whole

// Numbers from the steps between them.
const summed = (steps) => {
  let sum = 0;
  return steps.map((step) => (sum += step));
};

// Sets of numbers, each kept as what it has `more` and `less` than its base.
class Sets {
  // `baseOf` a row is the number of another one, or undefined.
  constructor(rows, baseOf) {
    this.rows = rows;
    this.baseOf = baseOf;
    this.cached = new Map();
  }

  // The numbers of a set, smallest first.
  members(number) {
    const way = [];
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
    return this.cached.get(number);
  }

  keep(number, current) {
    if (this.cached.size > 400) this.cached.delete(this.cached.keys().next().value);
    this.cached.set(number, [...current].sort((a, b) => a - b));
  }
}

class Scenes {
  constructor(story) {
    this.story = story;
    this.sets = new Sets(story.scenes, ({ base }) => base);
    this.columns = story.instances.map(story.array);
    this.tables = ["position", "orientation", "look", "pattern"].map((name) => story.array(story[name]));
  }

  // The numbers of a scene's instances, smallest first.
  members(number) {
    return this.sets.members(number);
  }

  // A scene to be drawn: batches of instances, labels, the table's height, the points that hold all.
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
  lit(number, group) {
    const { shift = [0, 0, 0] } = this.story.scenes[number];
    const batches = this.batches(this.members(number), shift, this.bitsOf(group));
    return { ...this.scene(number), number: `${number} lit ${group}`, batches };
  }

  // What is lit of a group, alone.
  groupAlone(number, group) {
    const { shift = [0, 0, 0] } = this.story.scenes[number];
    const bits = this.bitsOf(group);
    return this.batches([...bits.keys()], shift, bits);
  }

  // The bits that light a group, by instance.
  bitsOf(group) {
    const { story } = this;
    const from = story.groups.slice(0, group).reduce((sum, { size }) => sum + size, 0);
    const [own, bits] = [story.groupOwn, story.groupBits].map((number) => (
      story.array(number).slice(from, from + story.groups[group].size)));
    return new Map(summed([...own]).map((instance, i) => [instance, bits[i]]));
  }

  // The instances by batch, as the bytes that GL reads; `bits` are added to the patterns of some.
  batches(members, shift, bits = new Map()) {
    const [kinds, ...rows] = this.columns;
    const [position, orientation, look, pattern] = this.tables;
    const byKind = new Map();
    for (const member of members) {
      const kind = kinds[member];
      if (!byKind.has(kind)) byKind.set(kind, []);
      byKind.get(kind).push(member);
    }
    return [...byKind.keys()].sort((a, b) => a - b).map((kind) => {
      const own = byKind.get(kind);
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
