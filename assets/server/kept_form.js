// What was chosen in a form is chosen again when its page is loaded anew in this tab: for another game,
// and in the lobby also for the next game on the same terms.

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-kept]"));

/** @param {HTMLFormElement} form */
const keep = (form) => {
  const game = /** @type {HTMLInputElement} */ (form.elements.namedItem("game")).value;
  // The options are those of one game, all other choices are made for every game.
  /** @type {(field: HTMLInputElement) => string} */
  const store = ({ name }) => `boche form ${form.dataset.kept}${name.startsWith("option-") ? ` ${game}` : ""}`;
  const fields = () => /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input:not([type=hidden]), select")]).filter(({ name }) => name);
  /** @type {(field: HTMLInputElement) => boolean} */
  const ticked = ({ type }) => type === "radio" || type === "checkbox";

  const write = () => {
    /** @type {Record<string, Record<string, string>>} */
    const all = {};
    for (const field of fields()) {
      const chosen = all[store(field)] ??= {};
      if (!ticked(field) || field.checked) chosen[field.name] = field.value;
    }
    for (const [name, chosen] of Object.entries(all)) sessionStorage.setItem(name, JSON.stringify(chosen));
  };
  const read = () => {
    const asked = new URLSearchParams(location.search);
    for (const field of fields()) {
      const chosen = JSON.parse(sessionStorage.getItem(store(field)) ?? "null");
      if (!chosen || asked.has(field.name)) continue;
      if (!ticked(field)) field.value = chosen[field.name] ?? field.value;
      else if (field.type === "checkbox" || field.name in chosen) field.checked = chosen[field.name] === field.value;
    }
  };

  try {
    if (!document.getElementById("refused")) read(); // else the server has filled in what was sent
    form.addEventListener("change", write);
    form.addEventListener("submit", () => {
      if (form.dataset.kept === "lobby") return;
      for (const field of fields()) sessionStorage.removeItem(store(field));
    });
  } catch {
    // no storage: the form begins with the usual choices
  }
};
if (form) keep(form);
