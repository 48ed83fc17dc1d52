// What changes on a tournament's page while it is seen: the server tells that something has, and the
// page fetches it. A page that is not seen holds no connection.

import "./once.js";
import { Asker } from "./asking.js";
import { holdEvents } from "./holding.js";
import { localTimes } from "./times.js";

let holding = false;
let refreshes = 0; // how often the page was asked for
const now = /** @type {HTMLElement} */ (document.getElementById("now"));

async function refresh() {
  const refreshing = ++refreshes;
  const text = await new Asker().text(now.dataset.now ?? "", { needed: () => refreshing === refreshes });
  if (text === null) return;
  const fresh = document.createElement("div");
  fresh.innerHTML = text.trim();
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
let saying = false;

async function wait() {
  const form = /** @type {HTMLFormElement | null} */ (now.querySelector("form[data-wait]"));
  if (!form || document.hidden || saying) return;
  saying = true;
  const path = `/api${new URL(form.action).pathname}`;
  await new Asker().json(path, { method: "POST", safe: true, needed: () => !document.hidden }).catch(() => {}); // it is over
  saying = false;
}

async function listen() {
  wait();
  if (document.hidden || holding) return;
  holding = true;
  // A new stream begins with a change, so that nothing is missed.
  await holdEvents(now.dataset.events ?? "", {
    wanted: () => !document.hidden,
    told: ({ kind }) => { if (kind === "change") refresh().catch(() => {}); }, // it is there no longer
    silent: QUIET,
  });
  holding = false;
}

const WAITING = 15000; // milliseconds from one request to the next
const QUIET = 30000; // the server says every twenty seconds that the stream stands
setInterval(wait, WAITING);
listen();
document.addEventListener("visibilitychange", listen);
