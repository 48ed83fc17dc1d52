// The games of this browser: the server says how they stand. A seat's secret goes there in a request's
// body, and into the links behind "#", so that no address that is sent has it.
"use strict";

async function list() {
  const seats = Seats.all();
  if (!seats.length) return;
  const answer = await fetch("/seats", { method: "POST", body: JSON.stringify({ seats }) });
  if (!answer.ok) return;
  const place = document.getElementById("here");
  place.lastElementChild.innerHTML = await answer.text();
  localTimes(place);
  const shown = new Set();
  for (const row of place.querySelectorAll("[data-board]")) {
    const board = Number(row.dataset.board);
    shown.add(board);
    row.querySelector(".to").hash = `seat=${Seats.of(board)}`;
    row.querySelector(".do").append(forgetting(board, row));
  }
  Seats.set(Seats.all().filter((each) => shown.has(each.board) || !seats.some(({ board }) => board === each.board)));
  place.hidden = !shown.size;
}

function forgetting(board, row) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Forget" });
  button.setAttribute("aria-label", `Forget board ${board} in this browser`);
  button.addEventListener("click", () => {
    if (!confirm(`Forget your seat on board ${board}? Only your seat's link leads back to it.`)) return;
    Seats.forget(board);
    row.remove();
    document.getElementById("here").hidden = !Seats.all().length;
  });
  return button;
}

list();
