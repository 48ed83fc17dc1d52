// The move in the making: where it goes, which of the choices there, step by step until it is whole.
// What may be played the server says; see server/scenes/choices.py.

class Making {
  // `changed` is called when what is chosen changed; `play` gets the text of a whole move.
  constructor(net, books, changed, play) {
    this.net = net;
    this.books = books;
    this.changed = changed;
    this.play = play;
    this.recent = [];
    this.clear();
  }

  // Nothing can be played here.
  clear() {
    this.query = null;
    this.steps = [];
    this.places = this.target = this.choices = null;
    this.index = 0;
    this.placing = (this.placing || 0) + 1; // which answer is awaited; older ones are dropped
    this.choosing = (this.choosing || 0) + 1;
    this.problem = "";
    this.kept = new Map();
    this.changed();
  }

  // Begin at a place of the game: `query` names it for the server, `event` what told of it.
  async begin(query, event = "") {
    this.clear();
    this.query = query;
    await this.ask("", event);
  }

  get taken() {
    return this.steps.length ? this.steps[this.steps.length - 1] : "";
  }

  get targets() {
    return this.places ? this.places.targets : [];
  }

  // Whether the server has been asked for targets and has not answered.
  get coming() {
    return this.query !== null && !this.places && !this.problem;
  }

  // Whether a piece is pointed at with which several things can be done, and none of them was chosen.
  get takesUp() {
    return this.places.takes_up && this.choices.choices.length > 1 && !this.turned;
  }

  get choice() {
    return this.choices ? this.choices.choices[this.index] || null : null;
  }

  // The scene that shows what is chosen, null for nothing.
  get ghost() {
    if (this.choice) return { book: this.choices, scene: this.choice.scene };
    return this.steps.length && this.places ? { book: this.places, scene: this.places.base } : null;
  }

  async ask(taken, event = "") {
    const turn = ++this.placing;
    this.choosing += 1;
    this.places = this.target = this.choices = null;
    this.changed();
    try {
      const path = `/targets?${this.query}&taken=${encodeURIComponent(taken)}${event}`;
      const book = await this.net.again(() => this.fetch(path), undefined, () => turn === this.placing);
      if (turn !== this.placing) return;
      this.places = book;
      if (book.targets.length === 1) await this.choose(book.targets[0].text);
    } catch (error) {
      if (turn === this.placing) this.problem = error.message;
    }
    this.changed();
  }

  fetch(path) {
    if (!this.kept.has(path)) {
      const asked = this.net.scenes(path).then((book) => this.books.open(book));
      this.kept.set(path, asked);
      asked.catch(() => this.kept.delete(path));
    }
    return this.kept.get(path);
  }

  pathOf(target) {
    const words = [`taken=${encodeURIComponent(this.taken)}`, `target=${encodeURIComponent(target)}`];
    return `/choices?${this.query}&${words.join("&")}`;
  }

  // Choose a target, or none; its choices come when the server has told them.
  choose(target) {
    if (target !== this.target) this.told = this.tell(target);
    return this.told;
  }

  async tell(target) {
    const turn = ++this.choosing;
    this.target = target;
    this.choices = null;
    this.turned = false;
    this.problem = "";
    this.changed();
    if (target === null) return;
    try {
      const path = this.pathOf(target);
      const book = await this.net.again(() => this.fetch(path), undefined, () => turn === this.choosing);
      if (turn !== this.choosing) return;
      this.choices = book;
      const keys = book.choices.map(({ key }) => key);
      const used = this.recent.find((key) => keys.includes(key));
      this.index = used === undefined ? 0 : keys.indexOf(used);
    } catch (error) {
      if (turn !== this.choosing) return;
      this.problem = error.message;
      this.target = null;
    }
    this.changed();
  }

  // The target that a game from outside means by a way into the picture, null for none.
  async pick([near, far]) {
    const turn = this.placing;
    const words = [`taken=${encodeURIComponent(this.taken)}`, `near=${near}`, `far=${far}`];
    try {
      const { target } = await this.net.json(`/pick?${this.query}&${words.join("&")}`);
      return turn === this.placing ? target : null;
    } catch {
      return null;
    }
  }

  cycle(by) {
    if (!this.choices) return false;
    const count = this.choices.choices.length;
    this.take((this.index + by + count) % count);
    return count > 1;
  }

  // Choose by a letter; the same one again goes on among those that begin with it.
  letter(letter) {
    if (!this.choices) return false;
    const keys = this.choices.choices.map(({ key }) => key);
    const fitting = keys.map((key, at) => [key, at]).filter(([key]) => key.startsWith(letter));
    if (!fitting.length) return false;
    const exact = fitting.find(([key]) => key === letter);
    const at = fitting.findIndex(([, index]) => index === this.index);
    this.take(exact ? exact[1] : fitting[(at + 1) % fitting.length][1]);
    return true;
  }

  take(index) {
    this.index = index;
    this.turned = true;
    const { key } = this.choice;
    if (key) this.recent = [key, ...this.recent.filter((other) => other !== key)];
    this.changed();
  }

  // Play what is chosen, or go on to the next step of the move.
  confirm() {
    const { choice } = this;
    if (!choice) return;
    if (choice.key) this.recent = [choice.key, ...this.recent.filter((other) => other !== choice.key)];
    if (choice.whole) {
      this.play(choice.text);
    } else {
      this.steps.push(choice.text);
      this.ask(choice.text);
    }
  }

  // Go on with the step that is chosen, to the target that `find` then finds; where it finds none, stay.
  async goOn(find) {
    const { target, index, choice } = this;
    this.steps.push(choice.text);
    await this.ask(choice.text);
    const next = await find();
    if (next !== null) {
      await this.choose(next);
      return;
    }
    this.steps.pop();
    await this.ask(this.taken);
    await this.choose(target);
    if (this.choices) this.take(index);
  }

  // Take back the last step of a move that is begun, or let go of the target.
  back() {
    if (this.target !== null && this.targets.length > 1) this.choose(null);
    else if (this.steps.length) {
      this.steps.pop();
      this.ask(this.taken);
    } else return false;
    return true;
  }
}
