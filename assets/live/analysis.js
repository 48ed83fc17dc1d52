// The analysis board: moves tried for both sides, in branches, and what the computer says of them.

import { actFor, namesOf } from "../page/keys.js";
import { moveText } from "../page/move_text.js";
import { named } from "../page/named.js";
import { SpokenPosition } from "../page/spoken.js";
import { tr } from "../page/texts.js";
import { Seats } from "../server/seats.js";
import { store, storedList } from "../server/stored.js";
import { Candidates, chancesText } from "./candidates.js";
import { PageAsker, PageBoard } from "./page_board.js";

const one = /** @type {Named<AnalysisTags>} */ (named);
const PAUSE = 1000; // milliseconds between two questions whether the computer has answered

class AnalysisNet extends PageAsker {
  /**
   * @param {number | undefined} board
   */
  constructor(board) {
    const secret = board === undefined ? "" : Seats.of(board);
    super("/api/analysis", secret ? { Authorization: `Seat ${secret}` } : {});
  }
}

// A position of the tree, behind a move; the start has none.
class Branch {
  depth = 0;

  /**
   * @param {string} move
   * @param {Branch | null} parent
   * @param {boolean} played
   * @param {string} text
   */
  constructor(move, parent, played, text) {
    this.move = move;
    this.text = text; // the move as it is shown
    this.parent = parent;
    this.played = played; // in the game itself
    if (parent) this.depth = parent.depth + 1;
    /** @type {Branch[]} */
    this.children = [];
    /** @type {Place | null} */
    this.place = null;
    /** @type {Evaluated | null} */
    this.known = null;
    this.asked = false; // the computer has not answered yet
    this.waits = ""; // for what
  }

  /**
   * @param {string} move
   * @param {boolean} [played]
   * @param {string} [text]
   */
  child(move, played = false, text = move) {
    const same = this.children.find((child) => child.move === move);
    if (same) return same;
    const made = new Branch(move, this, played, text);
    this.children.push(made);
    return made;
  }

  // The moves from the start on.
  /** @returns {string[]} */
  get moves() {
    return this.parent ? [...this.parent.moves, this.move] : [];
  }

  // The last position of the game on the way.
  /** @returns {Branch} */
  get origin() {
    return this.played || !this.parent ? this : this.parent.origin;
  }

  /** @returns {string[][]} */
  get lines() {
    return this.children.length ? this.children.flatMap(({ lines }) => lines) : [this.moves];
  }

  /** @returns {StoredBranch[]} */
  get stored() {
    return this.children.map((child) => [child.move, child.stored, child.text]);
  }

  /** @param {StoredBranch[]} rows */
  restore(rows) {
    for (const [move, below, text] of rows) this.child(move, false, text).restore(below);
  }
}

class AnalysisBoard extends PageBoard {
  /**
   * @param {AnalysisNet} net
   * @param {SharedData} shared
   * @param {Positions} book
   * @param {AnalysisStart} start
   */
  constructor(net, shared, book, start) {
    super(net, shared);
    this.net = net;
    const position = this.cache.open(book), node = position.nodes.length - 1;
    this.cache.views = position.views;
    this.start = start;
    this.going = 0; // which position is awaited
    this.root = new Branch("", null, true, "");
    let at = this.root, here = this.root;
    start.moves.forEach((move, index) => {
      at = at.child(move, true, start.texts[index]);
      if (at.depth === start.ply) here = at;
    });
    here.place = { book: position, row: position.nodes[node], node };
    this.at = here;
    this.candidates = new Candidates(one("candidates"), (line, texts) => this.playLine(line, texts));
    this.recall();
    this.listen();
    this.control();
    this.go(here);
  }

  control() {
    const acts = {
      start: () => this.go(this.root), back: () => this.go(this.at.parent), next: () => this.go(this.at.children[0], true),
      end: () => this.go(this.last(this.at)), remove: () => this.remove(), ask: () => this.ask(),
      "copy-sgf": () => this.copy(), "save-sgf": () => this.save(),
    };
    for (const [name, act] of Object.entries(acts)) one(/** @type {keyof typeof acts} */ (name)).addEventListener("click", act);
    const keys = { PageUp: acts.back, PageDown: acts.next, Home: acts.start, End: acts.end };
    document.addEventListener("keydown", (event) => {
      const act = actFor(namesOf(event), keys);
      if (!act || event.ctrlKey || /** @type {Element} */ (event.target).closest("input, textarea, select")) return;
      act();
      event.preventDefault();
    });
  }

  /**
   * @param {Branch} branch
   * @returns {Branch}
   */
  last(branch) {
    return branch.children.length ? this.last(branch.children[0]) : branch;
  }

  // How the server is told of a position.
  /** @param {Branch} branch */
  query(branch) {
    const { query, source } = this.start, { origin } = branch;
    const line = branch.moves.slice(origin.depth).map((move) => `line=${encodeURIComponent(move)}`);
    return [query, ...(source.board === undefined ? [] : [`ply=${origin.depth}`]), ...line].join("&");
  }

  /** @param {Branch} branch */
  named(branch) {
    const { source } = this.start, { origin } = branch;
    const line = branch.moves.slice(origin.depth);
    return source.board === undefined ? { ...source, line } : { ...source, ply: origin.depth, line };
  }

  // An arrow with nothing to choose steps through the moves.
  /** @param {Direction} direction */
  step([right, up]) {
    const forth = (right || -up) > 0;
    this.go(forth ? this.at.children[0] : this.at.parent, forth);
  }

  /**
   * @param {Branch | null | undefined} branch
   * @param {boolean} [animated]
   */
  async go(branch, animated = false) {
    if (!branch) return false;
    const request = ++this.going;
    if (!branch.place) {
      try {
        const found = await this.net.scenes(`/positions?${this.query(branch)}`, { needed: () => request === this.going });
        if (!found) return true;
        const book = this.cache.open(found);
        const node = book.nodes.length - 1;
        branch.place = { book, row: book.nodes[node], node };
        branch.text = branch.place.row.text;
      } catch (error) {
        if (request === this.going) one("problem").textContent = error.message;
        return false;
      }
    }
    if (request !== this.going) return true;
    this.at = branch;
    one("problem").textContent = "";
    this.table.go(branch.place, animated);
    this.moveInput.begin(this.query(branch));
    this.show();
    this.keep();
    return true;
  }

  /** @param {string} text */
  async play(text) {
    const { at } = this, had = at.children.length, child = at.child(text);
    if (!await this.go(child, true) && at.children.length > had) at.children.pop();
  }

  /**
   * @param {string[]} line
   * @param {string[]} texts
   */
  playLine(line, texts) {
    let branch = this.at;
    line.forEach((move, index) => { branch = branch.child(move, false, texts[index]); });
    this.go(this.at.child(line[0]), true);
    one("stage").scrollIntoView({ block: "nearest" });
  }

  // Take off the move that led here, and what follows. The moves of a game stay.
  remove() {
    const { parent } = this.at;
    if (this.at.played || !parent) return;
    parent.children = parent.children.filter((child) => child !== this.at);
    this.go(parent);
  }

  // -- what is shown

  promptText() {
    const { places, problem } = this.moveInput;
    if (!problem && places && !places.targets.length && !places.others.length) return "";
    return super.promptText();
  }

  show() {
    const { at, start } = this, { place } = at;
    if (!place) return;
    one("position").textContent = place.row.state;
    place.book.spoken ??= new SpokenPosition(one("words"), place.book);
    place.book.spoken.show(place.node);
    one("start").disabled = one("back").disabled = !at.parent;
    one("next").disabled = one("end").disabled = !at.children.length;
    one("remove").hidden = at.played || !at.parent;
    one("tree").replaceChildren(...this.list(this.root));
    one("tree").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    one("ask").hidden = !start.asks || at.known !== null;
    one("ask").disabled = at.asked;
    one("chances").textContent = at.waits || (at.known ? chancesText(at.known) : "");
    this.candidates.show(at.known);
  }

  // The moves behind a position: one line, with the other branches set in after the move they replace.
  /**
   * @param {Branch} branch
   * @returns {HTMLElement[]}
   */
  list(branch) {
    const items = [];
    for (let at = branch; at.children.length; [at] = at.children) {
      const [main, ...others] = at.children;
      items.push(this.button(main));
      for (const other of others) {
        const variation = document.createElement("div");
        variation.className = "variation";
        variation.append(this.button(other), ...this.list(other));
        items.push(variation);
      }
    }
    return items;
  }

  /** @param {Branch} branch */
  button(branch) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: `${branch.depth}. ${moveText(branch.text)}` });
    if (branch.known?.mistake) button.append(branch.known.mistake.sign);
    button.classList.toggle("played", branch.played);
    if (branch === this.at) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => this.go(branch));
    return button;
  }

  // -- the computer

  async ask() {
    const branch = this.at;
    if (branch.known || branch.asked) return;
    Object.assign(branch, { asked: true, waits: tr("Asking\u2026") });
    this.show();
    try {
      let answer = await this.net.json("", { method: "POST", body: this.named(branch), safe: true });
      while (answer.state === "waiting") {
        branch.waits = answer.text;
        this.show();
        await new Promise((done) => { setTimeout(done, PAUSE); });
        answer = await this.net.json(`?key=${encodeURIComponent(answer.key)}`);
      }
      branch.known = answer.found;
      branch.waits = answer.text;
    } catch (error) {
      branch.waits = error.message;
    }
    branch.asked = false;
    this.show();
  }

  // What the analysis of the game has found already.
  async review() {
    const { board } = this.start.source;
    if (board === undefined) return;
    try {
      const { review } = await this.net.json("", { base: `/api/boards/${board}/analysis` });
      for (let at = this.root; at.played; [at] = at.children) {
        at.known = review?.evaluations.find((/** @type {Evaluated} */ { ply }) => ply === at.depth) ?? null;
        if (!at.children.length) break;
      }
      this.show();
    } catch {
      // the board does without
    }
  }

  // -- what is kept

  get storageName() {
    return `boche analysis ${this.start.query}`;
  }

  // The branches stay with this tab, also when the page is loaded anew.
  keep() {
    store("sessionStorage", this.storageName, this.root.stored);
  }

  recall() {
    try {
      this.root.restore(storedList("sessionStorage", this.storageName));
    } catch {
      // not ours
    }
  }

  async sgf() {
    const { source } = this.start;
    return this.net.text("/record.sgf", { method: "POST", body: { ...source, lines: this.root.lines }, safe: true });
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(await this.sgf());
      one("said").textContent = tr("The record is copied.");
    } catch (error) {
      one("said").textContent = error.message;
    }
  }

  async save() {
    try {
      const url = URL.createObjectURL(new Blob([await this.sgf()], { type: "application/x-go-sgf" }));
      Object.assign(document.createElement("a"), { href: url, download: "analysis.sgf" }).click();
      setTimeout(() => URL.revokeObjectURL(url), PAUSE);
      one("said").textContent = "";
    } catch (error) {
      one("said").textContent = error.message;
    }
  }
}

async function begin() {
  /** @type {AnalysisStart} */
  const start = JSON.parse(one("stage").dataset.start ?? "");
  const net = new AnalysisNet(start.source.board);
  const place = start.source.board === undefined ? start.query : `${start.query}&ply=${start.ply}`;
  try {
    const [shared, book] = await Promise.all([net.scenes(`/shared?${start.query}`), net.scenes(`/positions?${place}`)]);
    await new AnalysisBoard(net, shared, book, start).review();
  } catch (error) {
    one("problem").textContent = error.message;
    throw error;
  }
}

begin();
