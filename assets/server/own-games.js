// What changes on the front page and among one's own games while they are open: who asks the reader to
// play, and the games of this browser. The server says how they stand. A seat's secret goes there in a
// request's body, and into the links behind "#", so that no address that is sent has it.

import "./scripted.js";
import { tr } from "../page/texts.js";
import { Asker } from "./asking.js";
import { Seats } from "./seats.js";
import { localTimes } from "./times.js";
import { Turns } from "./turns.js";

const OFTEN = 10000; // milliseconds after which a page that is seen looks again

/** @type {WeakMap<Element, string>} */
const shownHtml = new WeakMap(); // what the server sent last, by its place

async function list() {
  const seats = Seats.all();
  if (!seats.length) return;
  const text = await new Asker().text("/seats", { method: "POST", body: { seats }, safe: true });
  const place = document.getElementById("here");
  const list = place?.lastElementChild;
  if (!place || !list || !put(list, text)) return;
  const shown = new Set();
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-board]"))) {
    const board = Number(row.dataset.board);
    if (!Seats.of(board) && !Seats.keepRematch(board, Number(row.dataset.before))) {
      row.remove();
      continue;
    }
    shown.add(board);
    for (const link of row.querySelectorAll("a.to")) /** @type {HTMLAnchorElement} */ (link).hash = `seat=${Seats.of(board)}`;
    row.querySelector(".do")?.append(forgetting(board, row));
  }
  Seats.set(Seats.all().filter((seat) => shown.has(seat.board) || !seats.some(({ board }) => board === seat.board)));
  place.hidden = !shown.size;
  // The title says how many games await an account; here, those of a guest.
  if (document.getElementById("my-turn")) return;
  Turns.due = place.querySelectorAll(".yours").length;
  document.title = Turns.counted(document.title);
  Turns.showIcon();
}

/**
 * @param {number} board
 * @param {HTMLElement} row
 */
function forgetting(board, row) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: tr("Forget") });
  button.setAttribute("aria-label", tr("Forget board {number} in this browser", { number: board }));
  button.addEventListener("click", () => {
    if (!confirm(tr("Forget your seat on board {number}? Only your seat's link leads back to it.", { number: board }))) return;
    Seats.forget(board);
    row.remove();
    /** @type {HTMLElement} */ (document.getElementById("here")).hidden = !Seats.all().length;
  });
  return button;
}

// Other HTML where there is other HTML, and nobody is at its buttons; whether so. The same put anew would
// be said again.
/**
 * @param {Element} place
 * @param {string} text
 */
function put(place, text) {
  const fresh = document.createElement("div");
  fresh.innerHTML = text.trim();
  localTimes(fresh);
  const before = shownHtml.get(place) ?? place.innerHTML.trim();
  if (before === fresh.innerHTML || place.contains(document.activeElement)) return false;
  shownHtml.set(place, fresh.innerHTML);
  place.replaceChildren(...fresh.childNodes);
  return true;
}

// The secrets prove whose games they are; the server's answer no longer lists them as a guest's.
document.getElementById("take")?.addEventListener("submit", ({ target }) => {
  const field = /** @type {HTMLFormElement} */ (target).elements.namedItem("seats");
  /** @type {HTMLInputElement} */ (field).value = JSON.stringify(Seats.all());
});

async function asked() {
  const place = document.getElementById("asked");
  if (!place) return; // nobody is signed in
  put(place, await new Asker().text("/asked"));
}

// Who has played in this browser needs no first game, unless the address asks for it.
function welcome() {
  const place = document.querySelector("[data-until-played]");
  if (place instanceof HTMLElement) place.hidden = Seats.all().length > 0 && location.hash !== "#first-game";
}

let looking = false;

async function look() {
  if (document.hidden || looking) return;
  looking = true;
  await Promise.allSettled([list(), asked()]); // what is refused stays as it was
  looking = false;
}

welcome();
look();
setInterval(look, OFTEN);
document.addEventListener("visibilitychange", look);
