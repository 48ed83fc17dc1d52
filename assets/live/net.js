// Talking to the server: requests that say who asks, and the stream of what happens on a board.

// Why the server refused; `status` is HTTP's, 0 where it was not reached.
class Refused extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

class Net {
  // `secret` is that of a seat, or empty: then the browser's cookie says who asks.
  constructor(board, secret) {
    this.base = `/api/boards/${board}`;
    this.secret = secret;
  }

  get headers() {
    return this.secret ? { Authorization: `Seat ${this.secret}` } : {};
  }

  async ask(path, { method = "GET", body, base = this.base, signal } = {}) {
    const options = { method, headers: { ...this.headers }, signal };
    if (body !== undefined) {
      options.body = JSON.stringify(body);
      options.headers["Content-Type"] = "application/json";
    }
    let answer;
    try {
      answer = await fetch(base + path, options);
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Refused(0, "The server is not reached.");
    }
    if (answer.ok) return answer;
    let text = `The server says ${answer.status}.`;
    try {
      text = (await answer.json()).error || text;
    } catch {
      // no JSON: a proxy in between
    }
    throw new Refused(answer.status, text);
  }

  async json(path, options) {
    return (await this.ask(path, options)).json();
  }

  // Scenes, as they were packed.
  async scenes(path, signal) {
    return opened(new Uint8Array(await (await this.ask(path, { signal })).arrayBuffer()));
  }

  // Do something that may be done again without harm, until the server has heard of it.
  async surely(path, options, waiting) {
    return this.again(() => this.json(path, options), waiting);
  }

  async again(act, waiting = () => {}) {
    for (let pause = 500; ; pause = Math.min(pause * 2, 8000)) {
      try {
        return await act();
      } catch (error) {
        if (error.status && error.status !== 503 && error.status !== 502) throw error;
        waiting(error.message);
        await soon(pause);
      }
    }
  }
}

// After so many milliseconds, or when the browser is on line again or comes back to the page.
function soon(pause) {
  return new Promise((done) => {
    const over = new AbortController();
    const finish = () => {
      clearTimeout(timer);
      over.abort();
      done();
    };
    const timer = setTimeout(finish, pause);
    for (const name of ["online", "pageshow"]) window.addEventListener(name, finish, { signal: over.signal });
  });
}

// The events of a board. A connection that was lost goes on behind the last event that was heard:
// none comes twice, and none is missed.
class Stream {
  // `heard` gets each event, `state` whether the connection stands.
  constructor(net, last, heard, state) {
    this.net = net;
    this.last = last;
    this.heard = heard;
    this.state = state;
    this.over = false;
    document.addEventListener("visibilitychange", () => {
      // A sleeping phone's connection may be dead without anybody having said so.
      if (!document.hidden && performance.now() - this.alive > SILENT) this.reading?.abort();
    });
    // A page that is left may be kept as it is, and be shown again; not while something is on its way.
    window.addEventListener("pagehide", () => this.reading?.abort());
    this.run();
  }

  async run() {
    for (let pause = 250; !this.over; pause = Math.min(pause * 2, 8000)) {
      this.reading = new AbortController();
      const watch = setInterval(() => {
        if (performance.now() - this.alive > SILENT) this.reading.abort();
      }, 5000);
      try {
        this.alive = performance.now();
        const answer = await this.net.ask(`/events?after=${this.last}`, { signal: this.reading.signal });
        pause = 250;
        this.state(true);
        await this.read(answer.body.pipeThrough(new TextDecoderStream()).getReader());
      } catch (error) {
        if (error.status >= 400 && error.status < 500) {
          this.state(false, error.message);
          return;
        }
      } finally {
        clearInterval(watch);
      }
      this.state(false);
      await soon(pause);
    }
  }

  async read(reader) {
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      this.alive = performance.now();
      text += value;
      const parts = text.split("\n\n");
      text = parts.pop();
      parts.forEach((part) => this.take(part));
    }
  }

  take(part) {
    const data = part.split("\n").find((line) => line.startsWith("data: "));
    if (!data) return;
    const event = JSON.parse(data.slice(6));
    if (event.number <= this.last) return;
    this.last = event.number;
    this.heard(event);
  }
}

const SILENT = 45000; // milliseconds without a word after which a connection is taken for dead
