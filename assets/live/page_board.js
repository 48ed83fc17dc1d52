// A board on a page beside that of a game, on which a move is chosen: a task, an analysis.

import { actFor, namesOf } from "../page/keys.js";
import { named } from "../page/named.js";
import { NOTCH } from "../page/pointer.js";
import { tr } from "../page/texts.js";
import { BlindTable } from "./blind_table.js";
import { described, MoveInput, spoken } from "./move_input.js";
import { ARROWS, goBeside, listenToPointers, targetsCame } from "./pointing.js";
import { SceneAsker, SceneCache } from "./scene_cache.js";
import { LiveTable } from "./table.js";

// What MoveInput asks the server, for a page that nothing comes to by itself; reasons are sentences.
export class PageAsker extends SceneAsker {
  /**
   * @param {number} status
   * @param {Blob} whole
   */
  async reason(status, whole) {
    try {
      return begun(JSON.parse(await whole.text()).error);
    } catch {
      return tr("The server answered {status}. Reload the page.", { status });
    }
  }
}

// The text as a sentence begins.
const begun = (/** @type {string} */ text) => `${/^\S*\d/.test(text) ? text[0] : text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

// What every such page has.
const one = /** @type {Named<Pick<TaskTags, keyof TaskTags & keyof AnalysisTags>>} */ (named);

const VIEWS = { 1: "corner", 2: "corner2", 3: "corner3", t: "top" };

export class PageBoard {
  /**
   * @param {PageAsker} net
   * @param {SharedData} shared
   */
  constructor(net, shared) {
    this.shared = shared;
    this.settings = { confirm: false, careful: false };
    /** @type {Spot | null} */
    this.pointer = null;
    /** @type {string | null} */
    this.over = null;
    this.asking = this.asksAgain = this.byKeys = this.pinned = false;
    /** @type {PlaceTarget | BlockedPlace | null} */
    this.keysAt = null;
    this.turned = 0;
    /** @type {Direction | null} */
    this.way = null;
    /** @type {Click | null} */
    this.clicked = null;
    /** @type {Targets | null} */
    this.offered = null;
    /** @type {Choice[]} */
    this.keyed = [];
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.cache = new SceneCache(shared);
    /** @type {LiveTable | BlindTable} */
    this.table = this.open(this.cache);
    this.moveInput = new MoveInput(net, this.cache, () => this.chosen(), (text) => this.play(text));
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
    document.addEventListener("keydown", (event) => this.press(event));
    listenToPointers(this, one("table"));
    one("stage").classList.toggle("live", live);
    one("on-board").hidden = !live;
  }

  /** @param {string} view */
  look(view) {
    this.table.look(view);
  }

  // An arrow with nothing to choose.
  /** @param {Direction} _direction */
  step(_direction) {}

  dress() {
    const { themes, palettes } = this.shared;
    const theme = themes[this.dark.matches ? "dark" : "light"];
    this.table.setStyle({ ...theme.uniforms, ...palettes.classic.uniforms }, theme.table);
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
    this.showGhost();
    one("confirm").hidden = !choice;
    one("confirm").textContent = choice?.move === null ? tr("Continue") : tr("Play");
    one("let-go").hidden = !(moveInput.steps.length || (moveInput.target !== null && moveInput.targets.length > 1));
    one("prompt").textContent = this.promptText();
    this.showKeys(choices ? choices.choices : []);
    one("others").replaceChildren(...(choice ? [] : places?.others ?? []).map((text) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: this.labelled(text) });
      button.addEventListener("click", () => this.play(text));
      return button;
    }));
  }

  // What a button says for a move that fills no place.
  /** @param {string} text */
  labelled(text) {
    return text === "swap" ? tr("swap") : text;
  }

  showGhost() {
    this.table.setGhost(this.moveInput.ghost);
  }

  promptText() {
    const { problem, choice, choices, places, target } = this.moveInput;
    if (problem) return problem;
    if (choice) return described(choice);
    if (choices) return tr("{place}: choose how to play there.", { place: target?.replace(/\W+$/, "") ?? "" });
    return places?.asks || tr("Choose a place on the board.");
  }

  // A button for each way to play at the place.
  /** @param {Choice[]} choices */
  showKeys(choices) {
    const { moveInput } = this;
    if (choices !== this.keyed) {
      const alone = new Set(choices.map(({ key }) => key)).size === choices.length;
      one("keys").replaceChildren(...(choices.length > 1 ? choices.map((choice, index) => {
        const button = document.createElement("button");
        Object.assign(button, { type: "button", title: spoken(choice), textContent: choice.label || (alone && choice.key) || choice.told });
        button.addEventListener("click", () => moveInput.take(index));
        return button;
      }) : []));
    }
    this.keyed = choices;
    [...one("keys").children].forEach((button, index) => button.setAttribute("aria-pressed", String(index === moveInput.index)));
  }

  // Play a whole move.
  /** @param {string} text */
  play(text) {
    throw new Error(text);
  }

  // Keys for the board while it, and nothing else, is where keys go.
  /** @param {KeyboardEvent} event */
  press(event) {
    const names = namesOf(event);
    if (!names.length || event.ctrlKey || document.activeElement !== one("table")) return;
    const beside = ARROWS[names[0]];
    if (beside && event.shiftKey) this.table.turn(-15 * beside[0], -15 * beside[1]);
    else if (beside) goBeside(this, beside);
    else if (!names.some((name) => this.key(name, event.repeat))) return;
    event.preventDefault();
  }

  // Do what another key is for; return whether it is for anything.
  /**
   * @param {string} key
   * @param {boolean} _repeat whether it is held down
   */
  key(key, _repeat) {
    const { moveInput, table } = this;
    const act = actFor([key], {
      Enter: () => moveInput.confirm(), " ": () => moveInput.cycle(1),
      Escape: () => moveInput.back(), Backspace: () => moveInput.back(),
      "+": () => table.zoom(1 / NOTCH), "-": () => table.zoom(NOTCH),
    });
    const view = VIEWS[/** @type {keyof typeof VIEWS} */ (key)];
    if (act) act();
    else if ((/^[a-z]$/.test(key) && moveInput.letter(key)) || this.other(key)) return true;
    else if (view) this.look(view);
    else if (/^[a-z]$/.test(key) && moveInput.refuse(key)) return true;
    return Boolean(act ?? view);
  }

  // Play a move that fills no place, where a page has such; return whether it has.
  /** @param {string} _key */
  other(_key) {
    return false;
  }
}
