// The one stream of events that a browser holds, for all boards that are open in its tabs: browsers
// have six connections to a host, and each tab had one for itself. This part of the script runs in a
// worker that the tabs share (worker.js); where there is none, in each page.

const SILENT = 10000; // milliseconds without a word after which a line is taken for dead; the server
// says every four seconds that it stands
const MOST_BOARDS = 64; // as the server has it
// English in a worker: a page puts them into its language.
const UNREACHED = tr("The server is not reached.");
const UNANSWERED = tr("The server does not answer.");
const TOO_MANY = tr("Too many boards are open in this browser: close some.");

class Streams {
  /** @type {Set<Member>} */
  members = new Set(); // each is told of its events or of its account's turns, and how the line stands
  changed = false;
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
    for (let pause = 250; this.members.size;) {
      this.changed = false;
      const stood = await this.hold();
      if (this.changed) continue;
      pause = stood ? 250 : Math.min(pause * 2, 8000);
      await /** @type {Promise<void>} */ (new Promise((done) => { this.wake = done; setTimeout(done, pause); }));
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
      if (!answer.ok || !answer.body) throw new Error(answer.status < 500 ? (await answer.json()).error : UNANSWERED);
      stood = true;
      listed.forEach((member) => member.say({ stands: true, anew: true }));
      await this.read(answer.body.pipeThrough(new TextDecoderStream()).getReader(), listed);
    } catch (error) {
      const silent = reading.signal.aborted;
      if (this.changed || (stood && !silent)) return stood; // the next try tells
      const why = silent ? UNANSWERED : (error.name === "Error" && error.message) || UNREACHED;
      this.members.forEach((member) => member.say({ stands: false, why }));
    } finally {
      clearInterval(watch);
    }
    return stood;
  }

  /**
   * @param {ReadableStreamDefaultReader<string>} reader
   * @param {Member[]} listed
   */
  async read(reader, listed) {
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      this.alive = performance.now();
      this.members.forEach((member) => (
        member.say(listed.includes(member) || !member.board ? { stands: true } : { stands: false, why: TOO_MANY })));
      text += value;
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      parts.forEach((part) => this.take(part, listed));
    }
  }

  /**
   * @param {string} part
   * @param {Member[]} listed
   */
  take(part, listed) {
    const field = (/** @type {string} */ name) => part.split("\n").find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const data = field("data");
    if (!data) return;
    if (field("event") === "turns") {
      const news = JSON.parse(data);
      this.members.forEach((member) => { if (member.turns) member.say({ turns: news }); });
      return;
    }
    const [at, number] = (field("id") ?? "").split(":").map(Number);
    listed[at].last = number;
    listed[at].say({ event: JSON.parse(data) });
  }
}
