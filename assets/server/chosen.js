// What belongs to a choice that is not made is not shown: then it is neither sent nor judged, lest a form
// be held back by a field that nobody sees. What is wrong in a part that is folded up opens it.

const fit = () => {
  for (const after of document.querySelectorAll(".then")) {
    const choice = /** @type {HTMLInputElement | null | undefined} */ (after.previousElementSibling?.querySelector("input[type=radio]"));
    if (!choice) continue;
    for (const field of /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (after.querySelectorAll("input, select"))) {
      field.disabled = !choice.checked;
    }
  }
};

document.addEventListener("change", fit);
window.addEventListener("pageshow", fit); // after what the browser has filled in again
document.addEventListener("invalid", ({ target }) => {
  const folded = /** @type {Element} */ (target).closest("details");
  if (folded) folded.open = true;
}, { capture: true });
fit();
