// Telling somebody that it is their turn: by title and icon, by a tone, by the system where they asked.

import { DROP } from "../page/table.js";
import { tr } from "../page/texts.js";
import { Turns } from "../server/turns.js";
import { one } from "./elements.js";
/** @import { LivePage } from "./main.js" */

export class Alerts {
  /** @param {LivePage} page */
  constructor(page) {
    this.page = page;
    /** @type {AudioContext | null} */
    this.audio = null;
    // Browsers let a page sound only once somebody has done something on it.
    for (const name of ["pointerdown", "keydown"]) {
      document.addEventListener(name, () => this.wake(), { once: true });
    }
    one("calls").addEventListener("click", () => this.show()); // one of them is closed
  }

  get due() {
    return this.page.mine && this.page.board.own.length === 1;
  }

  get title() {
    const { board } = this.page;
    const named = { game: board.title, number: board.board };
    const plain = this.due ? tr("Your move - {game}, board {number}", named) : tr("{game}, board {number}", named);
    const asked = this.page.question || this.page.sender.news || one("calls").querySelector("bdi")?.textContent;
    return asked ? `${asked} ${plain}` : plain;
  }

  show() {
    document.title = Turns.counted(this.title);
    Turns.showIcon(this.due);
  }

  // Something has happened since the board was as `before`: it is our turn, or the other one asks something.
  /** @param {Board} before */
  notify(before) {
    const { board } = this.page;
    if (board.state === "over" && before.state === "active") this.page.sounds.play("over", 2 * DROP);
    const { offer } = before;
    const asks = this.page.question && (offer?.what !== board.offer?.what || offer?.seat !== board.offer?.seat);
    const same = before.ply === board.ply && before.turn === board.turn && before.state === board.state;
    if (!asks && (!this.due || same)) return;
    this.sound();
    if (document.hidden) this.page.push.show(this.title);
  }

  wake() {
    try {
      this.audio ??= new AudioContext();
      this.audio.resume();
    } catch {
      // nothing that sounds: the rest tells it
    }
  }

  // Two soft notes.
  sound() {
    const { audio } = this;
    if (!this.page.settings.tone || audio?.state !== "running") return;
    [523, 659].forEach((frequency, index) => {
      const start = audio.currentTime + 0.14 * index;
      const gain = new GainNode(audio, { gain: 0 });
      const note = new OscillatorNode(audio, { frequency });
      gain.gain.setValueAtTime(0, start);
      gain.gain.linearRampToValueAtTime(0.08, start + 0.02);
      gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.4);
      note.connect(gain).connect(audio.destination);
      note.start(start);
      note.stop(start + 0.45);
    });
  }
}
