// Pointing at a board on which a move is chosen: what a mouse, a pen, a finger or an arrow key means.
// The page of a game and that of a puzzle do it alike.

const SLACK = 6; // pixels that a press may move and still not be a drag

/**
 * @param {Pointed} page
 * @param {HTMLCanvasElement} canvas
 */
function listenToPointers(page, canvas) {
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
    canvas.focus({ preventScroll: true });
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
    const click = { place: placeIn(canvas, event), camera: page.table.camera, by: event.pointerType };
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
async function clickOn(page, { place, camera, by }) {
  const { moveInput } = page;
  const target = await targetAt(page, place, camera);
  if (target === null) {
    // Where a chosen step may lead a finger need not ask for it first.
    const leads = by === "touch" && moveInput.choice && !moveInput.choice.whole;
    if (leads) await moveInput.goOn(() => targetAt(page, place, camera));
    return;
  }
  const shown = moveInput.target === target && moveInput.choice;
  page.byKeys = false;
  if (by === "touch") {
    // The first touch shows it; the next ones turn it, where there is a choice, and "Play" plays. Who
    // wants not to be asked plays by the first one, where there is one way only.
    if (shown) moveInput.cycle(1);
    else await playOnly(page, target, by);
  } else if (shown && (page.pinned || !(page.settings.confirm || moveInput.takesUp))) {
    moveInput.confirm();
  } else {
    page.pinned = true;
    if (!shown) await playOnly(page, target, by);
  }
}

// A click that came sooner than what it would do was shown plays where there is one way only. Within a
// move it may be the second half of a double click, which must not end the move.
/**
 * @param {Pointed} page
 * @param {string} target
 * @param {string} by
 */
async function playOnly(page, target, by) {
  const { moveInput } = page;
  const first = !moveInput.steps.length;
  await moveInput.choose(target);
  const only = moveInput.target === target && moveInput.choices?.choices.length === 1;
  const sure = by === "touch" ? page.settings.quickTouch : by === "mouse" && !page.settings.confirm;
  if (only && first && sure) moveInput.confirm();
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

// What is meant at a place: the picture tells it at once, but for games from outside the server does.
/**
 * @param {Pointed} page
 * @param {Spot} place
 */
function targetAt({ moveInput, table }, place, camera = table.camera) {
  return moveInput.places?.picks && camera ? moveInput.pick(table.rayAt(place, camera)) : table.targetAt(place, camera);
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
  let target = pointer && targetAt(page, pointer);
  if (target instanceof Promise) target = await asked(page, target);
  page.over = target;
  if (page.over === null || page.pinned) return;
  page.byKeys = false;
  moveInput.choose(page.over);
}

// The answer; where the pointer has gone on meanwhile, the place where it is now is asked for.
/**
 * @param {Pointed} page
 * @param {Promise<string | null>} answer
 */
async function asked(page, answer) {
  page.asking = true;
  const target = await answer;
  page.asking = false;
  if (!page.asksAgain) return page.pointer && target;
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
function targetsCame(page) {
  const { way, clicked } = page;
  page.way = page.clicked = null;
  if (clicked) clickOn(page, clicked);
  else if (way) goBeside(page, way);
  else pointAgain(page);
}

/** @type {{ [key: string]: Direction }} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

// The next place in a direction of the screen; at first the one nearest to its middle.
/**
 * @param {Pointed} page
 * @param {Direction} direction
 */
function goBeside(page, direction) {
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
  page.byKeys = true;
  const { clientWidth, clientHeight } = one("table");
  /** @type {(spot: number[]) => Spot} */
  const upward = ([x, y]) => [x, -y];
  const places = targets.map((target) => upward(table.seen(target)));
  const start = targets.findIndex(({ text }) => text === moveInput.target);
  const index = start < 0
    ? nearest(places, upward([clientWidth / 2, clientHeight / 2]))
    : neighbour(places, start, direction);
  if (index !== null) moveInput.choose(targets[index].text);
}
