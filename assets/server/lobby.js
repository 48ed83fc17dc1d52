// The lobby while it is open: the lists as they change, and the board as soon as somebody joins.

import "./scripted.js";
import "./once.js";
import "./kept_form.js";
import "./chosen.js";
import { tr } from "../page/texts.js";
import { Asker } from "./asking.js";
import { remember } from "./remembered.js";
import { Seats } from "./seats.js";
import { localTimes } from "./times.js";
import { holdLobby, Waiting } from "./waiting.js";

/** @type {(id: string) => HTMLElement} */
const part = (id) => /** @type {any} */ (document.getElementById(id));

const OFFER = 20; // seconds of waiting after which a level of the computer is offered

// A guest's new game: its number is in the address, and the secret of the seat behind "#", which no
// server is sent. Both are kept for this tab, and the seat for this browser.
const opened = Number(new URLSearchParams(location.search).get("board"));
const secret = new URLSearchParams(location.hash.slice(1)).get("seat");
if (opened && secret) {
  Seats.keep(opened, secret);
  Waiting.set([{ board: opened, secret }, ...Waiting.all().filter(({ board }) => board !== opened)]);
}
if (opened) history.replaceState(null, "", location.pathname);

/**
 * @param {HTMLElement} place
 * @param {string} text
 */
function renew(place, text) {
  const focus = document.activeElement;
  const row = place.contains(focus) ? focus?.closest("[data-board]") : null;
  place.innerHTML = text;
  prepare(place);
  if (!row) return;
  // Who was at a button stays at it, or else at the list.
  const same = /** @type {HTMLElement | null} */ (place.querySelector(`[data-board="${/** @type {HTMLElement} */ (row).dataset.board}"] ${focus?.tagName.toLowerCase()}`));
  if (same) same.focus();
  else {
    place.tabIndex = -1;
    place.focus();
  }
}

/** @param {ParentNode} place */
function prepare(place) {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll("input[name=scripted]"))) field.value = "1";
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-board]"))) {
    const board = Number(row.dataset.board);
    const kept = Waiting.all().find((each) => each.board === board);
    if (kept?.secret) {
      const link = /** @type {HTMLAnchorElement | null} */ (row.querySelector("a.to"));
      if (link) link.hash = `seat=${kept.secret}`;
    }
    if (kept?.secret && !row.classList.contains("yours")) row.remove();
    const offer = /** @type {HTMLElement | null} */ (row.querySelector(".meanwhile"));
    if (offer) setTimeout(() => { offer.hidden = false; }, Math.max(OFFER - Number(offer.dataset.age), 0) * 1000);
  }
}

/** @param {string} text */
function say(text) {
  part("told").textContent = text;
}

// One's own live games: those that are listed, with the secrets that are known here. The page itself
// has none of a guest's.
/** @param {boolean} whole */
function keepListed(whole) {
  const known = Waiting.all();
  const rows = /** @type {HTMLElement[]} */ ([...part("own").querySelectorAll("[data-live]")]);
  const listed = rows.map((row) => {
    const board = Number(row.dataset.board);
    return known.find((each) => each.board === board) ?? { board };
  });
  Waiting.set([...listed, ...known.filter((each) => !whole && each.secret)]);
}

/** @param {{ kind: string, data: any }} event */
function told({ kind, data }) {
  if (kind === "begun") {
    say(tr("Somebody has joined. Your game begins."));
    Waiting.go(data.board);
  } else if (kind === "over") {
    if (!Waiting.all().some(({ board }) => board === data.board)) return; // withdrawn here
    Waiting.forget(data.board);
    part("ended").hidden = false;
  } else {
    for (const name of ["own", "seeks", "here"]) if (name in data) renew(part(name), data[name]);
    if ("own" in data) keepListed(true);
  }
}

// A guest has no cookie that says whose game it is: the secret goes along in a header.
/** @param {SubmitEvent} event */
async function sent(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const name = /** @type {HTMLInputElement | null} */ (document.getElementById("as"));
  const field = /** @type {HTMLInputElement | null} */ (form.querySelector("input[type=hidden][name=as]"));
  if (name && field) {
    field.value = name.value;
    remember("name", name.value.trim());
  }
  const mine = Waiting.all().filter((each) => each.secret);
  if (form.classList.contains("meanwhile") || !mine.length) return;
  const board = Number(/** @type {HTMLElement | null} */ (form.closest("[data-board]"))?.dataset.board);
  if (form.classList.contains("withdraw")) event.preventDefault();
  // Whoever joins or opens another game waits for the old one no longer.
  for (const each of mine) {
    if (form.classList.contains("withdraw") && each.board !== board) continue;
    new Asker("", { "X-Seat": each.secret ?? "" }).json(`/api/seeks/${each.board}`, { method: "DELETE", keepalive: true, safe: true })
      .catch(() => {}); // it is open no longer
    Seats.forget(each.board);
    Waiting.forget(each.board);
  }
}

prepare(document);
keepListed(false);
document.addEventListener("submit", sent);
holdLobby({ quiet: false, wanted: () => true, told });

// Who asks the reader to play is no news of the lobby's.
const ASKED = 10000; // milliseconds between two looks
let askedText = "", renewing = false;
setInterval(async () => {
  const place = document.getElementById("asked");
  if (!place || document.hidden || renewing) return;
  renewing = true;
  const text = await new Asker().text("/asked").catch(() => askedText);
  renewing = false;
  if (text === askedText || place.contains(document.activeElement)) return;
  askedText = text;
  place.innerHTML = text;
  localTimes(place);
}, ASKED);
