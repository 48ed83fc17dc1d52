// What was chosen in a form is chosen again: in this tab when its page is loaded for another game, and
// after a game was begun by it the next time. An account's choices are then kept by the server, those of
// guests by the browser, without the names of others. A guest's own name is that of all forms
// (scripted.js).

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-kept]"));

/** @param {HTMLFormElement} form */
const keep = (form) => {
  const game = /** @type {HTMLInputElement} */ (form.elements.namedItem("game")).value;
  // The options are those of one game, all other choices are made for every game.
  /** @type {(field: HTMLInputElement) => string} */
  const store = ({ name }) => `boche form ${form.dataset.kept}${name.startsWith("option-") ? ` ${game}` : ""}`;
  const guest = form.dataset.account === undefined;
  const fields = () => /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input:not([type=hidden]), select")]).filter(({ name }) => name);
  /** @type {(field: HTMLInputElement) => boolean} */
  const ticked = ({ type }) => type === "radio" || type === "checkbox";

  /**
   * @param {Storage} storage
   * @param {string[]} [without] names of fields
   */
  const write = (storage, without = []) => {
    /** @type {Record<string, Record<string, string>>} */
    const all = {};
    for (const field of fields()) {
      const chosen = all[store(field)] ??= {};
      if (without.includes(field.name)) continue;
      if (!ticked(field) || field.checked) chosen[field.name] = field.value;
    }
    for (const [name, chosen] of Object.entries(all)) storage.setItem(name, JSON.stringify(chosen));
  };
  const read = () => {
    const asked = new URLSearchParams(location.search);
    for (const field of fields()) {
      const chosen = JSON.parse(sessionStorage.getItem(store(field)) ?? (guest ? localStorage.getItem(store(field)) : null) ?? "null");
      if (!chosen || asked.has(field.name)) continue;
      if (!ticked(field)) field.value = chosen[field.name] ?? field.value;
      else if (field.type === "checkbox" || field.name in chosen) field.checked = chosen[field.name] === field.value;
    }
  };

  try {
    if (!document.getElementById("refused")) read(); // else the server has filled in what was sent
    form.addEventListener("change", () => write(sessionStorage));
    form.addEventListener("submit", () => {
      for (const field of fields()) sessionStorage.removeItem(store(field));
      if (guest) write(localStorage, ["friend", "name", "as"]);
    });
  } catch {
    // no storage: the form begins with the usual choices
  }
};
if (form) keep(form);
