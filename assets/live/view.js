// What the page of a board shows of how things stand: in words, buttons and lists.

import { nameOf } from "../page/names.js";
import { coloursOf } from "../page/palettes.js";
import { tr } from "../page/texts.js";
import { trWord } from "../page/words.js";
import { Missing } from "../server/asking.js";
import { Turns } from "../server/turns.js";
import { element, one } from "./elements.js";
import { alike } from "./event_state.js";
import { Announcer, fill, holdFocus, holdReading, write } from "./live_region.js";
import { described, spoken } from "./move_input.js";
import { OfferGuard, OFFERS } from "./offers.js";
import { dayText } from "./panel.js";
import { targetsCame } from "./pointing.js";
import { colourIn } from "./seat_marks.js";
/** @import { LivePage } from "./main.js" */

// The text as a sentence begins; a move or a place there, such as b:a3, stays as it is.
export const begun = (/** @type {string} */ text) => (/^\S*\d/.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1));

const LONG_PROMPT = 60; // characters of a prompt that is set smaller where there is little room

const valued = (/** @type {string | number | boolean} */ value) => (typeof value !== "boolean" ? value : value ? tr("yes") : tr("no"));

// What has happened at a board, and where it can be seen; empty for nothing.
/**
 * @param {Board} was
 * @param {Board} board
 */
function newsSince(was, board) {
  if (was.state !== board.state && board.state === "over") return tr("The game is over: back to the game");
  if (alike(was.moves, board.moves) < was.ply) return tr("Moves were taken back: back to the game");
  const sent = board.own.includes(was.turn ?? -1) ? 1 : 0; // a move of ours that was still on its way
  if (board.ply <= was.ply + sent || was.turn === null) return "";
  const mover = board.own.length === 1 ? 1 - board.own[0] : was.turn;
  return tr("{name} has moved: back to the game", { name: nameOf(board.seats[mover]) });
}

export class BoardView {
  announcer = new Announcer(one("told"));
  holding = false;
  guard = new OfferGuard();
  /** @type {Targets | null} */
  offered = null; // of what can be played, what was shown last
  /** @type {Choice[]} */
  keyed = []; // the choices that have buttons
  problem = "";

  // Everything in words and buttons.
  show() {
    this.holding = false;
    holdReading(() => holdFocus(() => this.showAll()));
  }

  showAll() {
    const { board } = this;
    const place = this.placeAt(this.ply);
    const line = this.line || [];
    const end = this.line ? this.from + line.length : board.ply;
    const sent = this.sending && this.sending.ply === board.ply + 1 && !this.line ? [this.sending.move] : [];
    one("title").textContent = tr("{game}, board {number}", { game: board.title, number: board.board });
    this.alerts.show();
    this.sender.show();
    const options = Object.entries(board.options).filter(([name, value]) => value !== this.game.defaults[name]);
    one("about").textContent = [
      ...options.map(([name, value]) => tr("{what}: {value}", { what: this.game.titles[name], value: valued(value) })),
      board.clock.text, board.rated ? tr("rated") : tr("not rated"),
    ].join(", ");
    if (board.tournament) {
      one("tournament").textContent = board.tournament.title;
      one("tournament").href = board.tournament.path;
      one("tournament").hidden = false;
      one("not-counted").hidden = board.tournament.counts;
      one("to-tournament").href = board.tournament.path;
      one("to-tournament").textContent = board.tournament.kind === "ladder" ? tr("Back to the ladder") : tr("Back to the tournament");
    }
    this.players.show(board, this.ahead);
    this.announcePresence();
    this.announcer.announce("first move", board.first ? String(board.turn) : "", one("first-move").textContent);
    // What an event told of, and what is tried, has its text as shown once its place is here.
    const texts = [...board.texts.slice(0, this.line ? this.from : board.ply), ...line]
      .map((text, index) => this.placeAt(index + 1)?.row.text || text);
    const played = texts.slice(0, texts.length - line.length);
    this.list.show([...played, ...sent], texts.slice(played.length), this.ply + sent.length, this.review.signs);
    one("slider").max = String(end);
    one("slider").value = String(this.ply);
    one("slider").setAttribute("aria-valuetext", this.ply ? tr("move {ply}", { ply: this.ply }) : tr("start"));
    one("first").disabled = one("back").disabled = this.ply === 0;
    one("next").disabled = one("last").disabled = this.ply === end;
    if (place) this.showPlace(place);
    this.showEnd();
    this.review.show();
    this.showOffer();
    this.showActs();
    this.showWayBack();
    this.showNext();
    this.showChosen();
  }

  // Who goes away from a live game, and who is back: its beginning says nothing.
  announcePresence() {
    const { seats, own } = this.board;
    seats.forEach((seat, at) => {
      const about = `presence ${at}`, named = { name: nameOf(seat) };
      const is = seat.present === null || own.includes(at) ? "" : seat.present ? "here" : "gone";
      if (is === "gone") this.announcer.announce(about, is, tr("{name} is away", named));
      else if (this.announcer.last[about]) this.announcer.announce(about, is, tr("{name} is back", named));
    });
  }

  // The way back from moves that are tried, and from an earlier position once it is our turn.
  showWayBack() {
    const { board, left, line } = this, active = board.state === "active", button = one("back-to-game");
    let news = line === null || left === null ? "" : newsSince(left, board);
    if (line === null && active && this.mine && this.ply !== board.ply) news = tr("Your turn: back to the game");
    const text = news || (line !== null && active ? tr("Back to the game") : "");
    button.hidden = !text;
    button.classList.toggle("main", news !== "");
    write(button, text);
    this.announcer.announce("back", news);
  }

  // The way to the next game, while there is nothing to play in this one.
  showNext() {
    const { nextBoard, mine, line, board } = this;
    const others = Turns.boards.filter((number) => number !== board.board).length;
    const link = one("next-game");
    link.hidden = nextBoard === null || mine || line !== null;
    link.href = `/board/${nextBoard}`;
    write(link, tr("Next game ({others})", { others }));
  }

  // What is said of the position that is looked at.
  /** @param {Place} place */
  showPlace(place) {
    write(one("state"), this.stateText(place));
    this.announcer.announce("state", this.stateText(place));
    one("facts").replaceChildren(...place.row.words.flatMap(([label, value]) => [
      element("dt", label), element("dd", value)]));
    place.book.spoken.show(place.node);
    this.drawFlat();
  }

  // Without 3D the server draws the position; moves that are tried are in the words alone.
  drawFlat() {
    if (!document.body.classList.contains("flat")) return;
    const { board, events, watch } = this.board;
    const ply = this.line ? Math.min(this.ply, this.from) : this.ply;
    const src = `/board/${board}.svg?ply=${ply}&event=${events}${watch ? `&watch=${watch}` : ""}`;
    if (one("printed").getAttribute("src") !== src) one("printed").src = src;
  }

  /** @param {Place} place */
  stateText(place) {
    const { board } = this;
    const atEnd = this.line === null && this.ply === board.ply;
    if (atEnd && board.state === "over") return this.ending();
    if (atEnd && this.asked) return tr("You are challenged.");
    if (atEnd && board.state === "open") return `${begun(board.waiting)}.`;
    const state = this.swap || place.row.state;
    if (this.line) return tr("Trying moves. {state}", { state });
    if (!atEnd) return tr("{state} (move {ply} of {last})", { state, ply: this.ply, last: board.ply });
    if (board.state !== "active" || board.turn === null) return state;
    return this.mine ? tr("{state} \u2013 your turn", { state }) : tr("{state} \u2013 {name}'s turn", { state, name: nameOf(board.seats[board.turn]) });
  }

  // Who has exchanged the colours: only a second move can.
  swapText() {
    const { own, seats } = this.board;
    const { level } = seats[1], name = nameOf(seats[1]);
    if (own.length !== 1) return level ? tr("The computer swapped sides") : tr("{name} swapped sides", { name });
    const now = { name, colour: trWord(seats[own[0]].colour) };
    if (own[0] === 1) return tr("You swapped sides: you are now {colour}", now);
    return level ? tr("The computer swapped sides: you are now {colour}", now) : tr("{name} swapped sides: you are now {colour}", now);
  }

  // The same while that is the last move and is looked at; else empty.
  get swap() {
    const { board } = this;
    const last = board.ply === 2 && board.seats[0].colour !== this.game.colours[0];
    return last && this.line === null && this.ply === 2 ? this.swapText() : "";
  }

  showOffer() {
    const { offer, seats } = this.board;
    one("offer").hidden = !offer && !this.asked;
    if (one("offer").hidden) {
      this.announcer.announce("offer", "");
      this.guard.end();
      return;
    }
    const ours = !this.asked && offer !== null && this.ours(offer);
    this.guard.show(this.asked || !offer ? "game" : `${offer.what} ${offer.seat}`);
    write(one("offer-text"), this.asked || !offer ? this.challengeText()
      : ours ? OFFERS[offer.what].ours : OFFERS[offer.what].theirs(nameOf(seats[offer.seat])));
    this.announcer.announce("offer", one("offer-text").textContent);
    one("offer").classList.toggle("ours", ours); // whoever calls us comes before it
    one("accept").hidden = ours || !this.own;
    one("reject").hidden = !this.own;
    one("reject").textContent = ours ? tr("Withdraw it") : tr("Decline");
  }

  challengeText() {
    const { seats, rated, clock } = this.board;
    const values = { name: nameOf(seats[1 - this.seat]), clock: clock.text };
    return rated ? tr("{name} challenges you: {clock}, rated.", values) : tr("{name} challenges you: {clock}, not rated.", values);
  }

  // What the other one asks us; empty where nothing waits for an answer.
  get question() {
    const { offer, seats } = this.board;
    if (this.asked) return this.challengeText();
    return this.own && offer && !this.ours(offer) ? OFFERS[offer.what].theirs(nameOf(seats[offer.seat])) : "";
  }

  // Whether we are challenged, and have not said yes or no.
  get asked() {
    return this.own && this.board.seats[this.seat].asked;
  }

  // Whether an offer is ours and not the other's.
  /** @param {Offer} offer */
  ours({ seat }) {
    return this.board.own.length === 1 && this.board.own[0] === seat;
  }

  showActs() {
    const { board, own } = this;
    const active = own && board.state === "active";
    // While moves are tried, no press that is meant for them does anything in the game.
    const acts = active && this.line === null;
    const young = acts && board.abortable;
    const free = (/** @type {Offer["what"]} */ what) => !board.offer || board.offer.what !== what;
    const show = (/** @type {keyof BoardTags} */ name, /** @type {unknown} */ when) => { /** @type {HTMLElement} */ (one(name)).hidden = !when; };
    show("join", board.state === "open" && !own && !board.seats.every(({ taken }) => taken));
    show("as-label", "guest" in document.body.dataset);
    // Whoever came by a friend's link was asked for no name before.
    show("introduce", board.own.length === 1 && board.state !== "over" && board.seats[this.seat].guest && board.seats[this.seat].name === "friend");
    show("withdraw", board.state === "open" && own && !this.asked);
    // In a tournament the next game is found there.
    show("by-words", (own && board.state !== "over") || this.line !== null);
    show("to-tournament", own && board.state === "over" && board.tournament);
    // On a phone what stands in the panel is below the first screen.
    const home = this.players.wide ? one("acts") : one("hand"), leave = one("to-tournament");
    if (leave.parentElement !== home) home.append(leave);
    one("rematch").classList.toggle("main", !board.tournament);
    show("rematch", own && board.state === "over" && board.began !== null && !board.offer);
    show("claim", acts && board.claimable);
    show("abort", young);
    show("undo", acts && board.ply > 0 && !young);
    show("draw", acts && !young);
    show("end", acts && !young && !board.tournament);
    // One that waits for its answer keeps its place: the next one would slide under a pointer that presses twice.
    for (const what of /** @type {const} */ (["undo", "draw", "end"])) one(what).disabled = !free(what);
    show("time", acts && board.clock.start !== null && board.own.length === 1);
    show("resign", acts && !young);
    show("talk", own && board.own.length === 1 && board.seats.every(({ level }) => !level));
    const rival = board.own.length === 1 ? this.players.people[1 - this.seat] : undefined;
    const known = !("guest" in document.body.dataset);
    show("report", known && own && board.own.length === 1 && board.seats.every(({ level }) => !level));
    show("block", known && rival?.account);
    show("notebook", own);
    show("settings", own);
    show("copy-seat", own && this.secret);
    show("kept", board.state === "over" && board.ply > 0);
    show("called-label", own && board.seats[this.seat].guest);
    if (own && document.activeElement !== one("called")) one("called").value = board.seats[this.seat].name;
    one("analyse").setAttribute("aria-pressed", String(this.line !== null));
    show("step-out", (this.line?.length ?? 0) > 0);
    show("plan", this.line !== null && active && this.fits());
    const slow = active && !board.clock.live && board.own.length === 1;
    show("conditions", slow || (active && one("plans").childElementCount > 0));
    show("if-then", slow && board.turn !== this.seat);
    show("condition-help", slow && board.turn !== this.seat);
    show("condition-later", slow && board.turn === this.seat);
    for (const example of one("condition-help").querySelectorAll("span")) {
      example.hidden = Number(example.dataset.seat) !== this.seat; // the other's move, then one's own
      if (!example.hidden) one("condition").placeholder = example.dataset.example ?? "";
    }
    one("analysis-text").textContent = this.line === null
      ? tr("Try moves for both sides; nobody else sees them.") : tr("Moves are now tried, not played.");
    if (board.after !== null && board.state === "over") this.rematchAt(board.after);
  }

  // Whether the moves tried end with an answer of ours to what the other may play.
  fits() {
    const { board, line } = this;
    if (!line || board.turn === null) return false;
    const whole = this.from === board.ply && this.ply === this.from + line.length;
    return whole && line.length > 1 && (board.turn + line.length - 1) % 2 === this.seat;
  }

  // What is chosen of a move in the making.
  chosen() {
    if (this.table && !this.holding) holdFocus(() => this.showChosen());
  }

  showChosen() {
    const { moveInput, table } = this;
    table.setPlaces(this.playing ? moveInput.places : null);
    if (moveInput.places && moveInput.places !== this.offered) requestAnimationFrame(() => targetsCame(/** @type {LivePage} */ (/** @type {BoardView} */ (this))));
    if (!moveInput.places && !moveInput.coming) this.way = this.clicked = null;
    if (moveInput.target === null || moveInput.places !== this.offered) this.pinned = false;
    this.offered = moveInput.places;
    const sent = this.sending && this.ply >= this.board.ply ? this.sending.ghost ?? null : null;
    table.setGhost(this.playing ? moveInput.ghost : sent);
    const { choice, choices } = moveInput;
    one("confirm").hidden = !choice || !this.playing;
    one("confirm").textContent = this.playLabel;
    one("let-go").hidden = this.sending !== null || !(moveInput.steps.length || (moveInput.target !== null && moveInput.targets.length > 1));
    one("let-go").textContent = moveInput.target !== null && moveInput.targets.length > 1 ? tr("Cancel") : tr("Step back");
    this.showKeys(choices && this.playing ? choices.choices : []);
    one("others").replaceChildren(...(this.playing && moveInput.places && !choice ? moveInput.places.others : []).map((text) => {
      const button = element("button", text === "swap" ? tr("Swap") : begun(text), { type: "button" });
      button.addEventListener("click", () => (text === "swap" && this.line === null ? this.askSwap() : this.play(text)));
      return button;
    }));
    this.showPrompt(this.promptText());
    this.showMore();
    this.showProblem(moveInput.problem || this.problem);
    this.settings.showTip();
    this.tellPrompt();
    this.showWords();
  }

  // Say what a swap does before it is done: it cannot be seen on the board.
  askSwap() {
    const { seat, board: { seats } } = this, other = seats[1 - seat];
    const values = { colour: trWord(other.colour), name: nameOf(other) };
    this.sure(tr("Swap sides? What was played becomes yours: you play {colour} from now on, and {name} moves next.", values), () => this.play("swap"));
  }

  // What is heard of the prompt: what is chosen, and what it looks like where that is not as before;
  // what is asked for; that it was let go. Whose turn it is the state says.
  tellPrompt() {
    const { moveInput, announcer } = this;
    const { choice, places } = moveInput;
    const text = this.promptText();
    if (!this.playing) announcer.announce("prompt", "");
    else if (!places || (moveInput.target !== null && !moveInput.choices)) return; // on their way
    else if (choice) {
      announcer.announce("prompt", text, choice.aloud === this.looks ? text : spoken(choice));
      this.looks = choice.aloud;
    } else if (places.asks || announcer.last.prompt) announcer.announce("prompt", text);
  }

  // What the button does with what is chosen.
  get playLabel() {
    const { choice } = this.moveInput;
    if (choice?.move === null) return tr("Continue");
    return this.line === null ? tr("Play") : tr("Try");
  }

  // A button for each way to play at the place; by its letter where that means one of them only.
  /** @param {Choice[]} choices */
  showKeys(choices) {
    const { moveInput } = this;
    const alone = new Set(choices.map(({ key }) => key)).size === choices.length;
    if (choices !== this.keyed) {
      one("keys").replaceChildren(...(choices.length > 1 ? choices.map((choice, index) => {
        const button = element("button", choice.label || (alone && choice.key) || choice.told, { type: "button", value: choice.text });
        button.title = spoken(choice);
        button.addEventListener("click", () => moveInput.take(index));
        return button;
      }) : []));
    }
    this.keyed = choices;
    const buttons = /** @type {HTMLElement[]} */ ([...one("keys").children]);
    buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(index === moveInput.index)));
    if (buttons[moveInput.index]) one("keys").scrollTop = buttons[moveInput.index].offsetTop;
  }

  /** @param {string} text */
  showPrompt(text) {
    const prompt = one("prompt");
    if (prompt.textContent === text) return;
    prompt.textContent = text;
    prompt.classList.toggle("long", text.length > LONG_PROMPT);
    prompt.scrollTop = 0;
  }

  // Whether more buttons, or more of a long prompt, lie below what is seen.
  showMore() {
    for (const name of /** @type {const} */ (["keys", "prompt"])) {
      const { scrollHeight, clientHeight, scrollTop, classList } = one(name);
      classList.toggle("more", scrollHeight - clientHeight - scrollTop > 8);
    }
  }

  promptText() {
    const { moveInput, board } = this;
    if (this.sending) return this.sender.news ? "" : tr("Sending your move\u2026");
    const { choice } = moveInput;
    if (choice) return described(choice);
    if (!this.playing || !moveInput.query) {
      if (board.state === "open" && this.own && !this.asked) return `${begun(board.waiting)}.`;
      if (board.state !== "active" || this.line) return "";
      if (this.ply !== board.ply) return this.ply ? tr("You look at move {ply} of {last}.", { ply: this.ply, last: board.ply }) : tr("You look at the start of the game.");
      if (!this.own || this.mine || board.turn === null) return "";
      const { away, present } = board.seats[board.turn], name = nameOf(board.seats[board.turn]);
      if (present === false && !away) return tr("{name} is away. The clock goes on.", { name });
      return away ? tr("{name} is away until {day}.", { name, day: dayText(away) }) : tr("{name} is thinking.", { name });
    }
    if (!moveInput.places) return moveInput.steps.length && Missing.text ? tr("What may follow comes once the server can be reached.") : "";
    const nothing = !moveInput.targets.length && !moveInput.places.others.length;
    if (this.line && nothing) return tr("The game is over here: go back to try something else.");
    if (moveInput.places.asks) return begun(moveInput.places.asks);
    if (this.swap) return tr("{swapped}. Choose a place on the board.", { swapped: this.swap });
    return this.line ? tr("Try a move: choose a place on the board.") : tr("Your turn: choose a place on the board.");
  }

  // The same choice in two lists. They and their button stay what they are while nothing can be
  // chosen, so that who is there is not thrown out.
  showWords() {
    const { moveInput } = this;
    const places = one("places"), ways = one("ways"), play = one("play-words");
    fill(places, [["\u2013", ""], ...moveInput.targets.map(
      ({ text, all }) => /** @type {[string, string]} */ ([all.join(", "), text]))]);
    places.value = moveInput.target || "";
    fill(ways, (moveInput.choices ? moveInput.choices.choices : []).map((choice, index) => [choice.words && choice.words !== choice.text ? described(choice) : spoken(choice), String(index)]));
    ways.selectedIndex = moveInput.choices ? moveInput.index : -1;
    play.setAttribute("aria-disabled", String(!moveInput.choice || !this.playing));
    write(play, this.playLabel);
  }

  dress(named = this.dark.matches ? "dark" : "light") {
    const { shared } = this;
    this.table.setStyle(coloursOf(shared, this.palette, named), shared.themes[named].table);
    if (this.board) this.players.show(this.board, this.ahead);
  }

  /** @param {string} colour */
  colourOf(colour) {
    return colourIn(this.shared.palettes[this.palette].uniforms, colour);
  }

  /** @param {string} text */
  say(text) {
    one("said").textContent = text;
    clearTimeout(this.forget);
    this.forget = setTimeout(() => { one("said").textContent = ""; }, 8000);
  }

  /** @param {string} text */
  fail(text) {
    this.problem = begun(this.withoutBoard(text));
    one("problem").textContent = ""; // the same again is heard again
    this.showProblem(this.problem);
    clearTimeout(this.forgetProblem);
    this.forgetProblem = setTimeout(() => {
      this.problem = "";
      this.showProblem("");
    }, 10000);
  }

  // A refusal names its board for mails and commands; here it is this one.
  /** @param {string} text */
  withoutBoard(text) {
    return text.replace(new RegExp(`^\\S+ ${this.board.board}\\s?: `), "");
  }

  // At the board, unless that is scrolled away: then at the end of what is seen.
  /** @param {string} text */
  showProblem(text) {
    const problem = one("problem");
    write(problem, text);
    problem.classList.remove("away");
    if (text) problem.classList.toggle("away", problem.getBoundingClientRect().top < 0);
  }
}
