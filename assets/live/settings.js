// What a person has chosen: an account's confirming click on the server, all else in this browser.

import { tr } from "../page/texts.js";
import { remember, remembered } from "../server/remembered.js";
import { one } from "./elements.js";
import { write } from "./live_region.js";
/** @import { LivePage } from "./main.js" */

const CHOICE = tr("Where there is a choice, use the wheel, a letter or the buttons next to the board.");
const MOUSE = [tr("Point at a place and click to play there."), CHOICE].join(" ");
const CAREFUL = tr("Point at a place and click to play there. Where there is a choice, use the wheel, a letter or the buttons next to the board, or click twice.");
const ASKED = [tr("Click a place, then click it again or press Play."), CHOICE].join(" ");
const TAKEN = tr("Click the middle of a piece to take it up, then where it goes. A click on an empty hole in it adds to it there.");
const LIFTED = tr("Tap the middle of a piece, then where it goes, then Play. Tap an empty hole in it to add there.");
const FINGER = tr("Tap a place, then Play. Tap again or use the buttons where there is a choice.");
const QUICK = tr("Tap a place to play there. Where there is a choice, tap again or use the buttons, then Play.");
const TAPS = tr("Ask before a tap plays: tap, then Play");

export class Settings {
  /** @param {LivePage} page */
  constructor(page) {
    const { guest, confirm, onward } = document.body.dataset;
    this.page = page;
    this.guest = guest !== undefined;
    const chosen = this.guest ? remembered("confirm") : confirm;
    this.confirm = chosen === "yes";
    this.usual = !chosen; // whether nothing was chosen
    this.quickTouch = remembered("confirm touch") === "no"; // a finger hits beside more easily: it is asked
    this.onward = onward === "yes";
    this.tone = remembered("tone") !== "no";
    this.sounds = remembered("sounds") ?? "off";
    this.tipped = false;
    this.fine = matchMedia("(hover: hover) and (pointer: fine)");
  }

  listen() {
    const finger = matchMedia("(pointer: coarse)").matches;
    if (finger) one("confirming-text").textContent = TAPS;
    one("confirming").checked = finger ? !this.quickTouch : this.confirm || this.careful;
    one("onward").checked = this.onward;
    one("onward").labels?.forEach((label) => { label.hidden = this.guest; });
    one("tone").checked = this.tone;
    one("confirming").addEventListener("change", () => {
      const { checked } = one("confirming");
      if (finger) this.setQuick(!checked);
      else this.setConfirm(checked);
    });
    one("onward").addEventListener("change", () => {
      this.onward = one("onward").checked;
      this.save({ onward: this.onward });
    });
    one("tone").addEventListener("change", () => this.setTone(one("tone").checked));
    one("tip-seen").addEventListener("click", () => {
      this.tipped = true;
      remember(this.tip, "seen");
      this.page.guide.hide();
      this.showTip();
      one("table").focus({ preventScroll: true });
    });
  }

  /** @param {boolean} on */
  async setConfirm(on) {
    this.confirm = on;
    this.usual = false;
    this.page.pinned = false;
    if (this.guest) remember("confirm", on ? "yes" : "no");
    else await this.save({ confirm: on });
  }

  // By a finger that is sure of itself, in this browser.
  /** @param {boolean} on */
  setQuick(on) {
    this.quickTouch = on;
    remember("confirm touch", on ? "no" : "yes");
    this.showTip();
  }

  /** @param {{ confirm?: boolean, onward?: boolean }} chosen */
  async save(chosen) {
    try {
      await this.page.net.json("", { base: "/api/me", method: "PATCH", body: chosen });
    } catch (error) {
      this.page.fail(tr("That was not saved: {reason}", { reason: error.message }));
    }
  }

  /** @param {boolean} on */
  setTone(on) {
    this.tone = on;
    remember("tone", on ? "yes" : "no");
    if (on) this.page.alerts.sound();
  }

  /** @param {string} loudness */
  setSounds(loudness) {
    this.sounds = loudness;
    remember("sounds", loudness);
  }

  // Whether a click asks before it plays what nobody has chosen: which way a piece lies, in a game with a
  // day or more for a move, where nobody is in a hurry.
  get careful() {
    const { board, line } = this.page;
    return this.usual && line === null && board.clock.start !== null && !board.clock.live;
  }

  // What is remembered of the tip: what a click does is not the same in each game.
  get tip() {
    return `tip ${this.page.board.game}`;
  }

  // What wheel, letters and click do.
  get how() {
    const takesUp = this.page.moveInput.places?.takes_up ?? "takesUp" in document.body.dataset;
    if (!this.fine.matches) return takesUp ? LIFTED : this.quickTouch ? QUICK : FINGER;
    return this.confirm ? ASKED : takesUp ? TAKEN : this.careful ? CAREFUL : MOUSE;
  }

  // One line: what the guide says, or how to play until somebody has read it.
  showTip() {
    const { guide, own, board } = this.page;
    const read = this.tipped || remembered(this.tip) === "seen";
    one("tip").hidden = !guide.line && (read || !own || board.state !== "active");
    write(one("tip-text"), guide.line || this.how);
    write(one("tip-seen"), guide.line ? tr("Hide") : tr("Got it"));
    guide.show();
  }
}
