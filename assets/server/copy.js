// Links to seats, and buttons that copy them. Without a script the links can be marked and copied
// by hand.

import { tr } from "../page/texts.js";
import { Asker } from "./asking.js";
import { Seats } from "./seats.js";

/** @type {(id: string) => HTMLInputElement} */
const input = (id) => /** @type {any} */ (document.getElementById(id));
/** @type {(selector: string) => HTMLElement[]} */
const html = (selector) => [.../** @type {any} */ (document.querySelectorAll(selector))];

// The seats of friends who have not come yet, by links that whoever made the game sends them.
class Friends extends Seats {
  static key = "boche friends";
}

// The seats' secrets stand behind "#" of the page's address, which no server is sent: the page can be
// left, come back to and loaded again. The browser keeps them besides, the friend's until they come.
const links = html("#links")[0];
const board = links.dataset.board ?? "";
const number = Number(board.slice(board.lastIndexOf("/") + 1));
const waits = "waits" in links.dataset;

/**
 * @param {string} id
 * @param {string} secret
 */
function show(id, secret, kind = "seat") {
  const field = input(id);
  field.value = `${board}#${kind}=${secret}`;
  for (const part of html(".copy, .links")) if (part.contains(field)) part.hidden = false;
  if (kind === "seat") html("#no-seat")[0].hidden = true;
  if (id === "mine") /** @type {HTMLAnchorElement} */ (document.getElementById("table")).hash = `seat=${secret}`;
}

const given = new URLSearchParams(location.hash.slice(1));
const mine = given.get("mine");
const friend = given.get("friend");
if (mine) Seats.keep(number, mine);
if (friend && waits) Friends.keep(number, friend);
if (!waits) Friends.forget(number);
const seat = mine ?? Seats.of(number);
const other = waits ? Friends.of(number) ?? friend : null;
if (seat) show("mine", seat);
if (other) show("friend", other);
const watch = given.get("watch");
if (watch) show("watch", watch, "watch");

/** @param {HTMLInputElement} field */
function copied(field) {
  if (navigator.clipboard) return navigator.clipboard.writeText(field.value);
  // Over plain HTTP there is no clipboard; what is marked can be copied all the same.
  field.select();
  return document.execCommand("copy") ? Promise.resolve() : Promise.reject(new Error("not copied"));
}

for (const button of html("[data-copy]")) {
  const field = input(button.dataset.copy ?? "");
  const [status] = html("#said");
  const label = field.labels?.[0].textContent ?? "";
  button.hidden = false;
  button.setAttribute("aria-label", tr("Copy the link: {label}", { label }));
  button.addEventListener("click", () => {
    copied(field).then(
      () => { button.textContent = tr("Copied"); status.textContent = tr("The link is copied: {label}.", { label }); },
      () => { field.select(); status.textContent = tr("The link is selected; copy it with Ctrl+C."); },
    );
  });
}

// A phone's own sheet sends the link by whatever is installed there.
for (const button of html("[data-share]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener("click", () => {
    navigator.share({ title: document.title, url: input(button.dataset.share ?? "").value }).catch(() => {}); // it was closed
  });
}

for (const { id } of html("input[readonly]")) {
  input(id).addEventListener("focus", () => input(id).select());
}

// Whoever waits here is taken to the board once the friend has come, as from the lobby: time for a
// first move may run.
const LOOK = 3000; // milliseconds between two looks
async function goOnceBegun() {
  const asker = new Asker("", seat ? { "X-Seat": seat } : {});
  let state = "open";
  while (state !== "active") { // one look at a time: without a network one lasts until that is back
    await new Promise((done) => { setTimeout(done, LOOK); });
    ({ state } = await asker.json(`/api/boards/${number}`).catch(() => ({ state })));
  }
  Friends.forget(number);
  location.assign(/** @type {HTMLAnchorElement} */ (document.getElementById("table")).href);
}
if (waits) goOnceBegun();
