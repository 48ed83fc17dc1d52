// Links to seats, and buttons that copy them. Without a script the links can be marked and copied
// by hand.
"use strict";

// The seats' secrets stand behind "#" of the page's address, which no server is sent: the page can be
// left, come back to and loaded again.
const board = document.querySelector("[data-board]").dataset.board;
for (const [id, secret] of new URLSearchParams(location.hash.slice(1))) {
  const field = ["mine", "friend"].includes(id) && document.getElementById(id);
  if (!field) continue;
  field.value = `${board}#seat=${secret}`;
  field.closest(".copy").hidden = false;
  if (id !== "mine") continue;
  document.getElementById("table").hash = `seat=${secret}`;
  Seats.keep(Number(board.slice(board.lastIndexOf("/") + 1)), secret);
}

function copied(field) {
  if (navigator.clipboard) return navigator.clipboard.writeText(field.value);
  // Over plain HTTP there is no clipboard; what is marked can be copied all the same.
  field.select();
  return document.execCommand("copy") ? Promise.resolve() : Promise.reject(new Error("not copied"));
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  const said = document.getElementById("said");
  const label = field.labels[0].textContent;
  button.hidden = false;
  button.setAttribute("aria-label", `Copy the link: ${label}`);
  button.addEventListener("click", () => {
    copied(field).then(
      () => { button.textContent = "Copied"; said.textContent = `The link is copied: ${label}.`; },
      () => { field.select(); said.textContent = "The link is marked; copy it with Ctrl+C."; },
    );
  });
}

for (const field of document.querySelectorAll("input[readonly]")) {
  field.addEventListener("focus", () => field.select());
}
