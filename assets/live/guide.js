// Hints in games against the computer, and the words of a first game, one line at a time.

import { moveText } from "../page/move_text.js";
import { tr } from "../page/texts.js";
import { remember, remembered } from "../server/remembered.js";
import { one } from "./elements.js";
/** @import { LivePage } from "./main.js" */

export class Guide {
  /**
   * @param {LivePage} page
   * @param {boolean} begins
   */
  constructor(page, begins) {
    this.page = page;
    const { board } = page.board;
    if (begins) remember("first game", String(board));
    if (begins && !page.secret) history.replaceState(history.state, "", location.pathname);
    this.guided = remembered("first game") === String(board);
    /** @type {{ ply: number, text: string, steps?: [target: string, choice: string][] } | null} */
    this.hint = null;
    this.said = ""; // by the line that was shown last
    this.asked = this.hidden = false;
    this.level = 0;
  }

  listen() {
    one("hint").addEventListener("click", () => this.ask());
    this.next?.addEventListener("click", () => this.nextLevel());
  }

  // The button for a game against the next level, where there is one.
  get next() {
    return /** @type {HTMLButtonElement | null} */ (document.getElementById("next-level"));
  }

  // The level that is offered after the game, 0 for none.
  get offered() {
    const { state, next_level } = this.page.board;
    if (typeof next_level === "number") this.level = next_level; // not every answer has it
    return state === "over" ? this.level : 0;
  }

  // The server says after the end which level it offers.
  askNext() {
    const { board } = this.page;
    if (!this.next || this.asked || board.state !== "over" || board.own.length !== 1 || typeof board.next_level === "number") return;
    this.asked = true; // once
    this.page.refresh();
  }

  // Begin the same game against the level that is offered, and go there.
  async nextLevel() {
    const { next, page } = this, { game, options, own, seats } = page.board;
    if (!next || next.disabled) return;
    next.disabled = true; // once
    const { guest, name } = seats[own[0]];
    const body = { game, options, against: "level", level: this.offered, ...(guest ? { as: name } : {}) };
    try {
      const made = await page.net.json("", { base: "/api/boards", method: "POST", body });
      const secret = made.secrets[made.own[0]];
      const told = [...(this.guided ? ["first=1"] : []), ...(secret ? [`seat=${secret}`] : [])];
      location.href = `/board/${made.board}${told.length ? `#${told.join("&")}` : ""}`;
    } catch (error) {
      next.disabled = false;
      page.fail(error.message);
    }
  }

  // Whether the position that is looked at is one to ask for a hint in.
  get offers() {
    const { board, mine, line, ply } = this.page;
    const against = board.own.length === 1 && board.seats.some(({ level }) => level !== null);
    return mine && against && !board.rated && line === null && ply === board.ply;
  }

  // What is said now, empty for nothing.
  get line() {
    const { board, line, ply, own } = this.page;
    if (!own || line !== null || ply !== board.ply || board.state === "open") return "";
    if (this.hint?.ply === ply && this.offers) return this.hint.text;
    return this.guided || (this.offered && !this.hidden) ? this.told : "";
  }

  get told() {
    const { board, mine, ply, settings, swap, game } = this.page;
    if (board.state === "over") {
      return this.won ? tr("Well played! What comes next?") : tr("Nobody wins them all. What comes next?");
    }
    if (ply < 2 && mine) return `${game.about} ${settings.how}`;
    if (!mine) return tr("The computer is thinking.");
    if (swap) return `${swap}.`;
    const row = this.page.placeAt(ply)?.row;
    if (!row) return this.said; // the move is known, what it does is still on its way
    const { effect } = row, text = moveText(row.text);
    const played = effect ? tr("The computer played {move}: {effect}.", { move: text, effect }) : tr("The computer played {move}.", { move: text });
    return ply < 4 ? [played, tr("Not sure what to do? Ask for a hint.")].join(" ") : played;
  }

  get won() {
    const { outcome, own } = this.page.board;
    return outcome !== null && outcome.winner === own[0];
  }

  show() {
    this.said = this.line;
    this.askNext();
    const over = this.page.board.state === "over" && this.said !== "";
    one("hint").hidden = !this.offers;
    one("what-next").hidden = !over;
    if (this.next) {
      this.next.hidden = !this.offered;
      this.next.textContent = tr("Level {level}", { level: this.offered });
    }
    this.page.announcer.announce("guide", this.said);
  }

  hide() {
    this.hint = null;
    this.hidden = true;
    if (!this.guided) return;
    this.guided = false;
    remember("first game", "");
  }

  // Ask for a hint, and show it on the board as one's own choice; it is not played.
  async ask() {
    const { page } = this, { ply } = page.board;
    if (this.hint?.ply === ply) {
      if (this.hint.steps) await this.choose(this.hint.steps);
      return;
    }
    this.hint = { ply, text: tr("Looking for a good move\u2026") };
    page.show();
    try {
      const { text, steps, reason } = await page.net.json("/hint", { method: "POST", safe: true, needed: () => page.board.ply === ply });
      if (page.board.ply !== ply) return;
      this.hint = { ply, text: tr("Hint: {move}. {reason}", { move: moveText(text), reason }), steps };
      page.show();
      await this.choose(steps);
    } catch (error) {
      this.hint = null;
      page.fail(error.message);
      page.show();
    }
  }

  /** @param {[target: string, choice: string][]} steps */
  async choose(steps) {
    const { moveInput } = this.page;
    const begun = moveInput.query;
    moveInput.steps = [];
    await moveInput.ask("");
    for (const [number, [target, choice]] of steps.entries()) {
      const place = moveInput.targets.find(({ all }) => all.includes(target));
      if (!place) return;
      await moveInput.choose(place.text);
      const index = moveInput.choices?.choices.findIndex(({ text }) => text === choice) ?? -1;
      if (index < 0 || moveInput.query !== begun) return;
      moveInput.take(index);
      if (number + 1 === steps.length) this.page.pinned = true; // wherever the pointer goes
      else {
        moveInput.steps.push(choice);
        await moveInput.ask(choice);
      }
    }
  }
}
