// The page of a board: what the server says of it, what one does to it.

import "../server/menu.js";
import { clamp } from "../page/drawing/camera.js";
import { nameOf } from "../page/names.js";
import { SpokenPosition } from "../page/spoken.js";
import { tr } from "../page/texts.js";
import { trWord } from "../page/words.js";
import { remember, remembered } from "../server/remembered.js";
import { Seats } from "../server/seats.js";
import { Turns } from "../server/turns.js";
import { holdLobby, Waiting } from "../server/waiting.js";
import { Alerts } from "./alerts.js";
import { BlindTable } from "./blind_table.js";
import { one } from "./elements.js";
import { alike, boardAfter } from "./event_state.js";
import { Guide } from "./guide.js";
import { listen } from "./input.js";
import { write } from "./live_region.js";
import { MoveInput } from "./move_input.js";
import { Net, Stream } from "./net.js";
import { OFFERS } from "./offers.js";
import { Moves, Players } from "./panel.js";
import { Push } from "./push.js";
import { Review } from "./review.js";
import { SceneCache } from "./scene_cache.js";
import { Sending } from "./sending.js";
import { Settings } from "./settings.js";
import { Share } from "./share.js";
import { Sounds } from "./sounds.js";
import { LiveTable } from "./table.js";
import { Talk } from "./talk.js";
import { begun, BoardView } from "./view.js";

// A seat's link. Chats and mails put what stands behind a link into its address, such as a full stop.
const WHOLE_SEAT = /^#(?:.*&)?seat=([\w-]{43})/;
const WHOLE_WATCH = /^#(?:.*&)?watch=([\w-]{43})/;
const HOLD = 100; // milliseconds that words wait for their scene
const FLASHED = 5000, ANSWERED = 10000; // milliseconds for which news and answers to offers are shown
const PART = 64; // positions of a long game that are asked for at a time

// What the end says of ourselves, in the words of server/play/words.py; empty where it says nothing of us.
/**
 * @param {string | null} reason
 * @param {string} name
 */
function ownDeed(reason, name) {
  const told = [
    [tr("{name} did not make a first move; the game is aborted", { name }), tr("You did not make a first move; the game is aborted")],
    [tr("{name} declined the game", { name }), tr("You declined the game")],
    [tr("{name} withdrew the game", { name }), tr("You withdrew the game")],
    [tr("{name} aborted the game", { name }), tr("You aborted the game")],
    [tr("{name} did not answer in time", { name }), tr("You did not answer in time")],
    [tr("{name} did not come in time", { name }), tr("You did not come in time")],
  ];
  return told.find(([theirs]) => theirs === reason)?.[1] ?? "";
}

export class LivePage extends BoardView {
  /** @param {{ board: Board, shared: SharedData, secret: string, net: Net, game: GameWords, first: boolean }} start */
  constructor({ board, shared, secret, net, game, first }) {
    super();
    this.net = net;
    this.secret = secret;
    this.game = game;
    this.shared = shared;
    this.sceneCache = new SceneCache(shared);
    /** @type {Place[]} */
    this.plies = []; // places by ply
    this.ply = 0; // what is looked at
    /** @type {string[] | null} */
    this.line = null; // moves that are tried, behind `from`; null while nothing is
    this.from = 0;
    /** @type {Board | null} */
    this.left = null; // the board as it was when trying began
    /** @type {Place[]} */
    this.tried = []; // their places
    /** @type {PendingMove | null} */
    this.sending = null; // a move on its way
    this.sender = new Sending(this);
    this.palette = "classic";
    /** @type {Spot | null} */
    this.pointer = null; // where it rests, if it does
    /** @type {string | null} */
    this.over = null; // the target there
    this.asking = this.asksAgain = false; // whether the server is asked what lies there, and will be again
    this.byKeys = false; // whether keys have chosen last
    /** @type {PlaceTarget | BlockedPlace | null} */
    this.keysAt = null; // and where
    this.refreshes = this.meetings = this.tries = 0; // how often these were asked for
    this.signDue = 0; // when the next sign is given that we are here
    this.turned = 0; // how far the wheel is on its way to the next choice
    /** @type {Direction | null} */
    this.way = null; // an arrow that waits for the targets
    /** @type {Click | null} */
    this.clicked = null; // a click that waits for them
    this.pinned = false; // whether a click has chosen, and waits for another one
    this.talk = new Talk(this);
    this.settings = new Settings(this);
    this.alerts = new Alerts(this);
    this.sounds = new Sounds(this);
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.moveInput = new MoveInput(net, this.sceneCache, () => this.chosen(), (text) => this.play(text));
    this.players = new Players(one("players"), (colour) => this.colourOf(colour));
    /** @type {Moves} */
    this.list = new Moves(one("moves"), (ply) => this.look(ply));
    this.take(board);
    this.guide = new Guide(this, first);
    this.review = new Review(this);
    this.push = new Push(this);
    this.share = new Share(this);
  }

  async start() {
    await this.load();
    this.ply = this.board.ply;
    this.open();
    this.dress();
    listen(this);
    this.look(this.ply, false);
    this.meet();
    const turns = this.settings.guest ? null : (/** @type {TurnNews} */ news) => this.turnsCame(news);
    this.stream = new Stream(this.net, this.board.events, (event) => this.heard(event), () => this.refresh(), turns);
    this.stream.stands = () => this.giveSign();
    window.addEventListener("pagehide", () => this.leave());
    if (this.own && this.secret && this.secret !== this.board.watch) this.keepSeat();
    if (this.own) this.talk.recall();
    else if (WHOLE_SEAT.test(location.hash)) one("seat-taken").hidden = false;
    else if (location.hash.length > 1 && !WHOLE_WATCH.test(location.hash)) one("watching").hidden = false;
    this.arrive();
    this.sender.resume();
    this.review.load();
    if (this.own) Turns.keep(); // a player who loads the page anew off line is told so, a guest as well
  }

  // Let this browser keep the seat, and then its link stand no longer where others can read it. What the
  // page's place in the history keeps counts before: another tab may have the other seat.
  keepSeat() {
    const { secret, board: { board } } = this;
    Seats.keep(board, secret);
    if (location.hash && Seats.of(board) === secret) history.replaceState({ seat: secret }, "", location.pathname);
  }

  // Say that we are there: a game begins when both are. Not for a page that nobody sees yet.
  arrive() {
    const { state, own, seats } = this.board;
    const late = own.some((seat) => !seats[seat].here && !seats[seat].asked);
    if (state === "open" && late && !document.hidden) this.act("/come", "POST", undefined, true);
  }

  // Let the other one see that we are at the board. An answer to what the server says: a page that sleeps, or
  // has no network, says nothing, and timers of a page in the background would come too late.
  async giveSign() {
    if (!this.isSeen || performance.now() < this.signDue) return;
    this.signDue = Infinity;
    try {
      const { again } = await this.net.json("/here", { method: "POST" });
      if (again !== null) this.signDue = performance.now() + 1000 * again;
      else this.adopt({ ...this.board, seats: this.board.seats.map((seat) => ({ ...seat, present: null })) });
    } catch {
      this.signDue = 0; // the next word of the server is another chance
    }
  }

  // The page is closed, or left for another one: the other one need not wait for signs that do not come.
  leave() {
    if (!this.isSeen || !this.signDue) return;
    this.signDue = 0;
    this.net.json("/here", { method: "DELETE", keepalive: true }).catch(() => {}); // then it is noticed later
  }

  // Whether somebody is to see that we are at the board.
  get isSeen() {
    const { state, own, clock, seats } = this.board;
    return state !== "open" && own.length > 0 && clock.live && !seats.some(({ level }) => level);
  }

  get own() {
    return this.board.own.length > 0;
  }

  get seat() {
    const { own, turn } = this.board;
    return own.length > 1 && turn !== null ? turn : own[0];
  }

  get mine() {
    const { state, own, turn } = this.board;
    return state === "active" && turn !== null && own.includes(turn);
  }

  // -- what the server says

  /** @param {Board} board */
  take(board) {
    this.board = board;
    if (board.now !== null) this.ahead = board.now - Date.now() / 1000;
  }

  // Ask for the board as it is now; of several times that this is wanted the last one is answered.
  async refresh() {
    const asking = ++this.refreshes;
    try {
      const board = await this.net.json("", { needed: () => asking === this.refreshes });
      if (board) this.adopt(board);
    } catch (error) {
      this.fail(error.message);
    }
  }

  // The board as it is now: its moves may have become more, fewer or others. The scene comes while the
  // server is asked what can be played. Words wait a moment for it, so that all is drawn at once.
  /** @param {Board} board */
  adopt(board) {
    const was = this.board;
    if (board.events < was.events) return undefined;
    const common = alike(was.moves, board.moves);
    if (this.line && this.from > common) this.tryFrom(common); // what it began with was taken back
    const following = !this.line && this.ply >= was.ply;
    this.take(board);
    this.sender.check();
    this.saySignedOut(was);
    this.plies.length = Math.min(this.plies.length, common + 1);
    if (!this.line && (common < was.ply || board.ply !== was.ply)) this.moveInput.clear();
    if (following || (!this.line && this.ply > board.ply)) this.ply = board.ply;
    this.holding = true;
    setTimeout(() => { if (this.holding) this.show(); }, HOLD);
    this.offer();
    this.announce(was);
    if (this.talk.planned) this.talk.plans(); // one may have been played, or be out of place now
    this.loading = (this.loading || Promise.resolve()).then(() => this.catchUp()).catch(() => this.show());
    return this.loading;
  }

  // The account was signed out, in another tab, and the seat is no longer ours: the page only watches.
  /** @param {Board} was */
  saySignedOut(was) {
    const { board } = this;
    if (board.own.length) one("signed-out").hidden = true;
    else if (was.own.length && board.state !== "open") {
      write(one("signed-out-text"), tr("You are no longer signed in as {name}: you only watch.", { name: nameOf(was.seats[was.own[0]]) }));
      one("signed-out").hidden = false;
      const mine = document.getElementById("my-turn");
      const way = one("signed-out").querySelector("a");
      if (mine && way) mine.replaceWith(way.cloneNode(true));
    }
  }

  // Get the positions that have come, and show what is looked at.
  async catchUp() {
    const { sending } = this;
    const missing = this.board.ply + 1 - this.plies.length;
    if (missing > 0) await this.load();
    const place = this.placeAt(this.ply);
    if (sending && sending.ply <= this.board.ply) {
      this.sender.drop(sending);
      this.sending = null;
    }
    if (place && missing === 1 && sending) this.sounds.land(place.row, false);
    if (place !== this.table.place) this.look(this.ply, missing === 1 && !sending);
    else this.show();
  }

  // The positions that are missing; of a board that was another one meanwhile they are dropped. Of many
  // the last ones come.
  async load() {
    const { moves, ply, events } = this.board;
    const first = Math.max(this.plies.length - 1, 0);
    const path = `/positions?first=${first}&ply=${ply}&event=${events}`;
    const book = this.sceneCache.open(await this.net.scenes(path));
    if (alike(moves, this.board.moves) < ply || Math.max(this.plies.length - 1, 0) !== first) return;
    const { own, seats } = this.board;
    this.sceneCache.seeFrom(book, own.length === 1 ? seats[own[0]].colour : "");
    this.put(book);
  }

  /** @param {Positions} book */
  put(book) {
    book.spoken = new SpokenPosition(one("words"), book);
    book.nodes.forEach((row, node) => {
      if (node || !this.plies[book.first]) this.plies[book.first + node] = { book, row, node };
    });
  }

  // Get the positions of a long game around the one that is looked at, and show it.
  async earlier() {
    if (this.getting) return;
    const { moves } = this.board;
    const first = this.ply - this.ply % PART, end = Math.min(first + PART - 1, moves.length);
    this.getting = true;
    try {
      const path = `/positions?first=${first}&ply=${end}`;
      const book = this.sceneCache.open(await this.net.scenes(path));
      if (alike(moves, this.board.moves) >= end) this.put(book);
    } catch (error) {
      this.fail(error.message);
      return;
    } finally {
      this.getting = false;
    }
    this.look(this.ply);
  }

  /** @param {BoardEvent} event */
  heard(event) {
    if (event.kind === "chat") this.talk.hear(event, true);
    if (event.kind === "rematch") this.rematchAt(event.board, this.own);
    if (event.kind === "answer" && !event.accepted) this.turnedDown(event);
    else if (event.kind === "answer" && event.what === "undo") this.agreed(event);
    if (event.kind === "plan") this.say(tr("A conditional move could not be played: {move} ({reason})", { move: event.move, reason: event.reason }));
    if (event.kind === "move") this.sayPlanned(event);
    if (event.kind === "analysis") this.review.load();
    if (event.kind === "chat" || event.number <= this.board.events) return;
    const board = boardAfter(this.board, event);
    if (board) {
      this.adopt(board);
      return;
    }
    clearTimeout(this.soonRefresh); // several that come at once are looked at once
    this.soonRefresh = setTimeout(() => this.refresh(), 0);
  }

  // The server has played a conditional move.
  /** @param {MoveEvent} event */
  sayPlanned({ number, seat, ply, text }) {
    const { board: { events, own }, sending } = this;
    if (number <= events || own.length !== 1 || own[0] !== seat || sending?.ply === ply) return;
    if (this.talk.known.some(({ move }) => move === text)) this.proclaim("plan", tr("Your conditional move {move} was played", { move: text }), ANSWERED);
  }

  // What awaits the account, on this board and others.
  /** @param {TurnNews} news */
  turnsCame(news) {
    if (Turns.take(news)) Turns.keep();
    this.alerts.show();
    this.showNext();
  }

  // The next game where it is our turn; null where there is none.
  get nextBoard() {
    return Turns.boards.find((board) => board !== this.board.board) ?? null;
  }

  toNext() {
    const { nextBoard } = this;
    if (nextBoard === null) this.say(tr("It is not your turn in any other game."));
    else location.href = `/board/${nextBoard}`;
  }

  // What was proposed is not agreed to, or is taken back: said to the other one, and to who watches.
  /** @param {AnswerEvent} event */
  turnedDown({ seat, what }) {
    const { offer, own, seats } = this.board;
    if (own.length === 1 && own[0] === seat) return;
    const back = offer && offer.seat === seat;
    this.proclaim("answer", OFFERS[what][back ? "back" : "refused"](nameOf(seats[seat])), ANSWERED);
  }

  // Moves are taken back: nothing else tells who asked for it that it was granted.
  /** @param {AnswerEvent} event */
  agreed({ seat }) {
    const { own, seats } = this.board;
    if (own.length === 1 && own[0] === seat) return;
    this.proclaim("answer", tr("{name} agrees to taking back a move", { name: nameOf(seats[seat]) }), ANSWERED);
  }

  /** @param {Board} was */
  announce(was) {
    const { board } = this;
    if (was.offer && !board.offer && board.ply > was.ply && board.state === "active" && this.ours(was.offer)) {
      this.proclaim("answer", OFFERS[was.offer.what].on(nameOf(board.seats[1 - was.offer.seat])));
    }
    // In its place stands another one: the first is not just gone.
    const { offer } = was;
    if (offer && board.offer && offer.what !== board.offer.what) {
      const said = OFFERS[offer.what], back = offer.seat === board.offer.seat;
      if (!this.ours(board.offer)) this.proclaim("answer", said[back ? "back" : "refused"](nameOf(board.seats[board.offer.seat])), ANSWERED);
      else if (this.ours(offer)) this.proclaim("answer", said.replaced, ANSWERED);
    }
    if (was.state === "open" && board.state === "active" && this.own) this.proclaim("begun", tr("The game has begun"));
    const swapped = was.seats[0].colour !== board.seats[0].colour && was.ply <= board.ply;
    if (swapped && this.swap) this.flash(this.swap); // heard as the state
    else if (swapped) this.proclaim("colours", this.swapText());
    // Whatever brought the end, a board that is over by now can be analysed.
    if (was.state !== "over" && board.state === "over") this.review.load();
    this.alerts.notify(was);
    this.meet(was);
  }

  // Ask who sits there, where somebody else does, or their ratings may have changed.
  /** @param {Board | null} was */
  async meet(was = null) {
    const { seats, state } = this.board;
    if (was && was.state === state && seats.every(({ name }, at) => name === was.seats[at].name)) return;
    const meeting = ++this.meetings;
    try {
      const met = await this.net.json("/people", { needed: () => meeting === this.meetings });
      if (!met) return;
      this.players.people = met.people;
      this.players.show(this.board, this.ahead);
      this.showActs();
    } catch {
      // names alone do
    }
  }

  ending() {
    const { outcome, own, seats } = this.board;
    if (!outcome) return "";
    const ours = own.length === 1;
    if (outcome.kind === "time" && outcome.winner !== null) {
      if (ours) return own[0] === outcome.winner ? tr("You win on time.") : tr("You lost on time.");
      return tr("{name} wins on time.", { name: nameOf(seats[outcome.winner]) });
    }
    const who = outcome.winner === null ? tr("The game is over") : !ours ? tr("{name} wins", { name: nameOf(seats[outcome.winner]) })
      : own[0] === outcome.winner ? tr("You win") : tr("You lose");
    // A sentence of its own: some reasons begin with who wins, by the colour. A name stays as it is written.
    if (outcome.kind === "resignation" && outcome.winner !== null) {
      const { colour } = seats[1 - outcome.winner], name = nameOf(seats[1 - outcome.winner]);
      const how = ours && own[0] !== outcome.winner ? tr("You resigned.") : tr("{name} ({colour}) resigned.", { name, colour: trWord(colour) });
      return `${who}. ${how}`;
    }
    const me = ours ? seats[own[0]] : null;
    const did = me ? ownDeed(outcome.reason, nameOf(me)) : "";
    if (did) return `${who}. ${did}.`;
    const named = seats.some((seat) => outcome.reason?.startsWith(`${nameOf(seat)} `));
    const reason = outcome.reason ? `. ${named ? outcome.reason : begun(outcome.reason)}.` : "";
    return who + reason;
  }

  // Say something to who looks at the board, and to who hears the page.
  /**
   * @param {string} about
   * @param {string} text
   * @param {number} [time]
   */
  proclaim(about, text, time = FLASHED) {
    this.flash(text, time);
    this.announcer.announce(about, "");
    this.announcer.announce(about, text);
  }

  // Show something below the board for a while, or until the next input.
  /**
   * @param {string} text
   * @param {number} [time] milliseconds, that of a page which is not seen not counted
   */
  flash(text, time = FLASHED) {
    this.banner(text);
    // While its place is scrolled away: at the end of what is seen.
    one("banner").classList.toggle("away", one("banner").getBoundingClientRect().top < 0);
    clearTimeout(this.forgetBanner);
    const over = new AbortController();
    const forget = () => {
      over.abort();
      clearTimeout(this.forgetBanner);
      this.forgetBanner = 0;
      this.showEnd();
    };
    this.forgetBanner = setTimeout(() => {
      if (document.hidden) document.addEventListener("visibilitychange", () => { this.forgetBanner = setTimeout(forget, time); }, { once: true, signal: over.signal });
      else forget();
    }, time);
    // Whoever goes on has read it.
    for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, forget, { signal: over.signal });
  }

  /** @param {string} text */
  banner(text) {
    one("banner").textContent = text;
    one("banner").hidden = !text;
    one("banner").classList.remove("away");
  }

  // How the game ended stays where it is looked at: the panel that says it may be below the screen.
  showEnd() {
    const over = this.board.state === "over", atEnd = this.line === null && this.ply === this.board.ply;
    // Below the board the hand has nothing any longer then, and all of what was played last is seen. At once,
    // whatever else is still said: a button that made way only when it is pressed would miss the click.
    one("banner").classList.toggle("below", over);
    if (!this.forgetBanner) this.banner(atEnd && over ? this.ending() : "");
  }

  // -- where we look

  open() {
    try {
      this.table = new LiveTable(one("table"), this.sceneCache, remembered("view") === "top" ? "top" : "corner");
    } catch (error) {
      this.fail(tr("This browser cannot show 3D here ({reason}): the board is a drawing, and you choose moves by words.", { reason: error.message }));
      document.body.classList.add("flat");
      this.table = new BlindTable();
      one("by-words").open = true;
    }
    addEventListener("beforeprint", () => this.print());
    one("spread").hidden = this.plies[this.ply].row.spread === undefined;
  }

  // Paper is light, whatever the screen is.
  print() {
    this.dress("light");
    this.table.copyTo(one("paper"));
    this.dress();
  }

  // Look at the position after so many moves; those that are tried count on.
  /**
   * @param {number} ply
   * @param {boolean} [animated]
   */
  look(ply, animated = false) {
    const back = ply < this.ply;
    this.ply = clamp(ply, 0, this.line ? this.from + this.line.length : this.board.ply);
    const place = this.placeAt(this.ply);
    if (!place) {
      if (!this.line || this.ply <= this.from) this.earlier();
      return;
    }
    this.table.go(place, animated);
    if (animated && !back) this.sounds.land(place.row, true);
    this.show();
    this.offer();
  }

  /**
   * @param {number} ply
   * @returns {Place | undefined}
   */
  placeAt(ply) {
    if (this.line && ply > this.from) return this.tried[ply - this.from - 1];
    return this.plies[ply];
  }

  // Whether the position shown is the one to be played in.
  get playing() {
    return this.line !== null || (this.ply === this.board.ply && this.mine && !this.sending);
  }

  // An arrow with nothing to choose steps through the moves.
  /** @param {Direction} direction */
  step([right, up]) {
    this.look(this.ply + (right || -up), true);
  }

  // Ask for what can be played here.
  offer() {
    if (!this.playing) {
      this.moveInput.clear();
      return;
    }
    const query = this.line === null
      ? `ply=${this.ply}`
      : [`ply=${this.from}`, ...this.line.slice(0, this.ply - this.from).map((text) => (
        `line=${encodeURIComponent(text)}`))].join("&");
    if (this.moveInput.query !== query) this.moveInput.begin(query, this.line ? "" : `&event=${this.board.events}`);
  }

  // -- what is done

  /** @param {string} text */
  async play(text) {
    if (this.line !== null) {
      await this.tryOut(text);
      return;
    }
    if (this.sending) return;
    this.talk.calm();
    await this.sender.send({ move: text, ply: this.board.ply + 1 });
  }

  /** @param {string} text */
  async tryOut(text) {
    const line = this.line = [...(this.line ?? []).slice(0, this.ply - this.from), text];
    const tried = ++this.tries;
    this.tried.length = line.length - 1;
    const query = [`first=${this.from + line.length - 1}`, `ply=${this.from}`,
                   ...line.map((move) => `line=${encodeURIComponent(move)}`)].join("&");
    try {
      const found = await this.net.scenes(`/positions?${query}`, { needed: () => this.line === line && tried === this.tries });
      if (!found) return;
      const book = this.sceneCache.open(found);
      book.spoken = new SpokenPosition(one("words"), book);
      const node = book.nodes.length - 1;
      this.tried.push({ book, row: book.nodes[node], node });
      this.moveInput.clear();
      this.look(this.from + line.length, true);
    } catch (error) {
      line.pop();
      this.fail(error.message);
    }
  }

  // Try a whole line from a position of the game on, and look at its first move; mark some places.
  /**
   * @param {number} from
   * @param {string[]} line
   * @param {string[]} [marked]
   */
  async playOut(from, line, marked = []) {
    const query = [`first=${from}`, `ply=${from}`, ...line.map((move) => `line=${encodeURIComponent(move)}`),
                   ...marked.map((place) => `mark=${encodeURIComponent(place)}`)].join("&");
    const tried = ++this.tries;
    try {
      const found = await this.net.scenes(`/positions?${query}`, { needed: () => tried === this.tries });
      if (!found) return;
      /** @type {Positions} */
      const book = this.sceneCache.open(found);
      book.spoken = new SpokenPosition(one("words"), book);
      if (this.line === null) this.left = this.board;
      this.line = line.slice();
      this.from = from;
      this.tried = book.nodes.slice(1).map((row, index) => ({ book, row, node: index + 1 }));
      this.moveInput.clear();
      this.look(from + 1, true);
      one("board").scrollIntoView({ block: "nearest" });
    } catch (error) {
      this.fail(error.message);
    }
  }

  // Look at a position of the game, whatever is tried.
  /** @param {number} ply */
  lookBack(ply) {
    if (this.line) this.analyse(false, ply);
    else this.look(ply);
  }

  /**
   * @param {boolean} on
   * @param {number} [ply]
   */
  analyse(on, ply = this.board.state === "over" ? this.from : this.board.ply) {
    if (on) {
      this.left = this.board;
      this.tryFrom(this.ply);
      window.scrollTo(0, 0); // on a phone the button stands far below the board
    } else {
      this.line = null;
      this.from = this.ply;
      this.tried = [];
      this.moveInput.clear();
    }
    this.look(on ? this.ply : ply);
  }

  // Try moves from a position of the game on. Nothing but a button leads back to the game, so that no
  // click that was to try something plays it.
  /** @param {number} ply */
  tryFrom(ply) {
    this.line = [];
    this.from = this.ply = ply;
    this.tried = [];
    this.moveInput.clear();
  }

  stepOut() {
    if (!this.line) return;
    this.line.pop();
    this.tried.pop();
    this.moveInput.clear();
    this.look(this.from + this.line.length);
  }

  /**
   * @param {string} path
   * @param {string} [method]
   * @param {object | undefined} [body]
   * @param {boolean} [safe] whether it may be done again without harm
   */
  async act(path, method = "POST", body = undefined, safe = false) {
    try {
      await this.adopt(await this.net.json(path, { method, body, safe }));
    } catch (error) {
      this.fail(error.message);
      this.refresh(); // it may have been done all the same
    }
  }

  // Answer what is shown, and nothing that has come in its place meanwhile.
  /** @param {boolean} accepted */
  async answer(accepted) {
    const { offer } = this.board;
    const shown = offer && !this.asked ? offer : { what: "game" };
    await this.act("/answer", "POST", { accepted, ...shown });
  }

  /**
   * @param {string} text
   * @param {() => void} act
   */
  async sure(text, act) {
    const dialog = one("sure");
    one("sure-text").textContent = text;
    dialog.returnValue = "";
    dialog.showModal();
    dialog.onclose = () => { if (dialog.returnValue === "yes") act(); };
  }

  async takeSeat() {
    try {
      const as = one("as").value;
      const joined = await this.net.json("/join", { method: "POST", body: { as } });
      if (as) remember("name", as); // an account has no such field
      if (joined.secret) history.replaceState(null, "", `#seat=${joined.secret}`);
      location.reload();
    } catch (error) {
      this.fail(error.message);
      this.refresh();
    }
  }

  /** @param {string} name */
  async rename(name) {
    try {
      await this.net.json("/name", { method: "PUT", body: { name } });
      remember("name", name);
      this.say(tr("Saved."));
    } catch (error) {
      this.fail(error.message);
    }
  }

  // There is a rematch: who agreed to it just now goes there.
  /**
   * @param {number} number
   * @param {boolean} [now]
   */
  rematchAt(number, now = false) {
    const { watch, own } = this.board;
    const kept = watch && !own.length ? `#watch=${watch}` : this.secret && `#seat=${this.secret}`;
    const address = `/board/${number}${kept}`;
    const button = one("rematch");
    button.hidden = false;
    button.textContent = tr("Go to the rematch");
    button.onclick = () => { location.href = address; };
    if (now) button.click();
  }

  async rematch() {
    try {
      const board = await this.net.json("/rematch", { method: "POST" });
      if (board.board === this.board.board) this.adopt(board);
      else this.rematchAt(board.board, true);
    } catch (error) {
      this.fail(error.message);
    }
  }

  // A day where days are counted, else a minute.
  get gift() {
    return this.board.clock.live ? 60 : 86400;
  }

  // The usual view or that from above, which the next board shows first.
  /** @param {string} view */
  view(view) {
    this.table.look(view);
    remember("view", view);
  }

  // Spread the levels in the next way, or not any longer.
  spread() {
    if (one("spread").hidden) return;
    this.table.setSpread(this.table.nextSpread);
    one("spread").setAttribute("aria-pressed", String(this.table.spread !== ""));
  }

  async copyLink(seat = "") {
    const { watch } = this.board;
    const secret = seat ? `#seat=${seat}` : watch && `#watch=${watch}`;
    const link = `${location.origin}${location.pathname}${secret ?? ""}`;
    try {
      await navigator.clipboard.writeText(link);
      this.say(tr("The link is copied."));
    } catch {
      this.say(link);
    }
  }
}

async function begin() {
  const number = Number(document.body.dataset.board);
  // Left over from the address of the form that led here.
  if (location.hash === "#refused") history.replaceState(history.state, "", location.pathname);
  const link = location.hash.slice(1); // without one the browser may have kept the seat
  const watch = WHOLE_WATCH.exec(location.hash)?.[1]; // one's own seat counts for more
  const kept = link && !watch ? WHOLE_SEAT.exec(location.hash)?.[1] : history.state?.seat ?? Seats.of(number);
  const secret = kept || watch || "";
  const net = new Net(number, secret);
  try {
    const [board, shared, games] = await Promise.all([
      net.json(""), net.scenes("/shared"), net.json("", { base: "/api/games" }),
    ]);
    const { options, colours, about } = /** @type {GameRow[]} */ (games.games).find(({ game }) => game === board.game) ?? { options: [], colours: [], about: "" };
    const game = {
      colours,
      about,
      defaults: Object.fromEntries(options.map((option) => [option.name, option.default])),
      titles: Object.fromEntries(options.map((option) => [option.name, option.title])),
    };
    const first = new URLSearchParams(link).has("first");
    const page = new LivePage({ board, shared, secret, net, game, first });
    await page.start();
    waitMeanwhile(number);
  } catch (error) {
    const cut = link && !secret ? tr("This link is not complete. Ask for the whole link.") : "";
    one("problem").textContent = `${begun(error.message)}${cut && `. ${cut}`}`;
    throw error;
  }
}

// Whoever waits in the lobby for somebody else meanwhile goes there when they come.
/** @param {number} board */
function waitMeanwhile(board) {
  holdLobby({
    quiet: true,
    wanted: () => Waiting.all().length > 0,
    told: ({ kind, data }) => {
      if (kind === "begun" && data.board !== board) Waiting.go(data.board);
      else Waiting.forget(data.board);
    },
  });
}

// Another seat's link, or the way back to one.
for (const name of ["hashchange", "popstate"]) window.addEventListener(name, () => location.reload());
begin();
