// Scenes that came one answer after the other, put where one drawing finds them all.

class SceneCache {
  // `shared` is what all tables of this game share.
  constructor(shared) {
    this.shared = shared;
    this.batches = [{ material: "deep" }];
    this.labels = [];
    this.labelSets = [];
    this.known = shared.meshes.length;
    this.extra = new Map();
  }

  // The scenes of an answer: its labels and meshes get numbers among all there are.
  open(book) {
    const meshes = book.meshes.map((mesh) => this.mesh(mesh, book.array));
    book.batches = book.batches.map((batch) => {
      const at = batch.mesh - book.shared_meshes;
      return at < 0 ? batch : { ...batch, mesh: meshes[at] };
    });
    const labels = this.labels.length, sets = this.labelSets.length;
    this.labels.push(...book.labels);
    this.labelSets.push(...book.labelSets.map((set) => set.map((label) => label + labels)));
    book.scenes.forEach((scene) => { scene.labels += sets; });
    book.views = book.views || {};
    book.sceneSet = new Scenes(book);
    return book;
  }

  // The number of a mesh that an answer brought along; one that came before keeps its own.
  mesh(mesh, array) {
    const places = array(mesh.position);
    const key = [mesh.name, array(mesh.indices).length, places.length, ...places.slice(-3)].join(" ");
    if (!this.extra.has(key)) {
      const stored = { ...mesh };
      for (const name of ["position", "normal", "uv", "indices", "coarse", "cast"]) {
        if (name in mesh) stored[name] = this.shared.keep(array(mesh[name]));
      }
      this.extra.set(key, this.shared.meshes.length);
      this.shared.meshes.push(stored);
    }
    return this.extra.get(key);
  }
}
