// The board of a puzzle: a move is chosen on it, as in a game, and sent by the page's form.

const one = /** @type {<K extends keyof PuzzleTags>(name: K) => Tags[PuzzleTags[K]]} */ (
  /** @param {string} name */ (name) => /** @type {any} */ (document.getElementById(name)));

class PuzzleBoard extends PageBoard {
  sent = false;

  // The form sends it, once.
  /** @param {string} text */
  play(text) {
    if (this.sent) return;
    this.sent = true;
    one("move").value = text;
    one("write").requestSubmit();
  }
}

async function begin() {
  const { puzzle = "", found = "", place = "" } = one("stage").dataset;
  const net = new PageNet(puzzle), query = `found=${encodeURIComponent(found)}`;
  const [shared, book] = await Promise.all([net.scenes("/shared"), net.scenes(`/positions?${query}`)]);
  const board = new PuzzleBoard(net, shared, book);
  const { moveInput } = board;
  await moveInput.begin(query);
  const hinted = moveInput.targets.find(({ all }) => all.includes(place));
  if (hinted) await moveInput.choose(hinted.text);
}

begin();
