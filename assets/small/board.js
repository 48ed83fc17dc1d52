// A small board that follows its game.

import { alike, boardAfter } from "../live/event_state.js";
import { SceneAsker } from "../live/scene_cache.js";
import { clockOf, colourIn } from "../live/seat_marks.js";
import { nameOf } from "../page/names.js";
import { tr } from "../page/texts.js";
import { trWord } from "../page/words.js";
import { insist, Missing, Refused, UNHEARD } from "../server/asking.js";
import { UNREACHED } from "../server/pauses.js";
import { Sheet } from "./painter.js";
/** @import { Painters } from "./painter.js" */

const RATHER = 5000; // milliseconds between drawings where there is no WebGL: each takes the server long

export class SmallBoard {
  /** @type {Board | null} */
  state = null;
  ahead = 0; // how far the server's clock is before this one, in seconds
  shown = -1; // the ply of the position shown
  busy = false;
  more = false;
  ended = false;

  /**
   * @param {HTMLElement} item
   * @param {Painters} painters
   */
  constructor(item, painters) {
    this.item = item;
    this.painters = painters;
    this.number = Number(item.dataset.board);
    this.asker = new SceneAsker(`/api/boards/${this.number}`);
    this.needed = () => !this.ended;
    const frame = /** @type {Element} */ (item.querySelector(".frame"));
    this.sheet = new Sheet(frame);
    /** @type {Member} */
    this.member = { board: this.number, secret: "", last: 0, turns: false, language: document.documentElement.lang, say: (message) => this.told(message) };
  }

  get playing() {
    return this.state !== null && this.state.state !== "over";
  }

  // The board as it is now.
  async load() {
    const state = await this.asker.json("", { needed: this.needed });
    if (!state || this.ended) return;
    if (state.now !== null) this.ahead = state.now - Date.now() / 1000;
    this.take(state);
    this.member.last = Math.max(this.member.last, state.events);
  }

  /** @param {StreamMessage} message */
  told(message) {
    const { event } = message;
    if (event) this.hear(event);
    else Missing.hear(this.member, message);
  }

  /** @param {BoardEvent} event */
  hear(event) {
    const { state } = this;
    if (!state || event.number <= state.events) return;
    const next = boardAfter(state, event);
    if (next) {
      this.take(next);
      return;
    }
    clearTimeout(this.soon); // several that come at once are looked at once
    this.soon = setTimeout(() => this.load().catch(() => {}), 50);
  }

  /** @param {Board} state */
  take(state) {
    const was = this.state;
    if (was && state.events < was.events) return;
    this.state = state;
    this.write(state);
    const same = was && was.ply === state.ply && alike(was.moves, state.moves) === state.ply;
    if (!same || this.shown !== state.ply) this.follow();
  }

  // Get the position; of several moves that come meanwhile only the last one is shown.
  async follow() {
    this.more = true;
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.more && !this.ended) {
        this.more = false;
        await this.position();
      }
    } catch {
      // the next move, or the next look, brings it
    } finally {
      this.busy = false;
    }
  }

  // Be drawn by another painter, where the last one has ended.
  anew() {
    if (this.sheet.painter?.worn) this.follow();
  }

  async position() {
    const { ply, events } = /** @type {Board} */ (this.state);
    const painter = await this.painters.of(this.item.dataset.kind ?? "", this.asker.base);
    if (!painter) {
      await this.picture(ply);
      return;
    }
    const path = `/positions?first=${Math.max(ply - 1, 0)}&ply=${ply}&event=${events}`;
    const found = await this.asker.scenes(path, { needed: this.needed });
    if (!found || this.ended) return;
    const book = painter.open(found);
    const node = book.nodes.length - 1;
    this.sheet.show(painter, { book, row: book.nodes[node], node }, ply === this.shown + 1);
    if (this.shown < 0 && this.state) this.write(this.state); // with the colours of the pieces
    this.shown = ply;
  }

  /** @param {number} ply */
  async picture(ply) {
    const { frame } = this.sheet;
    const image = frame.querySelector("img") ?? document.createElement("img");
    image.alt = "";
    if (!image.isConnected) frame.append(image);
    await insist(() => drawn(image, `/board/${this.number}.svg?ply=${ply}`), { needed: this.needed });
    this.shown = ply;
    await new Promise((done) => setTimeout(done, RATHER));
  }

  // -- words and clocks

  /** @param {Board} state */
  write(state) {
    const { painter } = this.sheet;
    this.item.classList.toggle("over", state.state === "over");
    for (const each of state.seats) {
      const { seat, colour, taken } = each;
      const row = this.row(seat);
      const chip = /** @type {HTMLElement} */ (row.querySelector(".chip"));
      if (painter) {
        chip.style.background = colourIn(painter.shared.palettes.classic.uniforms, colour);
        chip.setAttribute("role", "img");
        chip.ariaLabel = trWord(colour);
      }
      chip.textContent = painter ? "" : trWord(colour);
      row.classList.toggle("turn", state.turn === seat);
      const bdi = row.querySelector("bdi");
      if (bdi && taken) bdi.textContent = nameOf(each);
    }
    const line = this.item.querySelector(".state");
    if (line) line.textContent = sentence(state);
    this.tick();
  }

  /** @param {number} seat */
  row(seat) {
    return /** @type {HTMLElement} */ (this.item.querySelector(`[data-seat="${seat}"]`));
  }

  tick() {
    const { state } = this;
    if (!state) return;
    for (const { seat } of state.seats) {
      const { text, short } = clockOf(state, seat, this.ahead);
      const clock = /** @type {HTMLElement} */ (this.row(seat).querySelector(".clock"));
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("short", short);
    }
  }

  end() {
    this.ended = true;
    Missing.say(this.member, "");
    clearTimeout(this.soon);
    this.sheet.end();
  }
}

// Load a drawing. Why it did not come an image does not tell.
/**
 * @param {HTMLImageElement} image
 * @param {string} address
 */
async function drawn(image, address) {
  image.src = address;
  try {
    await image.decode();
  } catch {
    throw new Refused(0, UNHEARD, UNREACHED);
  }
}

// How a game stands, in a line.
/** @param {Board} state */
function sentence({ state, turn, seats, ply, outcome, waiting }) {
  const begins = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);
  if (state === "open") return begins(waiting);
  if (state === "active" && turn !== null) return tr("{name} to move, move {ply}", { name: nameOf(seats[turn]), ply: ply + 1 });
  const reason = outcome?.reason ? begins(outcome.reason) : tr("Over");
  return outcome === null || outcome.winner === null ? reason : tr("{name} won. {reason}", { name: nameOf(seats[outcome.winner]), reason });
}
