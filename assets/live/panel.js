// What stands beside the board: players and clocks, the list of moves, chat, notes.

import { ScrolledList } from "../page/list.js";
import { moveText } from "../page/move_text.js";
import { nameOf } from "../page/names.js";
import { CATALOGUE, tr } from "../page/texts.js";
import { trWord } from "../page/words.js";
import { Missing } from "../server/asking.js";
import { element, one } from "./elements.js";
import { write } from "./live_region.js";
import { clockOf, clockText } from "./seat_marks.js";

// A day of this year: 3 May.
export const dayText = (/** @type {number} */ seconds) => new Date(seconds * 1000).toLocaleDateString(CATALOGUE.dates, { day: "numeric", month: "long" });

const LONG_NAME = 14; // letters of a name that does not fit beside its clock on a phone

const SLIVER = 48; // pixels: of a board of which no more is seen one sees nothing

export class Players {
  /**
   * @param {Element} place
   * @param {(colour: string) => string} colours
   */
  constructor(place, colours) {
    this.place = place;
    this.colours = colours;
    /** @type {Board | null} */
    this.board = null;
    this.ahead = 0;
    this.narrow = matchMedia("(max-width: 44rem)");
    /** @type {HTMLElement[]} */
    this.clocks = [];
    /** @type {Person[]} */
    this.people = []; // what is known of who sits there: account, rating, change
    this.away = false; // whether the board is scrolled out of sight, whatever is seen of the buttons below it
    new IntersectionObserver((seen) => {
      this.away = !seen.at(-1)?.isIntersecting;
      this.showWayToBoard();
    }, { rootMargin: `${-SLIVER}px 0px 0px` }).observe(one("stage"));
    one("to-board").addEventListener("click", () => {
      window.scrollTo(0, 0);
      one("table").focus({ preventScroll: true });
    });
    setInterval(() => this.tick(), 100); // its last seconds have tenths
  }

  // Whether the panel stands beside the board, and scrolls by itself.
  get wide() {
    return !this.narrow.matches;
  }

  // `ahead` is how far the server's clock is before this one, in seconds.
  /**
   * @param {Board} board
   * @param {number} ahead
   */
  show(board, ahead) {
    this.board = board;
    this.ahead = ahead;
    this.clocks = board.seats.map(() => element("span", "", { className: "clock" }));
    this.place.classList.toggle("slow", !board.clock.live && board.clock.start !== null);
    this.place.replaceChildren(...board.seats.map((seat, at) => {
      const row = element("div", "", { className: "player" });
      row.classList.toggle("turn", board.turn === at);
      const chip = element("span", "", { className: "chip" });
      chip.style.backgroundColor = this.colours(seat.colour);
      // A dot at the piece of the other one, or of both for who watches, with its text for who hears the page.
      const present = seat.taken && !board.own.includes(at) ? seat.present : null;
      if (present !== null) chip.append(element("span", "", { className: present ? "presence" : "absence", title: presenceText(present), role: "img", ariaLabel: presenceText(present) }));
      const name = element("div", "", { className: "name" });
      const bdi = element("bdi", seat.taken ? nameOf(seat) : tr("open seat"));
      const { account, text } = this.people[at] || {};
      const shown = account ? element("a", "", { href: `/people/${encodeURIComponent(seat.name)}` }) : bdi;
      if (account) shown.append(bdi);
      // A narrow card has no room for what the name says; its rating is whole there, or not at all.
      const machine = seat.level && this.wide && tr("computer");
      const colour = trWord(seat.colour), you = board.own.includes(at) && tr("you");
      const marks = [...(this.wide ? [colour, machine, you] : [you, colour]),
                     seat.banned && tr("banned"), present === false && presenceText(present), seat.away && tr("away until {day}", { day: dayText(seat.away) })];
      const about = element("small", marks.filter(Boolean).join(", "));
      if (text) about.append(element("span", `, ${text}`, { className: "gain" }));
      if (board.turn === at && !seat.away) about.append(element("span", [",", tr("to move")].join(" "), { className: "whose" }));
      row.classList.toggle("long", bdi.textContent.length > LONG_NAME);
      shown.title = bdi.textContent; // whole, where it is cut
      name.append(shown, about);
      row.append(chip, name, this.clocks[at]);
      return row;
    }));
    this.tick();
  }

  tick() {
    const { board } = this;
    if (!board) return;
    board.seats.forEach((_, at) => {
      const { text, short } = clockOf(board, at, this.ahead, board.clock.live);
      const clock = this.clocks[at];
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("short", short);
    });
    one("first-move").hidden = !board.first;
    if (board.first && board.deadline !== null && board.turn !== null) {
      const due = { time: clockText(board.deadline - (Date.now() / 1000 + this.ahead)), name: nameOf(board.seats[board.turn]) };
      write(one("due"), firstMoveText(board.own.includes(board.turn), board.tournament !== null, due));
    }
    this.showWayToBoard();
  }

  // While the board is out of sight: that it is our turn, how long, and that the server cannot be reached.
  showWayToBoard() {
    const { board, away, ahead } = this;
    const ours = board?.state === "active" && board.turn !== null && board.own.includes(board.turn);
    one("to-board").hidden = !away || !(ours || Missing.text);
    if (one("to-board").hidden) return;
    const time = board && board.deadline !== null ? clockText(board.deadline - (Date.now() / 1000 + ahead)) : "";
    write(one("to-board"), Missing.text ? tr("{problem} Back to the board", { problem: Missing.text })
      : time ? tr("Your turn \u00b7 {time} \u00b7 back to the board", { time }) : tr("Your turn \u00b7 back to the board"));
  }
}

const presenceText = (/** @type {boolean} */ present) => (present ? tr("at the board") : tr("away"));

// Until when the first move is to be made, and what becomes of the game otherwise.
/**
 * @param {boolean} ours
 * @param {boolean} loses
 * @param {{ time: string, name: string }} due
 */
function firstMoveText(ours, loses, due) {
  if (ours) {
    return loses ? tr("Your first move is due in {time}, else the game is lost.", due)
      : tr("Your first move is due in {time}, else the game is aborted.", due);
  }
  return loses ? tr("{name}'s first move is due in {time}, else the game is lost.", due)
    : tr("{name}'s first move is due in {time}, else the game is aborted.", due);
}

// The moves as buttons; those of an analysis stand behind them.
export class Moves extends ScrolledList {
  /**
   * @param {HTMLElement} place
   * @param {(ply: number) => void} choose
   */
  constructor(place, choose) {
    super(place);
    this.choose = choose;
    this.list = document.createElement("ol");
    place.append(this.list);
  }

  /**
   * @param {string[]} moves
   * @param {string[]} line
   * @param {number} at
   * @param {Map<number, string>} signs
   */
  show(moves, line, at, signs) {
    const all = [...moves, ...line];
    while (this.list.children.length > all.length) this.list.lastChild?.remove();
    all.forEach((text, index) => {
      const tried = index >= moves.length;
      let item = this.list.children[index];
      if (!item) {
        item = document.createElement("li");
        const button = element("button", "", { type: "button", className: "move" });
        button.addEventListener("click", () => this.choose(index + 1));
        item.append(button);
        this.list.append(item);
      }
      const button = /** @type {HTMLButtonElement} */ (item.firstElementChild);
      const sign = tried ? "" : signs.get(index + 1) ?? "";
      if (button.dataset.text !== `${text} ${tried} ${sign}`) {
        button.dataset.text = `${text} ${tried} ${sign}`;
        button.replaceChildren(element("span", `${index + 1}.`, { className: "number" }), element("bdi", moveText(text)), element("span", sign, { className: "sign" }));
        button.classList.toggle("tried", tried);
        button.title = tried ? tr("Tried, not played") : "";
      }
      if (index + 1 === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    this.bringIntoView();
  }
}
