// What awaits the reader's account, on any page that is open: in its title, its icon and its menu.

import { tr } from "../page/texts.js";
import { store, storedList } from "./stored.js";

const keyOf = (/** @type {{ board: number, about: string }} */ { board, about }) => [board, about].join(" ");

export class Turns {
  static due = Number(document.getElementById("my-turn")?.dataset.due ?? 0);
  /** @type {number[]} */
  static boards = []; // where it is their turn, the nearest deadline first

  // The title with the number of games before it.
  /** @param {string} title */
  static counted(title) {
    const plain = title.replace(/^\(\d+\) /, "");
    return Turns.due ? `(${Turns.due}) ${plain}` : plain;
  }

  // `here` is whether the page itself is about a turn of the reader's.
  static showIcon(here = false) {
    const icon = /** @type {HTMLLinkElement | null} */ (document.getElementById("icon"));
    const shown = Turns.due || here ? icon?.dataset.turn : icon?.dataset.plain;
    if (icon && shown && icon.getAttribute("href") !== shown) icon.setAttribute("href", shown);
  }

  // Lines that lead to games which have begun without the reader, and to challenges; until they are
  // followed or closed.
  /** @param {TurnNews["calls"]} calls */
  static showCalls(calls) {
    const place = document.getElementById("calls");
    const here = location.pathname.match(/^\/board\/(\d+)/)?.[1];
    const closed = Turns.closed;
    const asked = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#asked [data-board]")]).map(({ dataset }) => Number(dataset.board));
    const shown = calls.filter(({ board, about }) => String(board) !== here && !closed.includes(keyOf({ board, about })) && !asked.includes(board));
    for (const call of calls.filter(({ board, about }) => String(board) === here && about === "over")) Turns.close(call);
    if (!place || place.dataset.shown === JSON.stringify(shown)) return;
    place.dataset.shown = JSON.stringify(shown);
    place.replaceChildren(...shown.map((call) => {
      const { board, text } = call;
      const line = document.createElement("p");
      const link = Object.assign(document.createElement("a"), { href: `/board/${board}`, textContent: tr("Go to it") });
      const close = Object.assign(document.createElement("button"), { type: "button", textContent: tr("Close") });
      link.setAttribute("aria-label", tr("Go to board {number}", { number: board }));
      close.addEventListener("click", () => {
        Turns.close(call);
        line.remove();
      });
      line.append(Object.assign(document.createElement("bdi"), { textContent: text }), " ", link, " ", close);
      return line;
    }));
  }

  // It comes again only about something else. Where a game ended is known to who has seen its board.
  /** @param {Call} call */
  static close(call) {
    const { closed } = Turns;
    if (!closed.includes(keyOf(call))) store("sessionStorage", "boche closed", [keyOf(call), ...closed].slice(0, 50));
  }

  /** @returns {string[]} */
  static get closed() {
    return storedList("sessionStorage", "boche closed");
  }

  // Whether it is news.
  /** @param {TurnNews} news */
  static take({ due, boards, calls = [] }) {
    const changed = due !== Turns.due || String(boards) !== String(Turns.boards);
    Turns.due = due;
    Turns.boards = boards;
    Turns.showCalls(calls);
    const link = document.getElementById("my-turn");
    if (link) {
      link.classList.toggle("count", due > 0);
      link.textContent = due ? tr("My games ({due})", { due }) : tr("My games");
    }
    return changed;
  }

  // Let the browser keep the page for when it is off line, with the list of games. See live/service-worker.js.
  static async keep() {
    try {
      await navigator.serviceWorker.register("/service-worker.js");
      (await navigator.serviceWorker.ready).active?.postMessage("keep");
    } catch {
      // no such worker here: there is no list off line
    }
  }

  // Nobody is signed in: no list is kept.
  static async forget() {
    try {
      await caches.delete("boche list");
      (await navigator.serviceWorker.getRegistration("/"))?.active?.postMessage("keep");
    } catch {
      // nothing is kept in such a browser
    }
  }
}
