// Pointing at a board on which a move is chosen: what a mouse, a pen, a finger or an arrow key means.
// The page of a game and that of a puzzle do it alike.

import { followPointers, placeIn } from "../page/pointer.js";
import { nearest, neighbour } from "./keyboard_navigation.js";

const SLACK = 6; // pixels that a press may move and still not be a drag
const CLICK_LASTS = 10000; // milliseconds

/**
 * @param {Pointed} page
 * @param {HTMLCanvasElement} canvas
 */
export function listenToPointers(page, canvas) {
  const { moveInput } = page;
  canvas.addEventListener("wheel", (event) => {
    // Over a place the wheel turns what is chosen there, also while the choices are on their way, or
    // while it is not known yet what the pointer is over.
    const unknown = page.table.moving || page.asking;
    const meant = page.over === moveInput.target || page.byKeys || page.pinned || unknown;
    if (event.ctrlKey || moveInput.target === null || !meant) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!moveInput.choices) return;
    page.turned += event.deltaY / (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 3 : 100);
    const notches = Math.trunc(page.turned);
    if (notches) moveInput.cycle(Math.sign(notches));
    page.turned -= notches;
  }, { passive: false });
  followClicks(page, canvas);
  followRests(page, canvas);
  const pointed = (/** @type {Spot | null} */ place, /** @type {boolean} */ moved) => {
    page.pointer = place;
    if (moved) point(page);
    else pointAgain(page);
  };
  followPointers(canvas, page.table, pointed, new AbortController().signal);
}

// A press that does not drag chooses; with a mouse, which has shown what it would do, it plays. Who
// wants to be asked plays by a second one: what the first one chose stays wherever the mouse goes. So
// it is where a piece is taken up, and where the click came before there was anything to see.
/**
 * @param {Pointed} page
 * @param {HTMLCanvasElement} canvas
 */
function followClicks(page, canvas) {
  const held = new Set(); // pointers that press
  /** @type {{ x: number, y: number } | null} */
  let down = null;
  canvas.addEventListener("pointerdown", (event) => {
    held.add(event.pointerId);
    down = held.size === 1 && event.button === 0 ? { x: event.clientX, y: event.clientY } : null;
    page.pointer = null; // it may drag now
    canvas.focus({ preventScroll: true, focusVisible: false });
  });
  canvas.addEventListener("pointermove", (event) => {
    if (down && Math.hypot(event.clientX - down.x, event.clientY - down.y) > SLACK) down = null;
    if (event.pointerType !== "touch" && !event.buttons) held.clear(); // let go of elsewhere
  });
  const up = (/** @type {PointerEvent} */ event) => {
    held.delete(event.pointerId);
    const pressed = down !== null && event.type === "pointerup";
    down = null;
    if (!pressed) return;
    const click = { place: placeIn(canvas, event), camera: page.table.camera, by: event.pointerType, at: performance.now() };
    if (page.moveInput.coming) page.clicked = click; // it waits for the targets
    else clickOn(page, click);
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
}

/**
 * @param {Pointed} page
 * @param {Click} click
 */
async function clickOn(page, click) {
  const { moveInput } = page;
  const { place, camera, by, at } = click;
  // What was to be seen when it came counts, not what the pointer is said to be over meanwhile.
  const { choice, target: chosen, aim: aimed, takesUp, unchosen } = moveInput;
  const asks = page.settings.confirm || (page.settings.careful && unchosen);
  const meant = await meantAt(page, place, camera);
  const target = meant?.target ?? null, aim = meant?.aim ?? null;
  const shown = choice && chosen === target && (aim === null || [aimed, choice.text].includes(aim));
  // Where a step that is offered may lead a finger need not ask for it first.
  if (by === "touch" && !(shown && aim === null) && await leads(page, click, target)) return;
  if (target === null) {
    // The picture does not tell why nothing can be played there: the game does.
    const told = meant ?? (camera && moveInput.places ? await moveInput.pick(page.table.rayAt(place, camera)) : null);
    moveInput.explain(told?.reason ?? "");
    return;
  }
  page.byKeys = false;
  if (by === "touch") {
    // The first touch shows it; the next ones turn it, where there is a choice that they do not point at,
    // and "Play" plays. Who wants not to be asked plays by the first one, where there is one way only.
    if (!shown) await playOnly(page, target, click, aim);
    else if (aim === null) moveInput.cycle(1);
    else moveInput.takeAim(); // a button may have chosen another one meanwhile
  } else if (shown && !isLate(at) && (page.pinned || takenUp(choice, aim) || !(asks || takesUp || passed(choice, aimed, aim)))) {
    moveInput.confirm();
  } else {
    page.pinned = true;
    if (!shown) await playOnly(page, target, click, aim);
  }
}

// Whether a click had to wait for the server for so long that it only shows what it meant: who made it may
// have gone, or thought again.
const isLate = (/** @type {number} */ at) => performance.now() - at > CLICK_LASTS;

// Whether a piece is pointed at by which a move begins: that plays nothing, and need not be asked.
const takenUp = (/** @type {Choice | null} */ choice, /** @type {string | null} */ aim) => choice !== null && choice.text === aim && choice.move === null;

// Whether what is chosen was only pointed at on the way to where the click came, beside it on a piece.
const passed = (/** @type {Choice | null} */ choice, /** @type {string | null} */ aimed, /** @type {string | null} */ aim) => aim === null && aimed !== null && choice?.text === aimed;

// Go where a step leads that is chosen, or that is the place's own while nothing is meant by itself;
// return whether one does.
/**
 * @param {Pointed} page
 * @param {Click} click
 * @param {string | null} target
 */
async function leads(page, { place, camera }, target) {
  const { moveInput, table } = page;
  const { choice, choices, places } = moveInput;
  const open = target === null ? choices?.choices.filter(({ move }) => move === null) ?? [] : [];
  const step = choice?.move === null ? choice : open.length === 1 ? open[0] : null;
  if (!step) return false;
  const asked = places?.picks && camera ? await moveInput.pick(table.rayAt(place, camera), step.text) : undefined;
  if (asked !== undefined && !asked?.target) return false;
  return moveInput.goOn(step, () => asked ?? meantAt(page, place, camera));
}

// A click that came sooner than what it would do was shown plays where there is one way only. Within a
// move it may be the second half of a double click, which must not end the move.
/**
 * @param {Pointed} page
 * @param {string} target
 * @param {Click} click
 * @param {string | null} aim
 */
async function playOnly(page, target, { by, at }, aim) {
  const { moveInput } = page;
  const first = !moveInput.steps.length;
  await moveInput.choose(target, aim);
  if (moveInput.target !== target || !first || isLate(at)) return;
  const only = moveInput.choices?.choices.length === 1;
  const sure = by === "touch" ? page.settings.quickTouch : by === "mouse" && !page.settings.confirm;
  if (only ? sure : by === "mouse" && takenUp(moveInput.choice, aim)) moveInput.confirm();
}

const REST = 300; // milliseconds after which a pointer that does not move means what is under it

// On the way to the buttons a pointer crosses other places: what it rested at last is meant.
/**
 * @param {Pointed} page
 * @param {HTMLCanvasElement} canvas
 */
function followRests(page, canvas) {
  const { moveInput } = page;
  let last = 0;
  /** @type {string | null} */
  let rested = null; // where it rested, and whether it has come elsewhere meanwhile
  const moved = (/** @type {PointerEvent} */ event) => {
    if (event.timeStamp - last > REST) rested = moveInput.target;
    last = event.timeStamp;
  };
  canvas.addEventListener("pointermove", moved);
  canvas.addEventListener("wheel", () => { last = -Infinity; });
  canvas.addEventListener("pointerleave", (event) => {
    moved(event);
    const known = moveInput.targets.some(({ text }) => text === rested);
    if (event.pointerType !== "touch" && known && !page.pinned && !page.byKeys) moveInput.choose(rested);
  });
}

// What is meant at a place: the picture tells it at once, but where only the game can tell the server
// does.
/**
 * @param {Pointed} page
 * @param {Spot} place
 * @returns {Promise<Meant | null> | Meant | null}
 */
function meantAt({ moveInput, table }, place, camera = table.camera) {
  if (moveInput.places?.picks && camera) return moveInput.pick(table.rayAt(place, camera));
  const target = table.targetAt(place, camera);
  return target === null ? null : { target, aim: null, reason: "" };
}

// Choose what lies under the pointer. Where nothing does, what was chosen last stays.
/** @param {Pointed} page */
async function point(page) {
  const { moveInput, pointer, table } = page;
  if (pointer && table.moving) return; // it is asked again at rest
  if (pointer && page.asking) {
    page.asksAgain = true; // of all that it passes only the last place is asked for
    return;
  }
  let meant = pointer && meantAt(page, pointer);
  if (meant instanceof Promise) meant = await asked(page, meant);
  page.over = meant?.target ?? null;
  if (page.over === null || page.pinned) return;
  page.byKeys = false;
  moveInput.choose(page.over, meant?.aim);
}

// The answer; where the pointer has gone on meanwhile, the place where it is now is asked for.
/**
 * @param {Pointed} page
 * @param {Promise<Meant | null>} answer
 */
async function asked(page, answer) {
  page.asking = true;
  const meant = await answer;
  page.asking = false;
  if (!page.asksAgain) return page.pointer && meant;
  page.asksAgain = false;
  point(page);
  return null;
}

// The same for a pointer that rests, once there is something to choose or nothing moves any longer.
/** @param {Pointed} page */
function pointAgain(page) {
  if (page.pointer && !page.byKeys) point(page);
}

// What was meant for targets that had not come: a click, an arrow that was pressed, or where the
// pointer rests.
/** @param {Pointed} page */
export function targetsCame(page) {
  const { way, clicked } = page;
  page.way = page.clicked = null;
  if (clicked) clickOn(page, clicked);
  else if (way) goBeside(page, way);
  else pointAgain(page);
}

/** @type {{ [key: string]: Direction }} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

// The next place in a direction of the screen, seen from the last one chosen by keys; at first the target nearest to the
// picture's middle. Where nothing can be played on the way keys stop as well, and it is said why.
/**
 * @param {Pointed} page
 * @param {Direction} direction
 */
export function goBeside(page, direction) {
  const { moveInput, table } = page;
  if (moveInput.coming) {
    page.way = direction; // for the board, not for the list of moves: it waits for the targets
    return;
  }
  const { targets } = moveInput;
  if (!targets.length) {
    page.step(direction);
    return;
  }
  const last = page.byKeys ? page.keysAt : null;
  page.byKeys = true;
  const { clientWidth, clientHeight } = /** @type {HTMLElement} */ (document.getElementById("table"));
  /** @type {(spot: number[]) => Spot} */
  const upward = ([x, y]) => [x, -y];
  const stops = [...targets, ...moveInput.blocked];
  const places = stops.map((stop) => upward(table.seen(stop)));
  let start = targets.findIndex(({ text }) => text === moveInput.target);
  if (start < 0 && last) start = stops.findIndex(({ place }) => String(place) === String(last.place));
  const spot = upward(last ? table.seen(last) : [clientWidth / 2, clientHeight / 2]);
  /** @type {number | null} */
  let index = null;
  if (start >= 0) index = neighbour(places, start, direction);
  else if (last) index = neighbour([...places, spot], places.length, direction);
  if (start < 0 && index === null) index = nearest(places.slice(0, targets.length), spot);
  index ??= moveInput.target === null && start >= 0 ? start : null; // at the edge
  if (index === null) return;
  const stop = stops[index];
  page.keysAt = stop;
  if ("text" in stop) {
    moveInput.choose(stop.text);
  } else {
    moveInput.choose(null);
    moveInput.explain(stop.why);
  }
}
