// What the board sounds like: a piece that is set down, pieces that are taken, the end.

import { DROP } from "../page/table.js";
import { Asker } from "../server/asking.js";
import { one } from "./elements.js";
/** @import { LivePage } from "./main.js" */

const VOLUMES = { off: 0, quiet: 0.25, medium: 0.5, loud: 1 };

const LATE = 0.3; // seconds

export class Sounds {
  /** @param {LivePage} page */
  constructor(page) {
    this.page = page;
    this.volume = 0;
    this.turn = 0;
    /** @type {Map<string, Promise<AudioBuffer>>} */
    this.known = new Map();
  }

  listen() {
    const { sounds } = this.page.settings;
    const chosen = sounds in VOLUMES ? sounds : "off";
    one("sounds").value = chosen;
    this.volume = VOLUMES[/** @type {keyof typeof VOLUMES} */ (chosen)];
    one("sounds").addEventListener("change", () => {
      const { value } = one("sounds");
      this.volume = VOLUMES[/** @type {keyof typeof VOLUMES} */ (value)];
      this.page.settings.setSounds(value);
      this.play("down");
    });
  }

  // A piece lands; `falls` if it is seen to come down first.
  /**
   * @param {NodeRow} row
   * @param {boolean} falls
   */
  land(row, falls) {
    this.turn += 1;
    this.play(row.takes ? "taken" : this.turn % 2 ? "down" : "other", falls ? DROP : 0);
  }

  /** @param {string} name */
  async load(name) {
    const { alerts } = this.page;
    const answer = await new Asker().ask(one("sounds").dataset[name] ?? "");
    return /** @type {AudioContext} */ (alerts.audio).decodeAudioData(await answer.arrayBuffer());
  }

  // Nothing is played late, nor before somebody has done something here.
  /**
   * @param {string} name
   * @param {number} [wait] milliseconds
   */
  async play(name, wait = 0) {
    const { audio } = this.page.alerts;
    if (!this.volume || audio?.state !== "running") return;
    const due = audio.currentTime + wait / 1000;
    try {
      let sound = this.known.get(name);
      if (!sound) this.known.set(name, sound = this.load(name));
      const source = new AudioBufferSourceNode(audio, { buffer: await sound });
      if (audio.currentTime > due + LATE) return;
      source.connect(new GainNode(audio, { gain: this.volume })).connect(audio.destination);
      source.start(due);
    } catch {
      this.known.delete(name); // asked for again with the next one
    }
  }
}
