// A drawing of a board that comes into view becomes a board that can be turned; out of view it is a
// drawing again, so that only a few are drawn at a time.

import { tr } from "../page/texts.js";

const WAIT = 400; // milliseconds in view: who scrolls past loads nothing

/** @type {WeakMap<Element, number>} */
const timers = new WeakMap(); // of drawings that have just come into view

const watch = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    clearTimeout(timers.get(target));
    if (isIntersecting) timers.set(target, setTimeout(() => liven(/** @type {HTMLElement} */ (target)), WAIT));
    else target.querySelector("iframe")?.remove();
  }
}, { rootMargin: "50px", threshold: 0.3 });

/** @param {HTMLElement} figure */
function liven(figure) {
  if (figure.querySelector("iframe")) return;
  const frame = document.createElement("iframe");
  frame.title = tr("The board, to be turned; its moves can be played");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.addEventListener("load", () => frame.classList.add("shown"));
  frame.src = figure.dataset.live ?? "";
  figure.firstElementChild?.append(frame);
}

for (const figure of document.querySelectorAll("[data-live]")) watch.observe(figure);
