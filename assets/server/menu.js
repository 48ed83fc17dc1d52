// What is open in the menu closes by Escape, and by what is clicked or focused elsewhere.
"use strict";

{
  const menus = /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.menu"));

  /** @param {Event} event */
  const elsewhere = ({ target }) => {
    for (const menu of menus) if (target instanceof Node && !menu.contains(target)) menu.open = false;
  };
  document.addEventListener("click", elsewhere);
  document.addEventListener("focusin", elsewhere);
  // Before a board takes the key to let go of a piece.
  document.addEventListener("keydown", (event) => {
    const open = event.key === "Escape" && [...menus].find((menu) => menu.open);
    if (!open) return;
    event.stopPropagation();
    open.open = false;
    open.querySelector("summary")?.focus();
  }, { capture: true });
}
