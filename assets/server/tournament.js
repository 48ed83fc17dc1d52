// What changes on a tournament's page while it is seen: the server tells that something has, and the
// page fetches it. A page that is not seen holds no connection.
"use strict";

/** @type {EventSource | null} */
let stream = null;
const now = /** @type {HTMLElement} */ (document.getElementById("now"));

async function refresh() {
  const answer = await fetch(now.dataset.now ?? "");
  if (!answer.ok) return;
  const fresh = document.createElement("div");
  fresh.innerHTML = (await answer.text()).trim();
  localTimes(fresh);
  // Who waits here for a live game is taken to it.
  const game = fresh.querySelector("a[data-live]")?.getAttribute("href");
  if (game && !now.querySelector(`a[href="${game}"]`)) location.assign(game);
  for (const details of fresh.querySelectorAll("details")) {
    const before = /** @type {HTMLDetailsElement | null} */ (document.getElementById(details.id));
    if (before) details.open = before.open;
  }
  // What has the focus stays: its reader is about to use it. The next change brings the rest.
  if (now.contains(document.activeElement) && document.activeElement?.closest("form, a")) return;
  if (now.dataset.shown === fresh.innerHTML) return;
  now.dataset.shown = fresh.innerHTML;
  now.replaceChildren(...fresh.childNodes);
  wait();
}

// Who waits for a game of an arena says so as long as the page is seen.
function wait() {
  const form = /** @type {HTMLFormElement | null} */ (now.querySelector("form[data-wait]"));
  if (form && !document.hidden) fetch(`/api${new URL(form.action).pathname}`, { method: "POST" }).catch(() => {});
}

function listen() {
  wait();
  if (document.hidden) {
    stream?.close();
    stream = null;
  } else if (!stream) {
    stream = new EventSource(now.dataset.events ?? "");
    stream.addEventListener("change", () => { refresh().catch(() => {}); }); // not reached: the next time
  }
}

const WAITING = 15000; // milliseconds from one request to the next
setInterval(wait, WAITING);
listen();
document.addEventListener("visibilitychange", listen);
