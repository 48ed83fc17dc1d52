// What hands do at the page of a board: pointing, pressing, typing, and what follows from it.

import { actFor, namesOf } from "../page/keys.js";
import { fillPalettes } from "../page/palettes.js";
import { NOTCH } from "../page/pointer.js";
import { tr } from "../page/texts.js";
import { remembered } from "../server/remembered.js";
import { one } from "./elements.js";
import { makeRoom } from "./offers.js";
import { ARROWS, goBeside, listenToPointers } from "./pointing.js";
/** @import { LivePage } from "./main.js" */

/** @param {LivePage} page */
export function listen(page) {
  const canvas = one("table");
  const on = (/** @type {keyof BoardTags} */ name, /** @type {() => void} */ act) => one(name).addEventListener("click", act);
  const { moveInput } = page;
  listenToPointers(page, canvas);
  makeRoom(() => page.showMore());
  document.addEventListener("keydown", (event) => press(page, event));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) page.arrive(); });
  page.dark.addEventListener("change", () => page.dress());
  const acts = {
    first: () => page.look(0), back: () => page.look(page.ply - 1), next: () => page.look(page.ply + 1, true),
    last: () => page.look(Infinity), corner: () => page.view("corner"), top: () => page.view("top"),
    spread: () => page.spread(),
    confirm: () => moveInput.confirm(), "let-go": () => moveInput.back(), "play-words": () => moveInput.confirm(),
    accept: () => page.answer(true), reject: () => page.answer(false),
    undo: () => page.act("/offers", "POST", { what: "undo" }),
    draw: () => page.act("/offers", "POST", { what: "draw" }),
    end: () => page.act("/offers", "POST", { what: "end" }),
    time: () => page.act("/time", "POST", { seconds: page.gift }),
    abort: () => page.sure(tr("Cancel this game, without a result?"), () => page.act("/abort")),
    claim: () => page.act("/claim"),
    block: () => page.talk.block(),
    resign: () => page.sure(tr("Resign this game?"), () => page.act("/resign")),
    withdraw: () => page.sure(tr("Withdraw this game?"), () => page.act("", "DELETE")),
    rematch: () => { if (!one("rematch").onclick) page.rematch(); },
    analyse: () => page.analyse(page.line === null), "step-out": () => page.stepOut(),
    "back-to-game": () => page.analyse(false, page.board.ply),
    plan: () => page.talk.plan(page.line ?? []),
    "clear-plans": () => page.talk.plans("DELETE"),
    around: () => page.table.turn(180, 0), keyboard: () => one("shortcuts").showModal(),
    copy: () => page.copyLink(), "copy-seat": () => page.copyLink(page.secret),
  };
  for (const [name, act] of Object.entries(acts)) on(/** @type {keyof typeof acts} */ (name), act);
  one("slider").addEventListener("input", () => page.look(Number(one("slider").value)));
  keepPlaceOnScroll(page, one("slider"));
  one("places").addEventListener("change", () => {
    page.byKeys = true;
    moveInput.choose(one("places").value || null);
  });
  one("ways").addEventListener("change", () => moveInput.take(Number(one("ways").value)));
  const onSubmit = (/** @type {"say" | "join" | "introduce" | "if-then"} */ name, /** @type {() => void} */ act) => {
    one(name).addEventListener("submit", (event) => {
      event.preventDefault();
      act();
    });
  };
  onSubmit("say", () => page.talk.write());
  onSubmit("if-then", () => page.talk.planInWords());
  onSubmit("join", () => page.takeSeat());
  one("my-name").value = one("as").value = remembered("name") ?? "";
  onSubmit("introduce", () => { if (one("my-name").value.trim()) page.rename(one("my-name").value); });
  page.settings.listen();
  page.sounds.listen();
  page.guide.listen();
  for (const name of /** @type {const} */ (["keys", "prompt"])) one(name).addEventListener("scroll", () => page.showMore());
  new ResizeObserver(() => page.showMore()).observe(one("prompt"));
  one("called").addEventListener("change", () => page.rename(one("called").value));
  one("mute").addEventListener("change", () => {
    page.talk.hush();
    page.act("/mute", "PUT", { muted: one("mute").checked });
  });
  one("talk").addEventListener("toggle", () => page.talk.opened());
  on("to-chat", () => page.talk.lead());
  one("notes").addEventListener("change", () => page.talk.note(one("notes").value));
  fillPalettes(one("palette"), page.shared.palettes, page.palette);
  one("palette").addEventListener("change", () => {
    page.palette = one("palette").value;
    page.dress();
  });
  one("where").parentElement?.addEventListener("wheel", (event) => scrollPanel(event), { passive: false });
  const { watch } = page.board;
  one("record").href = `${page.net.base}/record.sgf${watch ? `?watch=${watch}` : ""}`;
  if (watch) {
    for (const link of [one("kept"), one("as-table")]) link.href += `?watch=${watch}`;
    one("printed").src = `/board/${page.board.board}.svg?watch=${watch}`; // requested when it is printed
  }
}

// The wheel scrolls the panel, also over a list in it, unless one is at work in that list.
/** @param {WheelEvent} event */
function scrollPanel(event) {
  const panel = /** @type {HTMLElement} */ (event.currentTarget);
  const list = /** @type {Element} */ (event.target).closest("#moves, #log");
  if (!list || event.ctrlKey || list.contains(document.activeElement) || panel.scrollHeight <= panel.clientHeight) return;
  panel.scrollBy(0, event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 * event.deltaY : event.deltaY);
  event.preventDefault();
}

// A finger that scrolls the page may begin on the slider, which goes to where it is touched: then it goes back.
/**
 * @param {LivePage} page
 * @param {HTMLElement} slider
 */
function keepPlaceOnScroll(page, slider) {
  let ply = 0;
  slider.addEventListener("pointerdown", () => { ply = page.ply; });
  slider.addEventListener("pointercancel", () => page.look(ply));
}

/**
 * @param {LivePage} page
 * @param {KeyboardEvent} event
 */
function press(page, event) {
  const names = namesOf(event), [key] = names;
  if (!names.length || event.ctrlKey) return;
  const focused = /** @type {Element} */ (event.target);
  if (focused.closest("input, textarea, select, dialog")) return;
  const { moveInput, table } = page;
  page.way = null;
  if (focused.closest("button, a, summary") && (key === " " || key === "Enter")) return;
  const beside = ARROWS[key];
  const letter = names.some((name) => /^[a-z]$/.test(name) && moveInput.letter(name));
  const act = actFor(names, {
    PageUp: () => page.look(page.ply - 1), PageDown: () => page.look(page.ply + 1, true),
    Home: () => page.look(0), End: () => page.look(Infinity),
    Enter: () => moveInput.confirm(), " ": () => moveInput.cycle(1),
    Escape: () => moveInput.back(), Backspace: () => moveInput.back(),
    "+": () => table.zoom(1 / NOTCH), "-": () => table.zoom(NOTCH),
    "1": () => table.look("corner"), "2": () => table.look("corner2"), "3": () => table.look("corner3"),
    "?": () => one("shortcuts").showModal(),
    t: () => page.view("top"), x: () => page.spread(),
    n: letter || page.settings.guest ? undefined : () => page.toNext(),
  });
  if (beside && event.shiftKey) table.turn(-15 * beside[0], -15 * beside[1]);
  else if (beside) goBeside(page, beside);
  else if (act) act();
  else if (!letter && !names.some((name) => /^[a-z]$/.test(name) && moveInput.refuse(name))) return;
  event.preventDefault();
}
