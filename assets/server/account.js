// Keeps what a page says of the reader's games up to date, by the stream that all tabs share, or where
// there is none by asking now and then.

import { Asker, Missing } from "./asking.js";
import { localTimes } from "./times.js";
import { Turns } from "./turns.js";

const SOON = 1000; // milliseconds until a page that stays open listens
const NOW_AND_THEN = 60000;

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
  const text = await new Asker().text(location.href, { needed: () => look === looks });
  const fresh = new DOMParser().parseFromString(text ?? "", "text/html").getElementById("own-games");
  if (!fresh || list.contains(document.activeElement)) return;
  localTimes(fresh);
  list.replaceChildren(...fresh.childNodes);
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
