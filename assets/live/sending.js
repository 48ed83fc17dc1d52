// A move on its way. The browser keeps it until the server has heard it, also when the page is closed.

import { tr } from "../page/texts.js";
import { store, stored } from "../server/stored.js";
import { one } from "./elements.js";
import { write } from "./live_region.js";
/** @import { LivePage } from "./main.js" */

const STALE = 60000; // milliseconds after which a move that waited is asked again: the player may have gone

export class Sending {
  /** @param {LivePage} page */
  constructor(page) {
    this.page = page;
    one("unsend").addEventListener("click", () => this.cancel());
    one("send-again").addEventListener("click", () => {
      const { sending } = page;
      if (sending && this.asks) this.send({ ...sending, at: Date.now() });
    });
  }

  // Whether a move has waited so long that it is not played before it is asked again.
  get asks() {
    const { sending } = this.page;
    return sending !== null && Date.now() - (sending.at ?? 0) > STALE;
  }

  // What the title says of a move that waits; else empty.
  get news() {
    const { sending } = this.page;
    return sending?.waits || this.asks ? tr("{move} is not sent yet.", { move: sending?.move ?? "" }) : "";
  }

  // Say of a move that waits what becomes of it.
  show() {
    const { sending } = this.page, { asks } = this;
    const hidden = !sending || !(sending.waits || asks);
    one("unsent").hidden = hidden;
    one("send-again").hidden = !asks;
    if (hidden) return;
    const { move } = sending;
    write(one("unsent-text"), asks ? tr("Your move {move} has waited for more than a minute. Play it?", { move })
      : tr("Your move {move} is kept, and sent once the server can be reached.", { move }));
  }

  // Send a move until the server has heard it, or it has waited too long; also the one that was kept. It
  // is shown meanwhile, by the ghost that it was chosen with.
  /** @param {PendingMove} pending */
  async send({ move, ply, at = Date.now(), ghost = this.page.moveInput.ghost, path = this.page.moveInput.path }) {
    const { page } = this;
    const { net } = page;
    /** @type {PendingMove} */
    const sending = page.sending = { move, ply, at, ghost, path };
    this.keep(sending);
    page.show();
    if (!ghost && path) this.draw(sending, path);
    try {
      const played = await net.json("/moves", {
        method: "POST",
        body: { move, ply },
        safe: true, // the server knows the same move again by its number
        needed: () => !sending.cancelled && Date.now() - at <= STALE,
        waiting: () => {
          sending.waits = true;
          page.show();
        },
      });
      if (!played && !sending.cancelled && page.sending === sending) {
        page.show();
        return;
      }
      this.drop(sending);
      if (played) await page.adopt(played.board);
      if (played && page.settings.onward && page.nextBoard !== null && !page.mine && page.board.state === "active") page.toNext();
    } catch (error) {
      if (page.sending === sending) {
        this.drop(sending);
        page.sending = null;
        await page.refresh();
        if (this.due(sending)) page.fail(tr("Your move {move} was not played: {reason}", { move, reason: error.message }));
        else this.sayGone(sending);
        page.moveInput.clear();
        page.look(page.board.ply);
      }
    }
    if (page.sending === sending) page.sending = null;
    page.show();
  }

  // Show a move that was kept by the ghost that it was chosen with.
  /**
   * @param {PendingMove} sending
   * @param {string} path
   */
  async draw(sending, path) {
    const { page } = this;
    try {
      const found = await page.net.scenes(path, { needed: () => page.sending === sending });
      if (!found) return;
      /** @type {Choices} */
      const book = page.sceneCache.open(found);
      const choice = book.choices.find(({ move }) => move === sending.move);
      if (!choice || page.sending !== sending) return;
      sending.ghost = { book, scene: choice.scene };
      page.show();
    } catch {
      // what is asked names the move
    }
  }

  // Whether it is the turn for which a move was made.
  /** @param {PendingMove} row */
  due({ ply }) {
    return this.page.mine && ply === this.page.board.ply + 1;
  }

  /** @param {PendingMove} row */
  sayGone({ move, ply }) {
    if (this.page.board.moves[ply - 1] === move) return; // it had been heard
    this.page.fail(tr("Your move {move} was not sent: the game has moved on.", { move }));
  }

  // Give up a move that waits if its turn is gone, such as after moves were taken back.
  check() {
    const { page } = this, { sending } = page;
    if (!sending || !(sending.waits || this.asks) || this.due(sending)) return;
    if (page.board.moves[sending.ply - 1] === sending.move) return; // it was heard
    sending.cancelled = true;
    this.drop(sending);
    page.sending = null;
    this.sayGone(sending);
  }

  // Give up a move that waits. Whether it was heard all the same is seen when the server is reached.
  cancel() {
    const { page } = this;
    const { sending } = page;
    if (!sending) return;
    sending.cancelled = true;
    this.drop(sending);
    page.sending = null;
    page.say(tr("{move} is cancelled, unless the server has it already.", { move: sending.move }));
    page.moveInput.clear();
    page.look(page.board.ply);
  }

  // By the seat: another person at this browser has another one.
  get place() {
    const { board, seat } = this.page;
    return `boche ${board.board} ${seat}`;
  }

  // What the game was when the move was made: it must still be so when it is sent.
  get before() {
    const { created, moves } = this.page.board;
    return [created, ...moves].join(" ");
  }

  get stored() {
    return stored("localStorage", this.place); // else only a page that is closed meanwhile forgets
  }

  /** @param {PendingMove} row */
  keep({ move, ply, at, path }) {
    store("localStorage", this.place, { move, ply, at, path, before: this.before });
  }

  // Forget a move, unless another tab has kept another one since.
  /** @param {PendingMove} row */
  drop({ move, ply }) {
    const { stored } = this;
    if (stored && stored.move === move && stored.ply === ply) store("localStorage", this.place, null);
  }

  // A move that was on its way when the page was left.
  resume() {
    const { stored, page } = this;
    const { board } = page;
    if (!stored) return;
    if (page.mine && stored.ply === board.ply + 1 && stored.before === this.before) {
      this.send({ at: 0, ...stored });
      return;
    }
    this.drop(stored);
    this.sayGone(stored);
  }
}
