// Talking to the server of a board: requests of a seat, and what happens on the board.

import { Missing } from "../server/asking.js";
import { SILENT } from "../server/event_stream.js";
import { UNREACHED } from "../server/pauses.js";
import { SceneAsker } from "./scene_cache.js";
import { serve } from "./serve.js";
import { Streams } from "./stream.js";

export class Net extends SceneAsker {
  // `secret` is that of a seat, or empty: then the browser's cookie says who asks.
  /**
   * @param {number} board
   * @param {string} secret
   */
  constructor(board, secret) {
    super(`/api/boards/${board}`, secret ? { Authorization: `Seat ${secret}` } : {});
    this.board = board;
    this.secret = secret;
  }
}

// The events of a board, from the stream that all tabs share. None comes twice, and none is missed.
export class Stream {
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
    this.stands = () => {}; // called each time that the server was heard
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
    // The browser knows it before anything that is asked for fails; what comes all the same proves it wrong.
    window.addEventListener("offline", () => Missing.hear(this, { stands: false, why: UNREACHED }));
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
  take(message) {
    const { event, anew, turns } = message;
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
    Missing.hear(this, message);
    if (message.stands) this.stands();
    if (!anew) return;
    if (this.opened) this.anew();
    this.opened = true;
  }
}
