// Whoever signs in may take the games along that they have in this browser as a guest.

import { Seats } from "./seats.js";

const choice = document.getElementById("take");
const seats = Seats.all();
if (choice && seats.length) {
  choice.hidden = false;
  const box = /** @type {HTMLInputElement} */ (choice.querySelector("[name=take]"));
  box.checked = true;
  const field = /** @type {HTMLInputElement} */ (choice.querySelector("[name=seats]"));
  // The server is told no secret unless it is asked to take the games.
  choice.closest("form")?.addEventListener("submit", () => { field.value = box.checked ? JSON.stringify(seats) : "[]"; });
}
