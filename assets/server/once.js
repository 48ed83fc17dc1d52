// A form that sets up a game is sent once, however often its button is pressed.

/** @type {Set<HTMLFormElement>} */
const sent = new Set();

// Before any other listener, and the button only afterwards: what it is called is part of the form.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !("once" in form.dataset)) return;
  if (sent.has(form)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  sent.add(form);
  setTimeout(() => setDisabled(form, true));
}, { capture: true });

// Whoever comes back to the page may send it again.
window.addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  for (const form of sent) setDisabled(form, false);
  sent.clear();
});

/**
 * @param {HTMLFormElement} form
 * @param {boolean} disabled
 */
function setDisabled(form, disabled) {
  for (const button of form.querySelectorAll("button")) button.disabled = disabled;
}
