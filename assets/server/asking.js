// Asking the server, the same for all pages. What is read is asked for until it is there, after pauses
// that grow and begin anew when the browser is on line again; a line of the page says so meanwhile.

import { tr } from "../page/texts.js";
import { LONGEST, passing, Pauses, UNANSWERED, UNREACHED } from "./pauses.js";

// Why the server refused; `status` is HTTP's, 0 where no whole answer came. Where the same may be had
// later, `why` is what is said meanwhile, and `wait` the milliseconds that the server asks for.
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} text
   * @param {string} [why]
   * @param {number} [wait]
   */
  constructor(status, text, why = "", wait = 0) {
    super(text);
    this.status = status;
    this.why = why;
    this.wait = wait;
  }
}

export const UNHEARD = tr("No answer. Try again when the server can be reached."); // also where it may have been done
export const PATIENCE = 10000; // milliseconds without a word after which nothing is expected of an answer any longer
const MOST_WAIT = 30000; // milliseconds that a server may ask for

// What is said of the line.
/** @param {string} text */
function sayLine(text) {
  const line = document.getElementById("line"), words = document.getElementById("connection");
  if (!line || !words) return;
  if (words.textContent !== text) words.textContent = text;
  line.hidden = !text;
}

// What is waited for, and what is said of each.
export class Missing {
  /** @type {Map<object, string>} */
  static texts = new Map();
  static left = false; // whether the page is: what is broken off then is no fault
  static changed = () => sayLine(Missing.text);

  static {
    window.addEventListener("pagehide", () => { Missing.left = true; });
    window.addEventListener("pageshow", () => { Missing.left = false; });
  }

  static get text() {
    return [...Missing.texts.values()].at(-1) ?? "";
  }

  // `why` something is not had, empty where it is, or is wanted no longer; `over` where nobody tries.
  /**
   * @param {object} about
   * @param {string} why
   * @param {boolean} [over]
   */
  static say(about, why, over = false) {
    const text = why && !over ? tr("{problem} Trying again\u2026", { problem: why }) : why;
    if (text === (Missing.texts.get(about) ?? "")) return;
    if (text) Missing.texts.set(about, text);
    else Missing.texts.delete(about);
    Missing.changed();
    if (!text) Missing.reached();
  }

  // How the stream that tabs share stands.
  /**
   * @param {object} about
   * @param {{ stands?: boolean, why?: string, over?: boolean }} message
   */
  static hear(about, { stands, why = "", over }) {
    if (stands !== undefined) Missing.say(about, stands ? "" : tr(why), over);
  }

  // The server has answered something: what waits for it tries at once.
  static reached() {
    if (Missing.texts.size) window.dispatchEvent(new Event("reached"));
  }

  // After so many milliseconds, or when the server is reached again, or the browser is on line or seen
  // again, of which the answer tells; not while the page is left.
  /**
   * @param {number} pause
   * @returns {Promise<boolean>}
   */
  static async soon(pause) {
    /** @type {boolean} */
    const back = await new Promise((done) => {
      const over = new AbortController(), { signal } = over;
      const finish = (/** @type {boolean} */ woken) => {
        clearTimeout(timer);
        over.abort();
        done(woken);
      };
      const timer = setTimeout(() => finish(false), pause);
      window.addEventListener("reached", () => finish(false), { signal });
      for (const name of ["online", "pageshow"]) window.addEventListener(name, () => finish(true), { signal });
      document.addEventListener("visibilitychange", () => { if (!document.hidden) finish(true); }, { signal });
    });
    return Missing.left ? Missing.soon(LONGEST) : back;
  }
}

// Do something that may be done again without harm, until it is done or refused for good; null where
// it is wanted no longer. `waiting` is called after each failure.
/**
 * @template T
 * @param {() => Promise<T>} act
 * @param {{ needed?: () => boolean, waiting?: () => void }} [options]
 * @returns {Promise<T | null>}
 */
export async function insist(act, { needed = () => true, waiting = () => {} } = {}) {
  const about = {}, pauses = new Pauses();
  try {
    while (needed()) {
      try {
        return await act();
      } catch (error) {
        if (!(error instanceof Refused && error.why)) throw error;
        if (!Missing.left) Missing.say(about, error.why);
        waiting();
        if (await Missing.soon(Math.max(pauses.take(), error.wait))) pauses.begin();
      }
    }
    return null;
  } finally {
    Missing.say(about, "");
  }
}

// All of a body; `came` is called whenever there was more of it.
/**
 * @param {ReadableStream<Uint8Array<ArrayBuffer>> | null} body
 * @param {() => void} came
 */
async function wholeOf(body, came) {
  const reader = body?.getReader(), parts = [];
  while (reader) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(value);
    came();
  }
  return new Blob(parts);
}

// What is asked: `safe` where it may be asked again without harm though it is no GET; what is read is
// asked for while `needed`, and `waiting` is called after each failure.
/**
 * @typedef {{ method?: string, body?: object, base?: string, keepalive?: boolean }} Asked
 * @typedef {Asked & { safe?: boolean, needed?: () => boolean, waiting?: () => void }} Insisted
 * @typedef {{ ok: boolean, status: number, url: string, whole: Blob }} Answer
 */

export class Asker {
  // `base` begins each path; `headers` say who asks.
  /**
   * @param {string} [base]
   * @param {HeadersInit} [headers]
   */
  constructor(base = "", headers = {}) {
    this.base = base;
    this.headers = headers;
  }

  // What the server answers, whole. It has an end: where nothing comes for a while, nothing will. Throws
  // where another answer may come later; also one that refuses is returned.
  /**
   * @param {string} path
   * @param {Asked} [asked]
   * @returns {Promise<Answer>}
   */
  async answer(path, { method = "GET", body = undefined, base = this.base, keepalive = false } = {}) {
    const over = new AbortController(), headers = new Headers(this.headers);
    const isJson = body !== undefined && !(body instanceof URLSearchParams);
    if (isJson) headers.set("Content-Type", "application/json");
    const sent = isJson ? JSON.stringify(body) : /** @type {URLSearchParams | undefined} */ (body);
    let answer, whole;
    let timer = 0;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => over.abort(), PATIENCE);
    };
    wait();
    try {
      answer = await fetch(base + path, { method, headers, body: sent, keepalive, signal: over.signal });
      whole = await wholeOf(answer.body, wait);
    } catch {
      throw new Refused(0, UNHEARD, over.signal.aborted ? UNANSWERED : UNREACHED);
    } finally {
      clearTimeout(timer);
    }
    const { ok, status, url } = answer;
    const why = status === 500 && method !== "GET" ? "" : passing(status); // a fault stays one
    if (!why) {
      Missing.reached();
      return { ok, status, url, whole };
    }
    const text = why === UNREACHED ? UNHEARD : await this.reason(status, whole);
    const seconds = Number(answer.headers.get("retry-after")) || 0; // it may be a date
    throw new Refused(status, text, why, Math.min(1000 * seconds, MOST_WAIT));
  }

  // The server's own words, where it has any.
  /**
   * @param {number} status
   * @param {Blob} whole
   * @returns {Promise<string>}
   */
  async reason(status, whole) {
    const otherwise = tr("The server answered {status}.", { status });
    try {
      return JSON.parse(await whole.text()).error || otherwise;
    } catch {
      return otherwise; // no JSON: a proxy in between
    }
  }

  // The body of an answer that grants what is asked.
  /**
   * @param {string} path
   * @param {Asked} [asked]
   */
  async ask(path, asked = {}) {
    const { ok, status, whole } = await this.answer(path, asked);
    if (!ok) throw new Refused(status, await this.reason(status, whole));
    return whole;
  }

  // The same, read by `read`; what can be read, or is safe, is asked for until it is there, and null
  // where it is needed no longer. Half an answer is none.
  /**
   * @template T
   * @param {string} path
   * @param {Insisted} options
   * @param {(whole: Blob) => Promise<T>} read
   * @returns {Promise<T>}
   */
  async read(path, options, read) {
    const act = async () => {
      const whole = await this.ask(path, options);
      try {
        return await read(whole);
      } catch {
        throw new Refused(0, UNHEARD, UNREACHED);
      }
    };
    const { method = "GET", safe = method === "GET" } = options;
    return safe ? /** @type {Promise<any>} */ (insist(act, options)) : act();
  }

  /**
   * @param {string} path
   * @param {Insisted} [options]
   * @returns {Promise<any>}
   */
  async json(path, options = {}) {
    return this.read(path, options, async (whole) => JSON.parse(await whole.text()));
  }

  /**
   * @param {string} path
   * @param {Insisted} [options]
   */
  async text(path, options = {}) {
    return this.read(path, options, (whole) => whole.text());
  }
}
