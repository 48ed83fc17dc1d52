import { tr } from "../page/texts.js";

// What is said of each offer: that it is taken back, refused, or passed over by a move; that it stands.
/** @type {Record<Offer["what"], Record<"back" | "refused" | "on" | "theirs", (name: string) => string> & { ours: string }>} */
export const OFFERS = {
  undo: {
    back: (name) => tr("{name} takes back the offer of taking back a move", { name }),
    refused: (name) => tr("{name} does not agree to taking back a move", { name }),
    on: (name) => tr("{name} plays on: no to taking back a move", { name }),
    theirs: (name) => tr("{name} proposes taking back a move.", { name }),
    ours: tr("You propose taking back a move."),
  },
  draw: {
    back: (name) => tr("{name} takes back the offer of a draw", { name }),
    refused: (name) => tr("{name} does not agree to a draw", { name }),
    on: (name) => tr("{name} plays on: no to a draw", { name }),
    theirs: (name) => tr("{name} proposes a draw.", { name }),
    ours: tr("You propose a draw."),
  },
  end: {
    back: (name) => tr("{name} takes back the offer to cancel the game, without a result", { name }),
    refused: (name) => tr("{name} does not agree to cancelling the game, without a result", { name }),
    on: (name) => tr("{name} plays on: no to cancelling the game, without a result", { name }),
    theirs: (name) => tr("{name} proposes to cancel the game, without a result.", { name }),
    ours: tr("You propose to cancel the game, without a result."),
  },
  rematch: {
    back: (name) => tr("{name} takes back the offer of a rematch", { name }),
    refused: (name) => tr("{name} does not agree to a rematch", { name }),
    on: (name) => tr("{name} plays on: no to a rematch", { name }),
    theirs: (name) => tr("{name} proposes a rematch.", { name }),
    ours: tr("You propose a rematch."),
  },
};
