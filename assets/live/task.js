// The board of a task, a puzzle or a lesson: a move is chosen on it, as in a game, and sent by the
// page's form. What the server answers takes the place of the words, and the board stays.

import { FOREIGN, namesOf } from "../page/keys.js";
import { named } from "../page/named.js";
import { tr } from "../page/texts.js";
import { insist } from "../server/asking.js";
import { LessonProgress } from "../server/lesson_progress.js";
import { BlindTable } from "./blind_table.js";
import { PageAsker, PageBoard } from "./page_board.js";
import { LiveTable } from "./table.js";
/** @import { Asked } from "../server/asking.js" */

const one = /** @type {Named<TaskTags>} */ (named);

const STEP = 900; // milliseconds from one move of a reply to the next
const SWAPPED = /** @type {const} */ (["answer", "beside", "caption", "words"]); // parts of the page that an answer brings

/** @type {(time: number) => Promise<void>} */
const pause = (time) => new Promise((done) => { setTimeout(done, time); });

// What lessons say of clicks, of which a finger has none; a noun stays.
const TOUCHES = /** @type {const} */ ([[tr("Click"), tr("Tap")], [tr("click"), tr("tap")]]);
const COARSE = matchMedia("(pointer: coarse)");

/** @param {string} text */
const tapped = (text) => TOUCHES.reduce((said, [click, tap]) => said.replace(new RegExp(`(?<!\\b(?:a|ein) )\\b${click}\\b`, "g"), tap), text);

// Speak to a finger in a part of the page.
/** @param {Node | null} place */
function speakOfTaps(place) {
  if (!place || !COARSE.matches) return;
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode } = texts;
    const said = tapped(currentNode.nodeValue ?? "");
    if (said !== currentNode.nodeValue) currentNode.nodeValue = said;
  }
}

// What a key types into a box for a move, where letters and digits of other scripts mean nothing: that of
// its place, or the Latin digit; empty if it types what it is to type.
/** @param {KeyboardEvent} event */
function latinOf(event) {
  if (event.ctrlKey || event.key.length !== 1 || !FOREIGN.test(event.key)) return "";
  return namesOf(event).find((name) => /^[a-z0-9]$/.test(name)) ?? "";
}

// Let a box for a move take the keys of every layout.
/** @param {HTMLInputElement} box */
function takeKeysOf(box) {
  box.addEventListener("keydown", (event) => {
    const latin = latinOf(event);
    if (!latin) return;
    event.preventDefault();
    box.setRangeText(latin, box.selectionStart ?? 0, box.selectionEnd ?? 0, "end");
  });
}

class TaskBoard extends PageBoard {
  /**
   * @param {PageAsker} net
   * @param {SharedData} shared
   */
  constructor(net, shared) {
    super(net, shared);
    this.net = net;
    this.sent = false;
    this.visits = 0; // how often another state was asked for: older answers are dropped
    /** @type {string | undefined} */
    this.side = undefined; // the colour that has its side in front
  }

  listen() {
    super.listen();
    one("spread").addEventListener("click", () => this.spread());
    document.addEventListener("submit", (event) => this.submit(event));
    document.addEventListener("click", (event) => this.follow(event));
    addEventListener("popstate", () => this.visit(location.href, {}, false));
    this.takeTyped();
  }

  // The box comes anew with each answer.
  takeTyped() {
    /** @type {HTMLInputElement | null} */ const box = /** @type {any} */ (document.getElementById("move"));
    if (box) takeKeysOf(box);
  }

  // -- views, one of which may be what is asked for

  /** @param {string} view */
  look(view) {
    this.table.look(view);
    this.did(view);
  }

  spread() {
    if (one("spread").hidden) return;
    this.table.setSpread(this.table.nextSpread);
    const on = this.table.spread !== "";
    one("spread").setAttribute("aria-pressed", String(on));
    if (on) this.did("explode");
  }

  // A command of the desk was carried out here.
  /** @param {string} command */
  did(command) {
    const form = /** @type {HTMLFormElement | null} */ (document.querySelector(`form[data-command="${command}"]`));
    if (form) this.send(form, null);
  }

  // -- the position, and how it came about

  /** @param {boolean} played */
  async show(played) {
    const visit = ++this.visits;
    const { query = "", place = "", asks } = one("stage").dataset;
    const found = await this.net.scenes(`/positions?${query}`, { needed: () => visit === this.visits });
    if (!found || visit !== this.visits) return;
    const book = this.cache.open(found);
    this.side ??= book.turn; // what is asked next does not turn the board
    this.cache.seeFrom(book, this.side);
    one("spread").hidden = book.nodes[0].spread === undefined;
    const last = book.nodes.length - 1;
    let node = played ? Math.min(1, last) : 0; // the first move was made here, and has been seen
    const go = (/** @type {boolean} */ falls) => this.table.go({ book, row: book.nodes[node], node }, falls);
    go(false);
    while (node < last) {
      await pause(node || played ? STEP : 0);
      if (visit !== this.visits) return;
      node += 1;
      go(true);
    }
    if (!asks) return;
    await this.moveInput.begin(query);
    const hinted = place && this.moveInput.targets.find(({ all }) => all.includes(place));
    if (hinted && visit === this.visits) await this.moveInput.showPlace(hinted.text, place);
  }

  /** @param {string} text */
  labelled(text) {
    return text === "swap" ? tr("Swap") : text.slice(0, 1).toUpperCase() + text.slice(1);
  }

  // What is sent stays to be seen until its answer is there.
  showGhost() {
    if (!this.sent) super.showGhost();
  }

  promptText() {
    const { problem, choice, places, coming } = this.moveInput;
    return problem || choice || places || coming ? super.promptText() : "";
  }

  // -- what is sent, and what comes

  // The form sends a move, once.
  /** @param {string} text */
  play(text) {
    if (this.sent) return;
    one("move").value = text;
    one("write").requestSubmit();
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const { scripted } = /** @type {any} */ (form.elements);
    if (scripted) scripted.value = "1"; // it leads elsewhere, and has come with an answer
    if (form.method !== "post" || !new URL(form.action).pathname.startsWith(this.net.base)) return;
    event.preventDefault();
    this.send(form, event.submitter);
  }

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLElement | null} submitter
   */
  send(form, submitter) {
    if (this.sent) return;
    const body = new URLSearchParams(/** @type {any} */ (new FormData(form, submitter)));
    this.visit(form.action, { method: "POST", body }, true);
  }

  /** @param {MouseEvent} event */
  follow(event) {
    const link = /** @type {Element} */ (event.target).closest("a[data-stay]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.visit(/** @type {HTMLAnchorElement} */ (link).href, {}, true);
  }

  // Take over the words of a page, and show its board; `isNew` for a place in the history. What is sent
  // may be sent again: the first answer counts.
  /**
   * @param {string} address
   * @param {Asked} asked
   * @param {boolean} isNew
   */
  async visit(address, asked, isNew) {
    const visit = ++this.visits, ghost = this.moveInput.ghost !== null;
    this.sent = true;
    try {
      const needed = () => visit === this.visits;
      const answer = await insist(() => this.net.answer(address, { ...asked, base: "" }), { needed });
      if (!answer || !needed()) return;
      const page = new DOMParser().parseFromString(await answer.whole.text(), "text/html");
      const stage = page.getElementById("stage");
      if (!stage) throw new Error(tr("The server answered {status}. Reload the page.", { status: answer.status }));
      const played = ghost && stage.dataset.query !== one("stage").dataset.query;
      if (isNew && answer.ok && answer.url !== location.href) history.pushState(null, "", answer.url);
      this.moveInput.clear(); // while it counts as sent its ghost stays, until there is another scene
      this.sent = false;
      this.swap(page, stage);
      await this.show(played);
    } catch (error) {
      this.sent = false;
      this.chosen();
      one("prompt").textContent = error.message;
    }
  }

  /**
   * @param {Document} page
   * @param {HTMLElement} stage
   */
  swap(page, stage) {
    const before = document.activeElement;
    document.title = page.title;
    SWAPPED.forEach((name) => speakOfTaps(page.getElementById(name)));
    for (const name of SWAPPED) one(name).replaceChildren(...page.getElementById(name)?.childNodes ?? []);
    Object.assign(one("stage").dataset, { ...stage.dataset });
    const [image, drawing] = [one("stage"), stage].map((place) => /** @type {HTMLImageElement} */ (place.querySelector("img")));
    if (this.table instanceof BlindTable) image.src = drawing.src;
    image.alt = drawing.alt;
    this.takeTyped();
    remember();
    one("answer").scrollIntoView({ block: "nearest" });
    if (before?.isConnected && before !== document.body) return;
    if (this.table instanceof LiveTable) one("table").focus({ preventScroll: true });
    else (/** @type {HTMLElement | null} */ (document.querySelector("#answer .main")) ?? one("answer")).focus();
  }

  // Go on where nothing is asked for: what the answer's own button does.
  goOn() {
    /** @type {HTMLElement | null} */ (document.querySelector("#answer .main"))?.click();
  }

  // A move that fills no place, by the letter that it begins with.
  /** @param {string} key */
  other(key) {
    const { moveInput } = this;
    if (!/^[a-z]$/.test(key)) return false;
    const text = moveInput.target === null && moveInput.places?.others.find((other) => other.startsWith(key));
    if (text) this.play(text);
    return Boolean(text);
  }

  /**
   * @param {string} key
   * @param {boolean} repeat
   */
  key(key, repeat) {
    if (key === "Enter" && this.moveInput.query === null) this.goOn();
    else if (super.key(key, repeat)) return true;
    else if (key === "Home") this.look("corner");
    else if (key !== "x") return false;
    else if (!repeat) this.spread();
    return true;
  }
}

// Let this browser know what a guest has done of a lesson.
function remember() {
  const { lesson, done, guest } = one("stage").dataset;
  if (lesson && guest) LessonProgress.note(lesson, Number(done));
}

async function begin() {
  remember();
  SWAPPED.forEach((name) => speakOfTaps(one(name)));
  const { base = "", query = "" } = one("stage").dataset;
  const net = new PageAsker(base);
  try {
    const board = new TaskBoard(net, await net.scenes(`/shared?${query}`));
    board.listen();
    await board.show(false);
  } catch (error) {
    one("prompt").textContent = error.message;
    throw error;
  }
}

begin();
