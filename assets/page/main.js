// Puts the page together: the table, its buttons and keys, the list of moves, the address.

import { opened } from "./bundle.js";
import { clamp } from "./drawing/camera.js";
import { Blind, Figure } from "./figure.js";
import { actFor, namesOf } from "./keys.js";
import { MoveList } from "./moves.js";
import { named } from "./named.js";
import { coloursOf, fillPalettes } from "./palettes.js";
import { followPointers, NOTCH } from "./pointer.js";
import { SpokenPosition } from "./spoken.js";
import { Table } from "./table.js";
import { tr } from "./texts.js";

const one = /** @type {Named<PageTags>} */ (named);

// In a notebook's frame the page is written into another one, and has no address to link to.
const WITHOUT_ADDRESS = location.protocol === "about:";

/** @param {string} hash */
function setAddress(hash) {
  try {
    history.replaceState(null, "", hash);
  } catch { /* not allowed in a frame without an address, nor too often elsewhere */ }
}

class Page {
  // `number` is the game's, of those that the page holds.
  /**
   * @param {StoryData} story
   * @param {number} number
   */
  constructor(story, number) {
    this.story = story;
    this.number = number;
    this.figure = new Figure(one("figure"), story);
    this.over = new AbortController();
    /** @type {Table | Blind} */
    this.table = this.open((node) => this.changed(node));
    this.spoken = new SpokenPosition(one("words"), story);
    /** @type {MoveList} */
    this.list = new MoveList(one("moves"), story, (node) => this.go(node));
    this.playing = 0;
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.palette = story.palette;
    /** @type {number[]} */
    this.line = [];
    this.dress();
    this.buttons();
    const pointed = (/** @type {Spot | null} */ place) => { one("hovered").textContent = this.table.hover(place); };
    followPointers(one("table"), this.table, pointed, this.over.signal);
    this.hear(document, "keydown", (event) => this.key(event));
    this.hear(this.dark, "change", () => this.dress());
    this.hear(window, "hashchange", () => this.fromAddress());
    this.hear(window, "beforeprint", () => this.drawFigure());
    one("title").textContent = story.title;
    one("about-it").textContent = story.about;
    this.fromAddress();
    this.table.resize();
  }

  // The table, or what stands in its place.
  /** @param {(node: number) => void} changed */
  open(changed) {
    try {
      return new Table(one("table"), this.story, changed);
    } catch (error) {
      one("problem").textContent = tr("This browser cannot show 3D pictures here ({reason}).", { reason: error.message });
      document.body.classList.add("flat");
      this.flat = true;
      return new Blind(changed);
    }
  }

  /**
   * @param {EventTarget} target
   * @param {string} event
   * @param {(event: any) => void} act
   */
  hear(target, event, act) {
    target.addEventListener(event, act, { signal: this.over.signal });
  }

  // Let another game take the page.
  end() {
    this.over.abort();
    this.play(false);
    this.table.end();
    one("moves").replaceChildren();
    one("palette").replaceChildren();
  }

  // -- where we are

  // The nodes from the start to the end of the line that the cursor is in.
  /** @param {number} node */
  lineOf(node) {
    const line = [];
    for (let at = node; at >= 0; at = this.story.nodes[at].parent) line.unshift(at);
    for (let next = this.list.children(node)[0]; next !== undefined;) {
      line.push(next);
      next = this.list.children(next)[0];
    }
    return line;
  }

  /**
   * @param {number} node
   * @param {boolean} [animated]
   */
  go(node, animated = true) {
    if (!this.line.includes(node) || node === undefined) this.line = this.lineOf(node);
    this.table.show(node, animated);
  }

  /** @param {number} by */
  step(by) {
    const at = this.line.indexOf(this.table.node);
    const goal = this.line[clamp(at + by, 0, this.line.length - 1)];
    if (goal !== this.table.node) this.go(goal, Math.abs(by) === 1);
    return goal !== this.line[at];
  }

  // The variation before (-1) or after (1): another move in the place of this one.
  /** @param {number} by */
  variation(by) {
    const { parent } = this.story.nodes[this.table.node];
    if (parent < 0) return;
    const beside = this.list.children(parent);
    const at = beside.indexOf(this.table.node) + by;
    if (beside[at] === undefined) return;
    this.line = this.lineOf(beside[at]);
    this.go(beside[at], false);
  }

  /** @param {boolean} on */
  play(on) {
    clearInterval(this.playing);
    this.playing = 0;
    if (on && this.table.node === this.line[this.line.length - 1]) this.go(this.line[0], false);
    if (on) this.playing = setInterval(() => this.step(1) || this.play(false), 1000);
    one("play").setAttribute("aria-pressed", String(on));
    one("play").setAttribute("aria-label", on ? tr("Stop") : tr("Play the moves"));
  }

  /** @param {number} node */
  changed(node) {
    const row = this.story.nodes[node];
    this.list.mark(node);
    if (this.flat) this.drawFigure();
    const at = this.line.indexOf(node), last = this.line.length - 1;
    one("slider").max = String(last);
    one("slider").value = String(at);
    one("slider").setAttribute("aria-valuetext", row.ply ? tr("move {ply}: {move}", { ply: row.ply, move: row.text }) : tr("start"));
    one("first").disabled = one("back").disabled = at === 0;
    one("next").disabled = one("last").disabled = at === last;
    one("comment").textContent = row.comment || "";
    one("comment").hidden = !row.comment;
    one("state").textContent = row.state;
    this.spoken.show(node);
    one("facts").replaceChildren(...row.words.flatMap(([label, value]) => [
      Object.assign(document.createElement("dt"), { textContent: label }),
      Object.assign(document.createElement("dd"), { textContent: value }),
    ]));
    const hash = this.addressOf(node);
    if (location.hash !== hash && (node || location.hash)) setAddress(hash || "#");
  }

  // -- the address: #move=31 on the main line, #node=57 in a variation

  /** @param {number} node */
  addressOf(node) {
    const { main, ply } = this.story.nodes[node];
    const game = this.number ? `game=${this.number + 1}&` : "";
    return `#${game}${main ? `move=${ply}` : `node=${node}`}`;
  }

  fromAddress() {
    const wish = new URLSearchParams(location.hash.slice(1));
    const { nodes, start } = this.story;
    let node = start;
    const ply = Number(wish.get("move") ?? NaN), number = Number(wish.get("node") ?? NaN);
    if (Number.isInteger(ply)) node = nodes.findIndex((row) => row.main && row.ply === ply);
    else if (Number.isInteger(number) && nodes[number]) node = number;
    if (node < 0) node = nodes.findLastIndex((row) => row.main);
    this.line = this.lineOf(node);
    this.go(node, false);
  }

  // -- how it looks

  // The position from above, in the table's place or on paper.
  drawFigure() {
    this.figure.draw(this.story.nodes[this.table.node].scene, this.palette);
  }

  dress() {
    const { shared } = this.story, theme = this.dark.matches ? "dark" : "light";
    this.table.setStyle(coloursOf(shared, this.palette, theme), shared.themes[theme].table);
    if (this.flat) this.drawFigure();
  }

  // -- buttons and keys

  buttons() {
    const acts = {
      first: () => this.go(this.line[0], false),
      back: () => this.step(-1),
      play: () => this.play(!this.playing),
      next: () => this.step(1),
      last: () => this.go(this.line[this.line.length - 1], false),
      corner: () => this.table.look("corner"),
      top: () => this.table.look("top"),
      spread: () => this.spread(),
      copy: () => this.copyLink(),
      save: () => this.save(),
    };
    for (const [name, act] of Object.entries(acts)) {
      const button = one(/** @type {keyof typeof acts} */ (name));
      if (button) this.hear(button, "click", act);
    }
    one("copy").hidden = WITHOUT_ADDRESS;
    one("spread").hidden = this.story.nodes[0].spread === undefined;
    this.hear(one("slider"), "input", () => {
      this.go(this.line[Number(one("slider").value)], false);
    });
    const choice = one("palette");
    fillPalettes(choice, this.story.shared.palettes, this.palette);
    this.hear(choice, "change", () => {
      this.palette = choice.value;
      this.dress();
    });
  }

  // Spread the levels in the next way, or not any longer.
  spread() {
    if (one("spread").hidden) return;
    this.table.setSpread(this.table.nextSpread);
    one("spread").setAttribute("aria-pressed", String(this.table.spread !== ""));
  }

  /** @param {KeyboardEvent & { target: Element }} event */
  key(event) {
    if (event.target.closest("select")) return;
    // What needs Shift to be typed counts as it is typed.
    const names = namesOf(event).map((name) => (
      (event.ctrlKey ? "Ctrl+" : "") + (event.shiftKey && !/^\S$/.test(name) ? "Shift+" : "") + name));
    const onButton = event.target.closest("button, a, summary");
    if (onButton && (event.key === " " || event.key === "Enter")) return;
    const act = actFor(names, {
      ArrowLeft: () => this.step(-1), "Ctrl+ArrowLeft": () => this.step(-1), PageUp: () => this.step(-1),
      ArrowRight: () => this.step(1), "Ctrl+ArrowRight": () => this.step(1), PageDown: () => this.step(1),
      "Shift+PageUp": () => this.step(-10), "Shift+PageDown": () => this.step(10),
      Home: () => this.go(this.line[0], false), "Ctrl+Home": () => this.go(this.line[0], false),
      End: () => this.step(Infinity), "Ctrl+End": () => this.step(Infinity),
      ArrowUp: () => this.variation(-1), ArrowDown: () => this.variation(1),
      " ": () => this.play(!this.playing),
      "1": () => this.table.look("corner"), "2": () => this.table.look("corner2"),
      "3": () => this.table.look("corner3"), t: () => this.table.look("top"),
      o: () => this.table.otherProjection(), x: () => this.spread(),
      "+": () => this.table.zoom(1 / NOTCH), "=": () => this.table.zoom(1 / NOTCH),
      "-": () => this.table.zoom(NOTCH),
      "Shift+ArrowLeft": () => this.table.turn(15, 0), "Shift+ArrowRight": () => this.table.turn(-15, 0),
      "Shift+ArrowUp": () => this.table.turn(0, -15), "Shift+ArrowDown": () => this.table.turn(0, 15),
    });
    if (!act) return;
    event.preventDefault();
    act();
  }

  // -- taking something along

  async copyLink() {
    const link = location.href.replace(/#.*/, "") + this.addressOf(this.table.node);
    try {
      await navigator.clipboard.writeText(link);
      this.say(tr("The link is copied."));
    } catch {
      this.say(link);
    }
  }

  save() {
    const file = new Blob([this.story.array(this.story.record)], { type: "application/x-go-sgf" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = this.story.file;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  /** @param {string} text */
  say(text) {
    one("said").textContent = text;
    clearTimeout(this.forget);
    this.forget = setTimeout(() => { one("said").textContent = ""; }, 6000);
  }
}

/** @param {string} base64 */
async function unpack(base64) {
  return opened(Uint8Array.from(atob(base64.trim()), (letter) => letter.charCodeAt(0)));
}

// The games of the page, one at a time.
class Games {
  constructor() {
    this.data = [...document.querySelectorAll(".data")];
    one("choice").hidden = this.data.length < 2;
    one("game").addEventListener("change", () => this.show(one("game").selectedIndex));
    window.addEventListener("hashchange", () => this.follow());
    this.follow();
  }

  follow() {
    const wish = Number(new URLSearchParams(location.hash.slice(1)).get("game") ?? 1) - 1;
    const number = this.data[wish] ? wish : 0;
    if (number !== this.number) this.show(number, location.hash);
  }

  /**
   * @param {number} number
   * @param {string} [hash]
   */
  async show(number, hash = "") {
    this.number = number;
    this.shared = this.shared || unpack(document.querySelector(".shared")?.textContent ?? "");
    const story = await unpack(this.data[number].textContent);
    story.shared = await this.shared;
    if (number !== this.number) return;
    if (this.page) this.page.end();
    one("game").selectedIndex = number;
    setAddress(hash || (number ? `#game=${number + 1}` : "#"));
    this.page = new Page(story, number);
  }
}

new Games();
