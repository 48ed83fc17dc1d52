// Links to seats, and buttons that copy them. Without a script the links can be marked and copied
// by hand.
"use strict";

/** @type {(id: string) => HTMLInputElement} */
const input = (id) => /** @type {any} */ (document.getElementById(id));
/** @type {(selector: string) => HTMLElement[]} */
const html = (selector) => [.../** @type {any} */ (document.querySelectorAll(selector))];

// The seats' secrets stand behind "#" of the page's address, which no server is sent: the page can be
// left, come back to and loaded again.
const board = html("[data-board]")[0].dataset.board ?? "";
for (const [id, secret] of new URLSearchParams(location.hash.slice(1))) {
  const field = ["mine", "friend"].includes(id) && input(id);
  if (!field) continue;
  field.value = `${board}#seat=${secret}`;
  html(".copy").filter((row) => row.contains(field)).forEach((row) => { row.hidden = false; });
  if (id !== "mine") continue;
  /** @type {HTMLAnchorElement} */ (document.getElementById("table")).hash = `seat=${secret}`;
  Seats.keep(Number(board.slice(board.lastIndexOf("/") + 1)), secret);
}

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
  const label = field.labels?.[0].textContent;
  button.hidden = false;
  button.setAttribute("aria-label", `Copy the link: ${label}`);
  button.addEventListener("click", () => {
    copied(field).then(
      () => { button.textContent = "Copied"; status.textContent = `The link is copied: ${label}.`; },
      () => { field.select(); status.textContent = "The link is marked; copy it with Ctrl+C."; },
    );
  });
}

for (const { id } of html("input[readonly]")) {
  input(id).addEventListener("focus", () => input(id).select());
}
