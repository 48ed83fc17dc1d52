// What is open in the menu closes by Escape, and by what is clicked or focused elsewhere.

const menus = /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.menu"));

/** @param {Event} event */
const elsewhere = ({ target }) => {
  for (const menu of menus) if (target instanceof Node && !menu.contains(target)) menu.open = false;
};
// A tap beside the open menu of a phone closes it, and presses nothing that lies beneath.
document.addEventListener("click", (event) => {
  const { target } = event;
  const open = [...menus].find((menu) => menu.open && menu.classList.contains("phone-menu"));
  if (open && target instanceof Node && !open.contains(target)) {
    event.preventDefault();
    event.stopPropagation();
  }
  elsewhere(event);
}, { capture: true });
document.addEventListener("focusin", elsewhere);
// Where the menu stands at the lower edge of a screen, what opens would lie below it.
for (const menu of menus) {
  menu.addEventListener("toggle", () => { if (menu.open) menu.lastElementChild?.scrollIntoView({ block: "nearest", inline: "nearest" }); });
}
// Of a row that scrolls, what is chosen is seen.
for (const here of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".tabs > [aria-current]"))) {
  const row = here.parentElement;
  if (row) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
}
// Before a board takes the key to let go of a piece.
document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && [...menus].find((menu) => menu.open);
  if (!open) return;
  event.stopPropagation();
  open.open = false;
  open.querySelector("summary")?.focus();
}, { capture: true });
