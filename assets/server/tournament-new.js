// The form of a tournament: what goes with its kind, and what stays when another game is chosen.

import "./chosen.js";

const make = /** @type {HTMLFormElement} */ (document.getElementById("make"));
const perRound = /** @type {HTMLFieldSetElement} */ (document.getElementById("per-round"));

const rounds = /** @type {HTMLInputElement} */ (make.elements.namedItem("rounds")), most = Number(rounds.max);
const size = /** @type {HTMLInputElement} */ (make.elements.namedItem("size"));

// An arena has no rounds, and games of minutes. A Swiss begins with four, and in half as many rounds
// as there are players nobody meets the same one twice.
function fit() {
  const now = new FormData(make), swiss = now.get("kind") === "swiss", arena = now.get("kind") === "arena";
  const count = now.get("begins") === "size" ? Number(size.value) : 0;
  size.min = swiss ? "4" : "3";
  rounds.max = String(swiss && count ? Math.min(most, Math.ceil(count / 2)) : most);
  perRound.hidden = perRound.disabled = arena;
  for (const clock of /** @type {NodeListOf<HTMLInputElement>} */ (make.querySelectorAll("input[name=clock]"))) {
    clock.disabled = arena && clock.dataset.live === undefined;
  }
  const chosen = /** @type {HTMLInputElement | null} */ (make.querySelector("input[name=clock]:checked"));
  if (arena && (!chosen || chosen.disabled)) /** @type {HTMLInputElement} */ (make.querySelector("[data-live]")).checked = true;
}

make.addEventListener("change", fit);
fit();

for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".tabs a"))) {
  link.addEventListener("click", () => {
    const query = new URLSearchParams(/** @type {any} */ (new FormData(make)));
    query.set("game", new URL(link.href).searchParams.get("game") ?? "");
    link.search = String(query);
  });
}
