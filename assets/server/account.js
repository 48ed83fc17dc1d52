// Keeps what a page says of the reader's games up to date, by the stream that all tabs share, or where
// there is none by asking now and then.
"use strict";

const SOON = 1000; // milliseconds until a page that stays open listens
const NOW_AND_THEN = 60000;

/** @param {TurnNews} news */
async function turnsCame(news) {
  const changed = Turns.take(news);
  document.title = Turns.counted(document.title);
  Turns.showIcon();
  if (!changed) return;
  Turns.keep();
  const list = document.getElementById("own-games");
  if (!list || list.contains(document.activeElement)) return;
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("own-games");
  if (!fresh || list.contains(document.activeElement)) return;
  localTimes(fresh);
  list.replaceChildren(...fresh.childNodes);
}

/** @param {string} address */
function listen(address) {
  const { port } = new SharedWorker(address);
  const join = () => port.postMessage({ turns: true });
  port.onmessage = ({ data }) => {
    if (data.turns) turnsCame(data.turns);
    if (data.refused) port.postMessage({ gone: true }); // signed out meanwhile
  };
  join();
  addEventListener("pagehide", () => port.postMessage({ gone: true }));
  addEventListener("pageshow", ({ persisted }) => { if (persisted) join(); });
  addEventListener("online", () => port.postMessage({}));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) port.postMessage({}); });
}

async function ask() {
  if (document.hidden) return;
  try {
    const answer = await fetch("/api/me/turns");
    if (answer.ok) turnsCame(await answer.json());
  } catch {
    // the server is not reached: next time
  }
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
