// The search runs in a Worker, which browsers do not start from disk: there a hidden frame takes its place.
const OUTWARDS = "window.postMessage = (message) => parent.postMessage(message, '*');";

class FrameWorker extends EventTarget {
  constructor(script) {
    super();
    const frame = document.createElement("iframe");
    frame.hidden = true;
    document.body.append(frame);
    this.window = frame.contentWindow;
    this.window.document.write(`<script>${OUTWARDS}</script><script src="${script}"></script>`);
    this.loaded = new Promise((resolve) => this.window.addEventListener("load", resolve));
    this.window.document.close();
    window.addEventListener("message", ({ source, data }) => {
      if (source === this.window) this.dispatchEvent(new MessageEvent("message", { data }));
    });
  }

  async postMessage(data) {
    await this.loaded;
    this.window.dispatchEvent(new MessageEvent("message", { data }));
  }
}

if (location.protocol === "file:") window.Worker = FrameWorker;
