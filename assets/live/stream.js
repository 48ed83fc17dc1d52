// The one stream of events that a browser holds, for all boards that are open in its tabs: browsers
// have six connections to a host, and each tab had one for itself. This part of the script runs in a
// worker that the tabs share (worker.js); where there is none, in each page.

import { tr } from "../page/texts.js";
import { readEvents, SILENT } from "../server/event_stream.js";
import { passing, Pauses, UNANSWERED, UNREACHED } from "../server/pauses.js";

const MOST_BOARDS = 64; // as the server has it
const TOO_MANY = tr("Too many boards are open in this browser: close some of them.");

export class Streams {
  /** @type {Set<Member>} */
  members = new Set(); // each is told of its events or of its account's turns, and how the line stands
  changed = false;
  over = false; // whether the server refuses, and would again until the boards are others
  running = false;
  alive = 0;
  /** @type {AbortController | null} */
  reading = null;
  /** @type {(() => void) | null} */
  wake = null;

  /** @param {Member} member */
  join(member) {
    this.members.add(member);
    this.change();
  }

  /** @param {Member} member */
  leave(member) {
    if (this.members.delete(member)) this.change();
  }

  // Go on with other boards. Several that come at once are one change.
  change() {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => {
      this.changed = true;
      this.reading?.abort();
      this.wake?.();
      if (!this.running) this.run();
    }, 20);
  }

  // A sleeping machine's line may be dead without anybody having said so.
  look() {
    if (performance.now() - this.alive > SILENT) this.reading?.abort();
    this.wake?.();
  }

  async run() {
    this.running = true;
    const pauses = new Pauses();
    while (this.members.size) {
      this.changed = this.over = false;
      if (await this.hold()) pauses.begin();
      if (this.changed) continue;
      const woken = await /** @type {Promise<boolean>} */ (new Promise((done) => {
        this.wake = () => done(true);
        if (!this.over) setTimeout(done, pauses.take(), false);
      }));
      if (woken) pauses.begin();
    }
    this.running = false;
  }

  // Read until the line is lost, or the boards are others; whether it stood. Each event is told once:
  // where this goes on the members know.
  async hold() {
    const members = [...this.members];
    const listed = members.filter(({ board }) => board).slice(-MOST_BOARDS);
    const turns = members.some((member) => member.turns);
    const reading = this.reading = new AbortController();
    const watch = setInterval(() => this.look(), 1000);
    let stood = false;
    this.alive = performance.now();
    try {
      const answer = await fetch("/api/events", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ boards: listed.map(({ board, secret, last, language }) => ({ board, secret, after: last, language })), turns }),
        signal: reading.signal,
      });
      if (answer.status === 401) members.forEach((member) => { if (!member.board) member.say({ refused: true }); });
      const later = passing(answer.status);
      if (later) throw new Error(later);
      if (!answer.ok || !answer.body) {
        const { error } = await answer.json();
        this.over = true;
        throw new Error(error);
      }
      stood = true;
      listed.forEach((member) => member.say({ stands: true, anew: true }));
      await this.read(answer.body, listed);
    } catch (error) {
      const silent = reading.signal.aborted;
      if (this.changed || (stood && !silent)) return stood; // the next try tells
      const why = silent ? UNANSWERED : (error.name === "Error" && error.message) || UNREACHED;
      this.members.forEach((member) => member.say({ stands: false, why, over: this.over }));
    } finally {
      clearInterval(watch);
    }
    return stood;
  }

  /**
   * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
   * @param {Member[]} listed
   */
  read(body, listed) {
    return readEvents(body, () => {
      this.alive = performance.now();
      this.members.forEach((member) => (
        member.say(listed.includes(member) || !member.board ? { stands: true } : { stands: false, why: TOO_MANY })));
    }, ({ kind, id, data }) => {
      if (kind === "turns") {
        this.members.forEach((member) => { if (member.turns) member.say({ turns: data }); });
        return;
      }
      const [at, number] = id.split(":").map(Number);
      listed[at].last = number;
      listed[at].say({ event: data });
    });
  }
}
