// Beside the game: chat, notes to oneself, conditional moves.

import { trCount } from "../page/counts.js";
import { nameOf } from "../page/names.js";
import { CATALOGUE, tr } from "../page/texts.js";
import { remember, remembered } from "../server/remembered.js";
import { element, one } from "./elements.js";
import { write } from "./live_region.js";
import { begun } from "./view.js";
/** @import { LivePage } from "./main.js" */

// A conditional move in words.
/** @type {(plan: Plan) => string} */
const planText = ({ path, move }) => (path ? tr("If {moves}, reply {move}", { moves: path.join(", "), move }) : begun(move));

// When something was, written as on all pages; of today the time alone.
/** @param {Date} at */
function momentText(at) {
  /** @type {Intl.DateTimeFormatOptions} */
  const day = at.toDateString() === new Date().toDateString() ? {} : { dateStyle: "medium" };
  return at.toLocaleString(CATALOGUE.dates, { ...day, timeStyle: "short" });
}

/** @param {number} seconds */
function moment(seconds) {
  const at = new Date(1000 * seconds);
  return element("time", momentText(at), { dateTime: at.toISOString(), title: at.toLocaleString(CATALOGUE.dates, { dateStyle: "medium", timeStyle: "short" }) });
}

const LONG = 400; // characters of a message that are shown at first
const DATES = 60000; // milliseconds after which times are looked at again: today becomes yesterday

export class Talk {
  // `page` has the board, and says what was heard.
  /** @param {LivePage} page */
  constructor(page) {
    this.page = page;
    this.net = page.net;
    this.unread = this.last = 0;
    this.planned = this.writing = false;
    /** @type {Plan[]} */
    this.known = []; // conditional moves
    /** @type {ChatEvent[] | null} */
    this.meanwhile = null; // what is said while earlier messages are asked for
    /** @type {Promise<Plan[] | null>} */
    this.asking = Promise.resolve(null); // about conditional moves, one thing after the other
    this.sight = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) this.opened();
    }, { threshold: 0.5 });
    setInterval(() => this.date(), DATES);
  }

  // What was said and written before.
  async recall() {
    /** @type {ChatEvent[]} */
    const meanwhile = this.meanwhile = [];
    try {
      const [{ notes }, { events, muted }] = await Promise.all(
        ["/notes", "/talk"].map((path) => this.net.json(path)).concat(this.plans()));
      one("notes").value = notes;
      one("chat").replaceChildren();
      one("mute").checked = muted;
      this.hush();
      this.showUnread(0);
      const last = events.at(-1)?.number ?? 0;
      const later = meanwhile.filter(({ number }) => number > last);
      this.meanwhile = null;
      [...events, ...later].forEach((event) => this.hear(event, false));
    } catch (error) {
      this.page.fail(error.message);
    }
  }

  /**
   * @param {ChatEvent} event
   * @param {boolean} live
   */
  hear(event, live) {
    const { seat, text, at, number } = event;
    const { board } = this.page;
    const name = nameOf(board.seats[seat]);
    const item = document.createElement("li");
    item.append(element("b", name), " ", moment(at));
    if (board.own.includes(seat)) item.className = "own";
    else if (!("guest" in document.body.dataset)) item.append(" ", this.reportLink(number, name));
    item.append(" ", ...this.shortened(text));
    if (live) this.meanwhile?.push(event);
    one("chat").append(item);
    this.toLast();
    this.last = number;
    this.sight.disconnect();
    this.sight.observe(item);
    if (this.inSight(item)) {
      this.opened();
      return;
    }
    if (board.own.includes(seat) || number <= Number(remembered(this.read))) return;
    this.showUnread(this.unread + 1);
    if (live) this.page.say(tr("{name} writes: {text}", { name, text }));
  }

  // Whether a message is seen: the conversation is open, and not scrolled away.
  /** @param {Element} item */
  inSight(item) {
    const { left, right, top, bottom } = item.getBoundingClientRect();
    return one("talk").open && one("log").contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  }

  // A message, of a long one only the beginning until the rest is asked for.
  /** @param {string} text */
  shortened(text) {
    if (text.length <= LONG && text.split("\n").length <= 10) return [element("bdi", text)];
    const start = text.split("\n").slice(0, 10).join("\n").slice(0, LONG);
    const words = element("bdi", `${start}\u2026`), more = element("button", tr("More"), { type: "button" });
    more.addEventListener("click", () => {
      words.textContent = text;
      more.remove();
    });
    return [words, more];
  }

  // Lines of a day that is over have its date.
  date() {
    for (const time of one("chat").querySelectorAll("time")) write(time, momentText(new Date(time.dateTime)));
  }

  // What a muted player has said is not seen either.
  hush() {
    one("chat").classList.toggle("muted", one("mute").checked);
  }

  // Under which name the browser remembers what was read.
  get read() {
    return `read ${this.page.board.board} ${this.page.seat}`;
  }

  // A link to report a line to the operators.
  /**
   * @param {number} number
   * @param {string} name
   */
  reportLink(number, name) {
    const link = element("a", tr("Report"), { href: `/board/${this.page.board.board}/report?line=${number}`, className: "report" });
    link.setAttribute("aria-label", tr("Report this line from {name}", { name }));
    return link;
  }

  // Take no more messages and challenges from the other player, after asking.
  block() {
    const { name } = this.page.board.seats[1 - this.page.seat];
    this.page.sure(tr("Block {name}? Their messages and challenges will not reach you. Your account page has the list.", { name }), async () => {
      const base = `/api/users/${encodeURIComponent(name)}/blocked`;
      try {
        await this.net.json("", { base, method: "PUT", body: { blocked: true } });
        await this.page.act("/mute", "PUT", { muted: true });
        one("mute").checked = true;
        this.hush();
        this.page.say(tr("{name} is blocked.", { name }));
      } catch (error) {
        this.page.fail(error.message);
      }
    });
  }

  opened() {
    if (!one("talk").open) return;
    this.toLast();
    this.showUnread(0);
    remember(this.read, String(this.last));
  }

  toLast() {
    one("log").scrollTop = one("log").scrollHeight;
  }

  /** @param {number} count */
  showUnread(count) {
    if (count > this.unread) one("to-chat").classList.add("main");
    this.unread = count;
    one("unread").textContent = count ? String(count) : "";
    one("to-chat").hidden = !count;
    one("to-chat").dataset.count = String(count);
    one("to-chat").textContent = trCount("{count} new message", "{count} new messages", count);
  }

  // Whoever plays on has seen that something was written: its sign stays, and no longer stands out.
  calm() {
    one("to-chat").classList.remove("main");
  }

  // Go to what was written.
  lead() {
    one("talk").open = true;
    one("talk").scrollIntoView({ block: "nearest" });
    one("saying").focus();
  }

  async write() {
    const text = one("saying").value.trim();
    if (!text || this.writing) return; // a second tap on Send says nothing twice
    this.writing = true;
    const sent = await this.send("/chat", "POST", { text });
    this.writing = false;
    if (sent && one("saying").value.trim() === text) one("saying").value = "";
  }

  /** @param {string} notes */
  async note(notes) {
    if (await this.send("/notes", "PUT", { notes })) this.page.say(tr("Saved."));
  }

  // What is tried with an own move at its end, as an answer to the other's.
  /** @param {string[]} line */
  async plan(line) {
    window.scrollTo(0, 0); // to where it is said whether it is saved
    const path = line.slice(0, -1), move = line[line.length - 1];
    this.saySaved(await this.plans("POST", { path, move }));
  }

  /** @param {Plan[] | null} plans */
  saySaved(plans) {
    const latest = plans?.at(-1); // as the server writes it
    if (latest) this.page.proclaim("saved", tr("Saved. {plan}.", { plan: planText(latest) }));
  }

  // The same by name: "if f3 then e5". What was refused stays in the field, with the reason below.
  async planInWords() {
    const text = one("condition").value.trim(), problem = one("condition-problem");
    if (!text) return;
    write(problem, "");
    const plans = await this.plans("POST", { text }, (reason) => {
      write(problem, begun(this.page.withoutBoard(reason)));
      problem.scrollIntoView({ block: "nearest" });
    });
    if (plans && one("condition").value.trim() === text) one("condition").value = "";
    this.saySaved(plans);
  }

  // Ask for the conditional moves, or change them, and show what there is; null where that was refused.
  plans(method = "GET", /** @type {object | undefined} */ body = undefined, fail = (/** @type {string} */ reason) => this.page.fail(reason)) {
    this.asking = this.asking.then(async () => {
      try {
        const { plans } = await this.net.json("/plans", { method, body });
        this.showPlans(plans);
        if (method !== "GET") write(one("condition-problem"), "");
        return plans;
      } catch (error) {
        fail(error.message);
        return null;
      }
    });
    return this.asking;
  }

  /** @param {Plan[]} plans */
  showPlans(plans) {
    if (plans.length && !this.planned) one("conditions").open = true;
    this.planned = plans.length > 0;
    this.known = plans;
    if (this.planned) one("conditions").hidden = false;
    one("plans").replaceChildren(...plans.map(({ path, move }) => (
      element("li", planText({ path, move })))));
    one("clear-plans").hidden = !plans.length;
  }

  // What the server answers; null where it refused, which is said.
  /**
   * @param {string} path
   * @param {string} method
   * @param {object} body
   */
  async send(path, method, body) {
    try {
      return await this.net.json(path, { method, body });
    } catch (error) {
      this.page.fail(error.message);
      return null;
    }
  }
}
