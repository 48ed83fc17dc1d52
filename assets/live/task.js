// The board of a task, a puzzle or a lesson: a move is chosen on it, as in a game, and sent by the
// page's form. What the server answers takes the place of the words, and the board stays.

const one = /** @type {<K extends keyof TaskTags>(name: K) => Tags[TaskTags[K]]} */ (
  /** @param {string} name */ (name) => /** @type {any} */ (document.getElementById(name)));

const STEP = 900; // milliseconds from one move of a reply to the next
const SWAPPED = /** @type {const} */ (["answer", "beside", "caption", "words"]); // parts of the page that an answer brings

/** @type {(time: number) => Promise<void>} */
const pause = (time) => new Promise((done) => { setTimeout(done, time); });

// What MoveInput asks the server, for a page that nothing comes to by itself.
/** @implements {Net} */
class TaskNet {
  /** @param {string} base */
  constructor(base) {
    this.base = base;
  }

  /** @param {string} path */
  async ask(path) {
    const answer = await fetch(this.base + path);
    if (!answer.ok) throw new Error(`The server says ${answer.status}. Load the page anew.`);
    return answer;
  }

  /** @param {string} path */
  async json(path) {
    return (await this.ask(path)).json();
  }

  /** @param {string} path */
  async scenes(path) {
    return opened(new Uint8Array(await (await this.ask(path)).arrayBuffer()));
  }

  /**
   * @template T
   * @param {() => Promise<T>} act
   */
  again(act) {
    return act();
  }
}

class TaskBoard {
  /**
   * @param {TaskNet} net
   * @param {SharedData} shared
   */
  constructor(net, shared) {
    this.net = net;
    this.shared = shared;
    this.settings = { confirm: false };
    /** @type {Spot | null} */
    this.pointer = null;
    /** @type {string | null} */
    this.over = null;
    this.asking = this.asksAgain = this.byKeys = this.pinned = false;
    this.turned = 0;
    /** @type {Direction | null} */
    this.way = null;
    /** @type {Click | null} */
    this.clicked = null;
    /** @type {Targets | null} */
    this.offered = null;
    /** @type {Choice[]} */
    this.keyed = [];
    this.sent = false;
    this.visits = 0; // how often another state was asked for: older answers are dropped
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.cache = new SceneCache(shared);
    /** @type {LiveTable | BlindTable} */
    this.table = this.open(this.cache);
    this.moveInput = new MoveInput(/** @type {any} */ (net), this.cache, () => this.chosen(), (text) => this.play(text));
    this.dress();
  }

  /** @param {SceneCache} cache */
  open(cache) {
    try {
      return new LiveTable(one("table"), cache, "corner");
    } catch {
      return new BlindTable(); // the drawing stays, and the form below
    }
  }

  listen() {
    const { moveInput } = this;
    const live = this.table instanceof LiveTable;
    this.dark.addEventListener("change", () => this.dress());
    one("confirm").addEventListener("click", () => moveInput.confirm());
    one("let-go").addEventListener("click", () => moveInput.back());
    one("corner").addEventListener("click", () => this.look("corner"));
    one("top").addEventListener("click", () => this.look("top"));
    one("spread").addEventListener("click", () => this.spread());
    document.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("submit", (event) => this.submit(event));
    document.addEventListener("click", (event) => this.follow(event));
    addEventListener("popstate", () => this.visit(fetch(location.href), false));
    listenToPointers(this, one("table"));
    one("stage").classList.toggle("live", live);
    one("on-board").hidden = !live;
  }

  step() {}

  dress() {
    const { themes, palettes } = this.shared;
    const theme = themes[this.dark.matches ? "dark" : "light"];
    this.table.setStyle({ ...theme.uniforms, ...palettes.classic.uniforms }, theme.table);
  }

  // -- views, one of which may be what is asked for

  /** @param {string} view */
  look(view) {
    this.table.look(view);
    this.did(view);
  }

  spread(on = !this.table.spread) {
    if (one("spread").hidden) return;
    this.table.setSpread(on);
    one("spread").setAttribute("aria-pressed", String(on));
    if (on) this.did("explode");
  }

  // A command of the desk was carried out here.
  /** @param {string} command */
  did(command) {
    const form = /** @type {HTMLFormElement | null} */ (document.querySelector(`form[data-command="${command}"]`));
    if (form) this.send(form, null);
  }

  // -- the position, and how it came about

  /** @param {boolean} played */
  async show(played) {
    const visit = ++this.visits;
    const { query = "", place = "", asks } = one("stage").dataset;
    const book = this.cache.open(await this.net.scenes(`/positions?${query}`));
    if (visit !== this.visits) return;
    this.cache.views = book.views;
    one("spread").hidden = book.nodes[0].spread === undefined;
    const last = book.nodes.length - 1;
    let node = played ? Math.min(1, last) : 0; // the first move was made here, and has been seen
    const go = (/** @type {boolean} */ falls) => this.table.go({ book, row: book.nodes[node], node }, falls);
    go(false);
    while (node < last) {
      await pause(node || played ? STEP : 0);
      if (visit !== this.visits) return;
      node += 1;
      go(true);
    }
    if (!asks) return;
    await this.moveInput.begin(query);
    const hinted = place && this.moveInput.targets.find(({ all }) => all.includes(place));
    if (hinted && visit === this.visits) await this.moveInput.choose(hinted.text);
  }

  // Show what is chosen of a move in the making.
  chosen() {
    const { moveInput, table } = this;
    if (!moveInput) return;
    const { places, choice, choices } = moveInput;
    table.setPlaces(places);
    if (places && places !== this.offered) requestAnimationFrame(() => targetsCame(this));
    if (moveInput.target === null || places !== this.offered) this.pinned = false;
    this.offered = places;
    if (!this.sent) table.setGhost(moveInput.ghost);
    one("confirm").hidden = !choice;
    one("confirm").textContent = choice && !choice.whole ? "Go on" : "Play";
    one("let-go").hidden = !(moveInput.steps.length || (moveInput.target !== null && moveInput.targets.length > 1));
    one("prompt").textContent = this.promptText();
    this.showKeys(choices ? choices.choices : []);
    one("others").replaceChildren(...(choice ? [] : places?.others ?? []).map((text) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: text.slice(0, 1).toUpperCase() + text.slice(1) });
      button.addEventListener("click", () => this.play(text));
      return button;
    }));
  }

  promptText() {
    const { problem, choice, places, coming } = this.moveInput;
    if (problem) return problem;
    if (choice) return described(choice);
    if (!places && !coming) return "";
    return places?.asks || "Choose a place on the board.";
  }

  // A button for each way to play at the place.
  /** @param {Choice[]} choices */
  showKeys(choices) {
    const { moveInput } = this;
    if (choices !== this.keyed) {
      const alone = new Set(choices.map(({ key }) => key)).size === choices.length;
      one("keys").replaceChildren(...(choices.length > 1 ? choices.map((choice, index) => {
        const button = document.createElement("button");
        Object.assign(button, { type: "button", title: spoken(choice), textContent: (alone && choice.key) || choice.label || choice.text });
        button.addEventListener("click", () => moveInput.take(index));
        return button;
      }) : []));
    }
    this.keyed = choices;
    [...one("keys").children].forEach((button, index) => button.setAttribute("aria-pressed", String(index === moveInput.index)));
  }

  // -- what is sent, and what comes

  // The form sends a move, once.
  /** @param {string} text */
  play(text) {
    if (this.sent) return;
    one("move").value = text;
    one("write").requestSubmit();
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const { scripted } = /** @type {any} */ (form.elements);
    if (scripted) scripted.value = "1"; // it leads elsewhere, and has come with an answer
    if (form.method !== "post" || !new URL(form.action).pathname.startsWith(this.net.base)) return;
    event.preventDefault();
    this.send(form, event.submitter);
  }

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLElement | null} submitter
   */
  send(form, submitter) {
    if (this.sent) return;
    const body = new URLSearchParams(/** @type {any} */ (new FormData(form, submitter)));
    this.visit(fetch(form.action, { method: "POST", body }), true);
  }

  /** @param {MouseEvent} event */
  follow(event) {
    const link = /** @type {Element} */ (event.target).closest("a[data-stay]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.visit(fetch(/** @type {HTMLAnchorElement} */ (link).href), true);
  }

  // Take over the words of the page that comes, and show its board; `isNew` for a place in the history.
  /**
   * @param {Promise<Response>} coming
   * @param {boolean} isNew
   */
  async visit(coming, isNew) {
    const visit = ++this.visits, ghost = this.moveInput.ghost !== null;
    this.sent = true;
    try {
      const answer = await coming;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (visit !== this.visits) return;
      const stage = page.getElementById("stage");
      if (!stage) throw new Error(`The server says ${answer.status}. Load the page anew.`);
      const played = ghost && stage.dataset.query !== one("stage").dataset.query;
      if (isNew && answer.ok && answer.url !== location.href) history.pushState(null, "", answer.url);
      this.moveInput.clear(); // while it counts as sent its ghost stays, until there is another scene
      this.sent = false;
      this.swap(page, stage);
      await this.show(played);
    } catch (error) {
      this.sent = false;
      this.chosen();
      one("prompt").textContent = error.message;
    }
  }

  /**
   * @param {Document} page
   * @param {HTMLElement} stage
   */
  swap(page, stage) {
    const before = document.activeElement;
    document.title = page.title;
    for (const name of SWAPPED) one(name).replaceChildren(...page.getElementById(name)?.childNodes ?? []);
    Object.assign(one("stage").dataset, { ...stage.dataset });
    const [image, drawing] = [one("stage"), stage].map((place) => /** @type {HTMLImageElement} */ (place.querySelector("img")));
    if (this.table instanceof BlindTable) image.src = drawing.src;
    image.alt = drawing.alt;
    remember();
    one("answer").scrollIntoView({ block: "nearest" });
    if (before?.isConnected && before !== document.body) return;
    if (this.table instanceof LiveTable) one("table").focus({ preventScroll: true });
    else (/** @type {HTMLElement | null} */ (document.querySelector("#answer .main")) ?? one("answer")).focus();
  }

  // Go on where nothing is asked for: what the answer's own button does.
  goOn() {
    /** @type {HTMLElement | null} */ (document.querySelector("#answer .main"))?.click();
  }

  // A move that fills no place, by the letter that it begins with.
  /** @param {string} key */
  other(key) {
    const { moveInput } = this;
    const text = moveInput.target === null && moveInput.places?.others.find((other) => other.startsWith(key));
    if (text) this.play(text);
    return Boolean(text);
  }

  // Keys for the board while it, and nothing else, is where keys go.
  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.altKey || event.metaKey || event.ctrlKey || document.activeElement !== one("table")) return;
    const { moveInput, table } = this;
    const beside = ARROWS[event.key];
    const act = {
      Enter: () => (moveInput.query === null ? this.goOn() : moveInput.confirm()), " ": () => moveInput.cycle(1),
      Escape: () => moveInput.back(), Backspace: () => moveInput.back(),
      "+": () => table.zoom(1 / NOTCH), "-": () => table.zoom(NOTCH),
      Home: () => this.look("corner"), "1": () => this.look("corner"), "2": () => this.look("corner2"), "3": () => this.look("corner3"),
    }[event.key];
    const letter = /^[a-z]$/.test(event.key) && (moveInput.letter(event.key) || this.other(event.key));
    if (beside && event.shiftKey) table.turn(-15 * beside[0], -15 * beside[1]);
    else if (beside) goBeside(this, beside);
    else if (act) act();
    else if (letter) { /* it has chosen */ }
    else if (event.key === "t") this.look("top");
    else if (event.key === "x") { if (!event.repeat) this.spread(); }
    else return;
    event.preventDefault();
  }
}

// Let this browser know what a guest has done of a lesson.
function remember() {
  const { lesson, done, guest } = one("stage").dataset;
  if (lesson && guest) LessonProgress.note(lesson, Number(done));
}

async function begin() {
  remember();
  const { base = "", query = "" } = one("stage").dataset;
  const net = new TaskNet(base);
  const board = new TaskBoard(net, await net.scenes(`/shared?${query}`));
  board.listen();
  await board.show(false);
}

begin();
