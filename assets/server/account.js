// Keeps what a page says of the reader's games up to date, by the stream that all tabs share, or where
// there is none by asking now and then; and a conversation, by asking often while it is seen.

import { Asker, Missing } from "./asking.js";
import { localTimes } from "./times.js";
import { Turns } from "./turns.js";

const SOON = 1000; // milliseconds until a page that stays open listens
const NOW_AND_THEN = 60000;
const OFTEN = 5000;

let looks = 0; // how often the list was asked for

/** @param {TurnNews} news */
async function turnsCame(news) {
  const changed = Turns.take(news);
  document.title = Turns.counted(document.title);
  Turns.showIcon();
  if (!changed) return;
  Turns.keep();
  const list = document.getElementById("own-games");
  if (!list || list.contains(document.activeElement)) return;
  const look = ++looks;
  const fresh = await asItIsNow("own-games", () => look === looks);
  if (!fresh || list.contains(document.activeElement)) return;
  list.replaceChildren(...fresh.childNodes);
}

// A part of this page as the server sends it now.
/**
 * @param {string} name
 * @param {() => boolean} needed
 */
async function asItIsNow(name, needed) {
  const text = await new Asker().text(location.href, { needed });
  const fresh = new DOMParser().parseFromString(text ?? "", "text/html").getElementById(name);
  if (fresh) localTimes(fresh);
  return fresh;
}

let reading = false;

// New messages of the conversation that is open, below the others. What is being written stays where it is.
async function read() {
  const list = document.getElementById("messages");
  if (!list || document.hidden || reading) return;
  reading = true;
  try {
    const fresh = await asItIsNow("messages", () => !document.hidden);
    const known = new Set([...list.children].map((each) => /** @type {HTMLElement} */ (each).dataset.number));
    const added = [...(fresh?.children ?? [])].filter((each) => !known.has(/** @type {HTMLElement} */ (each).dataset.number));
    if (added.length) {
      const reply = document.getElementById("reply");
      const before = reply?.getBoundingClientRect().top ?? 0;
      list.lastElementChild?.removeAttribute("id");
      list.append(...added);
      document.querySelector("#messages + .empty")?.remove();
      if (reply) scrollBy({ top: reply.getBoundingClientRect().top - before, behavior: "instant" });
    }
  } catch {
    // signed out meanwhile
  }
  reading = false;
}

/** @param {string} address */
function listen(address) {
  const { port } = new SharedWorker(address);
  const join = () => port.postMessage({ turns: true });
  port.onmessage = ({ data }) => {
    Missing.hear(port, data);
    if (data.turns) turnsCame(data.turns).catch(() => {}); // signed out meanwhile
    if (data.refused) port.postMessage({ gone: true }); // signed out meanwhile
  };
  join();
  addEventListener("pagehide", () => port.postMessage({ gone: true }));
  addEventListener("pageshow", ({ persisted }) => { if (persisted) join(); });
  addEventListener("online", () => port.postMessage({}));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) port.postMessage({}); });
}

let asking = false;

async function ask() {
  if (document.hidden || asking) return;
  asking = true;
  try {
    await turnsCame(await new Asker().json("/api/me/turns"));
  } catch {
    // signed out meanwhile
  }
  asking = false;
}

function follow() {
  const { worker } = document.body.dataset;
  if (worker === undefined) {
    Turns.forget();
    return;
  }
  Turns.keep();
  if ("SharedWorker" in window) {
    listen(worker);
    return;
  }
  setInterval(ask, NOW_AND_THEN);
  for (const name of ["pageshow", "online"]) addEventListener(name, ask);
  document.addEventListener("visibilitychange", ask);
}

setTimeout(follow, SOON);
if (document.getElementById("messages")) {
  setInterval(read, OFTEN);
  document.addEventListener("visibilitychange", read);
}
