import { tr } from "../page/texts.js";
import { one } from "./elements.js";

// What is said of each offer: that it is taken back, refused, or passed over by a move; that it stands, that our
// next one has taken its place.
/** @type {Record<Offer["what"], Record<"back" | "refused" | "on" | "theirs", (name: string) => string> & { ours: string, replaced: string }>} */
export const OFFERS = {
  undo: {
    back: (name) => tr("{name} takes back the offer of taking back a move", { name }),
    refused: (name) => tr("{name} does not agree to taking back a move", { name }),
    on: (name) => tr("{name} plays on: no to taking back a move", { name }),
    theirs: (name) => tr("{name} proposes taking back a move.", { name }),
    ours: tr("You propose taking back a move."),
    replaced: tr("Your offer of taking back a move is withdrawn."),
  },
  draw: {
    back: (name) => tr("{name} takes back the offer of a draw", { name }),
    refused: (name) => tr("{name} does not agree to a draw", { name }),
    on: (name) => tr("{name} plays on: no to a draw", { name }),
    theirs: (name) => tr("{name} proposes a draw.", { name }),
    ours: tr("You propose a draw."),
    replaced: tr("Your offer of a draw is withdrawn."),
  },
  end: {
    back: (name) => tr("{name} takes back the offer to cancel the game, without a result", { name }),
    refused: (name) => tr("{name} does not agree to cancelling the game, without a result", { name }),
    on: (name) => tr("{name} plays on: no to cancelling the game, without a result", { name }),
    theirs: (name) => tr("{name} proposes to cancel the game, without a result.", { name }),
    ours: tr("You propose to cancel the game, without a result."),
    replaced: tr("Your offer to cancel the game, without a result, is withdrawn."),
  },
  rematch: {
    back: (name) => tr("{name} takes back the offer of a rematch", { name }),
    refused: (name) => tr("{name} does not agree to a rematch", { name }),
    on: (name) => tr("{name} plays on: no to a rematch", { name }),
    theirs: (name) => tr("{name} proposes a rematch.", { name }),
    ours: tr("You propose a rematch."),
    replaced: tr("Your offer of a rematch is withdrawn."),
  },
};

const HELD = 500; // milliseconds
const LOOKED = 50; // milliseconds between two looks at where an offer stands
const NEAR = 4; // pixels

// The buttons of an offer take no press for a moment after it has come, become another one or moved: a
// finger that was to press something else may be on its way.
export class OfferGuard {
  shown = "";
  x = 0;
  y = 0;
  looking = 0;
  /** @type {number | undefined} */
  held;

  /** @param {string} shown */
  show(shown) {
    if (shown !== this.shown) this.hold();
    this.shown = shown;
    if (!this.looking) this.looking = setInterval(() => this.look(), LOOKED);
  }

  end() {
    this.shown = "";
    clearInterval(this.looking);
    this.looking = 0;
  }

  look() {
    const { x, y } = one("offer").getBoundingClientRect();
    if (Math.hypot(x - this.x, y - this.y) > NEAR) this.hold();
    this.x = x;
    this.y = y;
  }

  hold() {
    const buttons = [one("accept"), one("reject")];
    buttons.forEach((button) => { button.disabled = true; });
    clearTimeout(this.held);
    this.held = setTimeout(() => buttons.forEach((button) => { button.disabled = false; }), HELD);
  }
}

const GAP = 6; // pixels

// Tell the style how large that is what needs an answer, and let the prompt be as high as what stands in
// its place for a while: the ways to play keep clear of both.
/** @param {() => void} made is called when that has changed */
export function makeRoom(made) {
  const said = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#banner, #above > *, .notice")]);
  const keepClear = () => {
    const prompt = one("prompt");
    prompt.style.minHeight = "";
    const { top, bottom } = prompt.getBoundingClientRect();
    const ends = said.filter(({ classList }) => !classList.contains("below") && !classList.contains("away"))
      .map((part) => part.getBoundingClientRect()).filter(({ height }) => height).map((box) => box.bottom);
    const end = Math.max(...ends);
    if (end > bottom) prompt.style.minHeight = `${end - top}px`;
  };
  const saidObserver = new ResizeObserver(() => {
    keepClear();
    made();
  });
  for (const part of [one("board"), ...said]) saidObserver.observe(part);
  const place = one("answers"), { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    const boxes = [...place.children].map((part) => part.getBoundingClientRect()).filter(({ height }) => height);
    const size = (/** @type {number} */ first, /** @type {number} */ last) => (boxes.length ? `${last - first + GAP}px` : "0px");
    style.setProperty("--asked-high", size(Math.min(...boxes.map(({ top }) => top)), Math.max(...boxes.map(({ bottom }) => bottom))));
    style.setProperty("--asked-wide", size(0, Math.max(...boxes.map(({ width }) => width))));
    keepClear();
    made();
  });
  for (const part of place.children) observer.observe(part);
}
