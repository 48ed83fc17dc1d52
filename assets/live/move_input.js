// The move in the making: where it goes, which of the choices there, step by step until it is whole.
// What may be played the server says; see server/scenes/choices.py.

import { tr } from "../page/texts.js";
/** @import { SceneAsker, SceneCache } from "./scene_cache.js" */

// A choice and what it would do; some games' words begin with the choice.
export const described = (/** @type {Choice} */ { told, words, move, label }) => {
  const paired = (/** @type {string} */ value) => tr("{what}: {value}", { what: told, value });
  if (label && move === null) return paired(label);
  if (!words || words === told) return told;
  return words.startsWith(paired("")) ? words : paired(words);
};

// The same, with what it looks like for who does not see it.
export const spoken = (/** @type {Choice} */ choice) => {
  const { told, aloud } = choice;
  const line = described(choice);
  if (!aloud) return line;
  return line === told ? tr("{what}: {value}", { what: told, value: aloud }) : `${line}. ${aloud}`;
};

const EXPLAINED = 6000; // milliseconds for which it is said why nothing is meant

export class MoveInput {
  // `changed` is called when what is chosen changed; `play` gets the text of a whole move.
  /**
   * @param {SceneAsker} net
   * @param {SceneCache} sceneCache
   * @param {() => void} changed
   * @param {(text: string) => void} play
   */
  constructor(net, sceneCache, changed, play) {
    this.net = net;
    this.sceneCache = sceneCache;
    this.changed = changed;
    this.play = play;
    /** @type {string[]} */
    this.recent = []; // keys of choices, the last one first
    /** @type {string | null} */
    this.query = null;
    /** @type {string[]} */
    this.steps = [];
    /** @type {Targets | null} */
    this.places = null;
    /** @type {string | null} */
    this.target = null;
    /** @type {string | null} */
    this.aim = null; // the choice there that is pointed at, where it is a certain one
    /** @type {Choices | null} */
    this.choices = null;
    this.index = this.placing = this.choosing = 0;
    this.problem = "";
    /** @type {number | undefined} */
    this.forgetting = undefined; // when a reason goes
    this.turned = false; // whether another choice than the first was asked for
    /** @type {Map<string, Promise<any>>} */
    this.answers = new Map();
    /** @type {{ path: string, request: number, answer: Promise<Meant | null> } | null} */
    this.picked = null; // what was pointed at last
    /** @type {Ghost | null} */
    this.stepped = null; // what shows the last step, until what may follow has come
    this.clear();
  }

  // Nothing can be played here.
  clear() {
    this.query = this.stepped = null;
    this.steps = [];
    this.places = this.target = this.choices = null;
    this.index = 0;
    this.placing += 1; // which answer is awaited; older ones are dropped
    this.choosing += 1;
    this.problem = "";
    this.answers = new Map();
    this.changed();
  }

  // Begin at a place of the game: `query` names it for the server, `event` what told of it.
  /**
   * @param {string} query
   * @param {string} [event]
   */
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

  get blocked() {
    return this.places ? this.places.blocked : [];
  }

  // Whether the server has been asked for targets and has not answered.
  get coming() {
    return this.query !== null && !this.places && !this.problem;
  }

  // Whether there are several ways to play at the place, and nobody has chosen one of them.
  get unchosen() {
    return (this.choices?.choices.length ?? 0) > 1 && !this.turned;
  }

  // Whether a piece is pointed at with which several things can be done, and none of them was chosen.
  get takesUp() {
    return this.places?.takes_up && this.unchosen;
  }

  /** @returns {Choice | null} */
  get choice() {
    return this.choices ? this.choices.choices[this.index] || null : null;
  }

  // The scene that shows what is chosen, null for nothing.
  /** @returns {Ghost | null} */
  get ghost() {
    const { choice, choices } = this;
    if (choice && choices) return { book: choices, scene: choice.scene };
    if (!this.steps.length) return null;
    return this.places ? { book: this.places, scene: this.places.base } : this.stepped;
  }

  /**
   * @param {string} taken
   * @param {string} [event]
   */
  async ask(taken, event = "") {
    const request = ++this.placing;
    this.choosing += 1;
    this.problem = "";
    this.places = this.target = this.choices = null;
    this.changed();
    try {
      const path = `/targets?${this.query}&taken=${encodeURIComponent(taken)}${event}`;
      /** @type {Targets | null} */
      const book = await this.fetch(path);
      if (request !== this.placing || !book) return;
      this.places = book;
      if (book.targets.length === 1) await this.choose(book.targets[0].text);
    } catch (error) {
      if (request === this.placing) this.problem = error.message;
    }
    this.changed();
  }

  /** @param {string} path */
  fetch(path) {
    const { answers } = this, asked = answers.get(path);
    if (asked) return asked;
    const needed = () => this.answers === answers; // else something else is asked here
    const answer = this.net.scenes(path, { needed }).then((book) => book && this.sceneCache.open(book));
    answers.set(path, answer);
    answer.catch(() => answers.delete(path));
    return answer;
  }

  /** @param {string} target */
  pathOf(target) {
    const words = [`taken=${encodeURIComponent(this.taken)}`, `target=${encodeURIComponent(target)}`];
    return `/choices?${this.query}&${words.join("&")}`;
  }

  // Of the choices at the target, empty for none.
  get path() {
    return this.target === null ? "" : this.pathOf(this.target);
  }

  // Choose a target, or none; its choices come with the server's answer. `aim` is the one that is
  // pointed at: it stays until another one is.
  /**
   * @param {string | null} target
   * @param {string | null} [aim]
   */
  choose(target, aim = null) {
    const aimed = target === null || (aim !== null && aim !== this.aim) || target !== this.target;
    if (aimed) this.aim = aim;
    if (target !== this.target) this.loading = this.loadChoices(target);
    else if (aimed && this.choices) this.takeAim();
    return this.loading;
  }

  // Show a place without a way to play there, where there are several and the hint names none of them.
  /**
   * @param {string} target
   * @param {string} hint
   */
  async showPlace(target, hint) {
    await this.choose(target, hint);
    if (!this.choices || this.choices.choices.length === 1 || this.choice?.text === hint) return;
    this.index = -1;
    this.changed();
  }

  // The choice that is pointed at is the one that is meant.
  takeAim() {
    const index = this.choices?.choices.findIndex(({ text }) => text === this.aim) ?? -1;
    if (index < 0) return;
    this.index = index;
    this.turned = true;
    this.problem = "";
    this.changed();
  }

  // Say for a while why nothing is meant where somebody pressed: it stands where the choice is told.
  /** @param {string} reason */
  explain(reason) {
    clearTimeout(this.forgetting);
    this.forgetting = setTimeout(() => { if (this.problem === reason) this.explain(""); }, EXPLAINED);
    if (reason === this.problem) return;
    this.problem = reason;
    this.changed();
  }

  /** @param {string | null} target */
  async loadChoices(target) {
    const request = ++this.choosing;
    this.target = target;
    this.choices = null;
    this.turned = false;
    this.problem = "";
    this.changed();
    if (target === null) return;
    try {
      const path = this.pathOf(target);
      /** @type {Choices | null} */
      const book = await this.fetch(path);
      if (request !== this.choosing || !book) return;
      this.choices = book;
      const keys = book.choices.map(({ key }) => key);
      const used = this.recent.find((key) => keys.includes(key));
      this.index = used === undefined ? 0 : keys.indexOf(used);
      this.takeAim();
    } catch (error) {
      if (request !== this.choosing) return;
      this.problem = error.message;
      this.target = null;
    }
    this.changed();
  }

  // What the game means by a way into the picture, after a part of a move. A click where the pointer rests is
  // answered by what was asked for that: it counts also when the network has gone since.
  /**
   * @param {number[][]} ray
   * @param {string} [taken]
   * @returns {Promise<Meant | null>}
   */
  async pick([near, far], taken = this.taken) {
    const request = this.placing;
    const opened = encodeURIComponent(this.choices?.opened ?? "");
    const words = [`taken=${encodeURIComponent(taken)}`, `near=${near}`, `far=${far}`, `opened=${opened}`];
    const path = `/pick?${this.query}&${words.join("&")}`;
    if (this.picked?.path !== path || this.picked.request !== request) {
      const answer = this.net.json(path, { needed: () => request === this.placing });
      this.picked = { path, request, answer };
    }
    const { picked } = this;
    try {
      const meant = await picked.answer;
      return request === this.placing ? meant : null;
    } catch {
      if (this.picked === picked) this.picked = null;
      return null;
    }
  }

  /** @param {number} by */
  cycle(by) {
    if (!this.choices) return false;
    const count = this.choices.choices.length;
    this.take((this.index + by + count) % count);
    return count > 1;
  }

  // Choose by a letter; the same one again goes on among those that begin with it.
  /** @param {string} letter */
  letter(letter) {
    if (!this.choices) return false;
    const keys = this.choices.choices.map(({ key }) => key);
    const fitting = [...keys.keys()].filter((index) => keys[index].startsWith(letter));
    if (!fitting.length) return false;
    const exact = keys.indexOf(letter);
    this.take(exact >= 0 ? exact : fitting[(fitting.indexOf(this.index) + 1) % fitting.length]);
    return true;
  }

  // Say which letters fit where another one was asked for; return whether letters choose there.
  /** @param {string} letter */
  refuse(letter) {
    const keys = new Set(this.choices?.choices.map(({ key }) => key).filter(Boolean));
    if (!keys.size) return false;
    this.explain(tr("{key} does not fit; {letters} do", { key: letter, letters: [...keys].join(", ") }));
    return true;
  }

  /** @param {number} index */
  take(index) {
    this.index = index;
    this.turned = true;
    this.problem = "";
    this.remember(this.choice?.key);
    this.changed();
  }

  // Propose this key first where it is one of the choices.
  /** @param {string | undefined} key */
  remember(key) {
    if (key) this.recent = [key, ...this.recent.filter((other) => other !== key)];
  }

  // Play what is chosen, or go on to the next step of the move.
  confirm() {
    const { choice } = this;
    if (!choice) return;
    this.remember(choice.key);
    if (choice.move !== null) {
      this.play(choice.move);
    } else {
      this.stepped = this.ghost;
      this.steps.push(choice.text);
      this.ask(choice.text);
    }
  }

  // Go on with a step that is offered, to the target that `find` then finds; where it finds none, stay.
  // Return whether it went.
  /**
   * @param {Choice} step
   * @param {() => Promise<Meant | null> | Meant | null} find
   */
  async goOn(step, find) {
    const { target, aim, index } = this;
    this.steps.push(step.text);
    await this.ask(step.text);
    const next = await find();
    if (next?.target) {
      await this.choose(next.target, next.aim);
      return true;
    }
    this.steps.pop();
    await this.ask(this.taken);
    await this.choose(target, aim);
    if (this.choices) this.take(index);
    return false;
  }

  // Take back the last step of a move that is begun, or let go of the target.
  back() {
    if (this.target !== null && this.targets.length > 1) this.choose(null);
    else if (this.steps.length) {
      this.steps.pop();
      this.stepped = null;
      this.ask(this.taken);
    } else return false;
    return true;
  }
}
