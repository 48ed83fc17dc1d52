// Talking to the server: requests that say who asks, and what happens on a board.

// Why the server refused; `status` is HTTP's, 0 where it was not reached.
class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} text
   */
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

const UNHEARD = tr("No answer. Try again when the server is reached."); // also where it may have been done
const AWAY = [0, 502, 503, 504]; // statuses after which the same may go through later

// What is said of the line, above the board; `cancel`: whether what waits can be given up.
/**
 * @param {string} text
 * @param {boolean} [cancel]
 */
function sayLine(text, cancel = false) {
  write(one("connection"), text);
  one("line").hidden = !text;
  one("unsend").hidden = !cancel;
}

class Net {
  why = ""; // why the server is not reached, empty where it is
  onChange = () => sayLine(this.trying);

  // `secret` is that of a seat, or empty: then the browser's cookie says who asks.
  /**
   * @param {number} board
   * @param {string} secret
   */
  constructor(board, secret) {
    this.board = board;
    this.base = `/api/boards/${board}`;
    this.secret = secret;
  }

  get trying() {
    return this.why && tr("{problem} Trying again\u2026", { problem: this.why });
  }

  // The server is reached, or not: then `why`.
  reached(why = "") {
    if (why === this.why) return;
    this.why = why;
    this.onChange();
    if (!why) window.dispatchEvent(new Event("reached"));
  }

  // What the server answers, whole. It has an end: where nothing comes for a while, nothing will.
  /**
   * @param {string} path
   * @param {{ method?: string, body?: object, base?: string }} options
   */
  async ask(path, { method = "GET", body = undefined, base = this.base } = {}) {
    const over = new AbortController();
    const headers = new Headers(this.secret ? { Authorization: `Seat ${this.secret}` } : {});
    if (body !== undefined) headers.set("Content-Type", "application/json");
    const options = { method, headers, signal: over.signal, body: body && JSON.stringify(body) };
    let answer, whole;
    let timer = 0;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => over.abort(), SILENT);
    };
    wait();
    try {
      answer = await fetch(base + path, options);
      whole = await wholeOf(/** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (answer.body).getReader(), wait);
    } catch {
      this.reached(over.signal.aborted ? UNANSWERED : UNREACHED);
      throw new Refused(0, UNHEARD);
    } finally {
      clearTimeout(timer);
    }
    this.reached([502, 504].includes(answer.status) ? UNREACHED : ""); // a proxy's word for it
    if (answer.ok) return whole;
    let text = this.why ? UNHEARD : tr("The server says {status}.", { status: answer.status });
    try {
      text = JSON.parse(await whole.text()).error || text;
    } catch {
      // no JSON: a proxy in between
    }
    throw new Refused(answer.status, text);
  }

  /**
   * @param {string} path
   * @param {{ method?: string, body?: object, base?: string }} options
   * @returns {Promise<any>}
   */
  async json(path, options = {}) {
    return JSON.parse(await (await this.ask(path, options)).text());
  }

  // Scenes, as they were packed.
  /**
   * @param {string} path
   * @returns {Promise<any>}
   */
  async scenes(path) {
    return opened(new Uint8Array(await (await this.ask(path)).arrayBuffer()));
  }

  // Do something that may be done again without harm, until the server has heard of it; null where
  // it is wanted no longer.
  /**
   * @template T
   * @param {() => Promise<T>} act
   * @returns {Promise<T | null>}
   */
  async again(act, waiting = () => {}, needed = () => true) {
    for (let pause = 500; needed(); pause = Math.min(pause * 2, 8000)) {
      try {
        return await act();
      } catch (error) {
        if (!AWAY.includes(error.status)) throw error;
        waiting();
        await soon(pause);
      }
    }
    return null;
  }
}

// All of a body; `came` is called whenever there was more of it.
/**
 * @param {ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>} reader
 * @param {() => void} came
 */
async function wholeOf(reader, came) {
  const parts = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return new Blob(parts);
    parts.push(value);
    came();
  }
}

// After so many milliseconds, or when the server is reached again, or the browser is on line or shown again.
/** @param {number} pause */
function soon(pause) {
  return /** @type {Promise<void>} */ (new Promise((done) => {
    const over = new AbortController();
    const finish = () => {
      clearTimeout(timer);
      over.abort();
      done();
    };
    const timer = setTimeout(finish, pause);
    for (const name of ["reached", "online", "pageshow"]) window.addEventListener(name, finish, { signal: over.signal });
  }));
}

// The events of a board, from the stream that all tabs share. None comes twice, and none is missed.
class Stream {
  // `heard` gets each event; `anew` is called when the line was lost, and stands again.
  /**
   * @param {Net} net
   * @param {number} last
   * @param {(event: BoardEvent) => void} heard
   * @param {() => void} anew
   * @param {((news: TurnNews) => void) | null} turns
   */
  constructor(net, last, heard, anew, turns = null) {
    this.net = net;
    this.last = last;
    this.heard = heard;
    this.anew = anew;
    this.turns = turns; // what awaits the account is told, too
    this.opened = this.single = this.joined = false;
    this.alive = 0;
    /** @type {MessagePort | null} */
    this.port = null;
    const worker = this.worker();
    if (!worker) this.alone();
    this.join();
    // A page that is left may be kept as it is, and be shown again; not while something is on its way.
    window.addEventListener("pagehide", () => this.leave());
    window.addEventListener("pageshow", ({ persisted }) => { if (persisted) this.join(); });
    window.addEventListener("online", () => this.port?.postMessage({}));
    document.addEventListener("visibilitychange", () => this.seen());
    setInterval(() => this.watch(), 1000);
  }

  worker() {
    try {
      const worker = new SharedWorker(document.body.dataset.worker ?? "");
      worker.onerror = () => this.instead();
      this.hear(worker.port);
      return worker;
    } catch {
      return null;
    }
  }

  // Without a shared worker a tab has a stream of its own. Where there is none, on phones, one tab is
  // seen at a time; the others give their connections back, and take them up when they are shown.
  alone() {
    const { port1, port2 } = new MessageChannel();
    serve(new Streams(), port2);
    this.hear(port1);
    this.single = true;
  }

  instead() {
    if (this.single) return;
    this.leave();
    this.alone();
    this.join();
  }

  /** @param {MessagePort} port */
  hear(port) {
    this.port = port;
    port.onmessage = ({ data }) => this.take(data);
  }

  join() {
    this.joined = true;
    this.alive = performance.now();
    this.port?.postMessage({ board: this.net.board, secret: this.net.secret, last: this.last, turns: this.turns !== null, language: document.documentElement.lang });
  }

  leave() {
    this.joined = false;
    this.port?.postMessage({ gone: true });
  }

  seen() {
    if (this.single && document.hidden) this.leave();
    else if (this.single && !this.joined) this.join();
    else if (!document.hidden) this.port?.postMessage({});
  }

  // The worker tells at least that it tries; one that has ended tells nothing.
  watch() {
    const silent = performance.now() - this.alive;
    if (this.joined && silent > 3 * SILENT && !document.hidden) this.instead();
  }

  /** @param {StreamMessage} message */
  take({ event, stands, why, anew, turns }) {
    this.alive = performance.now();
    if (turns) {
      this.turns?.(turns);
      return;
    }
    if (event) {
      if (event.number <= this.last) return;
      this.last = event.number;
      this.heard(event);
      return;
    }
    this.net.reached(stands || !why ? "" : tr(why));
    if (!anew) return;
    if (this.opened) this.anew();
    this.opened = true;
  }
}
