// The page of a board: what the server says of it, what one does to it.

const one = (name) => document.getElementById(name);

class LivePage {
  constructor({ board, shared, secret, net, game }) {
    this.net = net;
    this.secret = secret;
    this.game = game;
    this.shared = shared;
    this.books = new Books(shared);
    this.plies = []; // places by ply: {book, row}
    this.ply = 0; // what is looked at
    this.line = null; // moves that are tried, behind `from`; null while nothing is
    this.tried = []; // their places
    this.sending = null;
    this.palette = "classic";
    this.chats = [];
    this.unread = 0;
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.making = new Making(net, this.books, () => this.chosen(), (text) => this.play(text));
    this.players = new Players(one("players"), (colour) => this.colourOf(colour));
    this.list = new Moves(one("moves"), (ply) => this.look(ply));
    this.take(board);
  }

  async start() {
    await this.load(0);
    this.ply = this.board.ply;
    this.open();
    this.dress();
    this.listen();
    this.look(this.ply, false);
    this.stream = new Stream(this.net, this.board.events, (event) => this.heard(event), (stands, why) => {
      one("connection").textContent = stands ? "" : why || "No connection; trying again\u2026";
      document.body.classList.toggle("offline", !stands);
      if (stands && this.away) this.refresh();
      this.away = !stands;
    });
    if (this.own) this.remember();
    this.pending();
  }

  get own() {
    return this.board.own.length > 0;
  }

  get seat() {
    const { own, turn } = this.board;
    return own.length > 1 && turn !== null ? turn : own[0];
  }

  get mine() {
    return this.board.state === "active" && this.board.own.includes(this.board.turn);
  }

  // -- what the server says

  take(board) {
    this.board = board;
    this.ahead = board.now - Date.now() / 1000;
  }

  async refresh() {
    try {
      const board = await this.net.json("");
      this.adopt(board);
    } catch (error) {
      if (error.status) this.fail(error.message);
    }
  }

  // The board as it is now; one after the other, in the order in which they came.
  adopt(board) {
    const after = (this.adopting || Promise.resolve()).then(() => this.adoptNow(board));
    this.adopting = after.catch(() => {});
    return after;
  }

  // Its moves may have become more, fewer or others.
  async adoptNow(board) {
    const { moves } = this.board;
    const same = moves.findIndex((text, at) => board.moves[at] !== text);
    const kept = same < 0 ? Math.min(moves.length, board.moves.length) : same;
    const was = this.board;
    if (board.events < was.events) return;
    const following = this.line === null && this.ply >= was.ply;
    this.take(board);
    this.plies.length = Math.min(this.plies.length, kept + 1);
    if (board.ply > kept) await this.load(Math.max(this.plies.length - 1, 0));
    if (was.state !== board.state || was.turn !== board.turn || board.ply !== was.ply) this.making.clear();
    if (following || this.ply > board.ply) this.look(board.ply, board.ply === was.ply + 1);
    else this.show();
    this.announce(was);
  }

  // The positions from a ply on.
  async load(first) {
    const book = this.books.open(await this.net.again(() => this.net.scenes(`/positions?first=${first}`)));
    this.views = book.views;
    this.books.views = book.views;
    book.aloud = new Aloud(one("words"), book);
    book.nodes.forEach((row, node) => {
      if (node || !this.plies[first]) this.plies[first + node] = { book, row, node };
    });
  }

  heard(event) {
    const { kind } = event;
    if (kind === "chat") return this.chat(event, true);
    else if (kind === "rematch") this.rematchAt(event.board);
    else if (kind === "plan") this.say(`A conditional move could not be played: ${event.move} (${event.reason})`);
    clearTimeout(this.soonRefresh); // several that come at once are looked at once
    this.soonRefresh = setTimeout(() => this.refresh(), 0);
    return undefined;
  }

  announce(was) {
    const { board } = this;
    const ended = was.state !== "over" && board.state === "over";
    const swapped = was.seats[0].colour !== board.seats[0].colour && was.ply < board.ply;
    if (swapped) {
      const seat = board.seats[this.own ? this.seat : 0];
      this.banner(this.own ? `Colours are exchanged: you are ${seat.colour} now` : "Colours are exchanged");
    }
    if (ended) this.banner(this.ending());
    if (this.mine && was.ply < board.ply && document.hidden) document.title = `\u25cf ${this.title}`;
  }

  ending() {
    const { outcome, own, seats } = this.board;
    if (!outcome) return "";
    const reason = outcome.reason ? `: ${outcome.reason}` : "";
    if (outcome.winner === null) return `The game is over${reason}`;
    if (own.length === 1) return (own[0] === outcome.winner ? "You win" : "You lose") + reason;
    return `${seats[outcome.winner].name} wins${reason}`;
  }

  banner(text) {
    one("banner").textContent = text;
    one("banner").hidden = !text;
    clearTimeout(this.forgetBanner);
    this.forgetBanner = setTimeout(() => { one("banner").hidden = true; }, 6000);
  }

  // -- what is shown

  open() {
    this.books.views = this.views;
    try {
      this.table = new LiveTable(one("table"), this.books, "corner");
    } catch (error) {
      this.fail(`This browser shows no 3D picture here (${error.message}); the game can be played by words.`);
      document.body.classList.add("flat");
      this.table = new BlindTable();
      one("by-words").open = true;
    }
    one("spread").hidden = this.plies[0].row.spread === undefined;
  }

  // Look at the position after so many moves; those that are tried count on.
  look(ply, animated = false) {
    this.ply = clamp(ply, 0, this.line ? this.from + this.line.length : this.board.ply);
    const place = this.placeAt(this.ply);
    if (!place) return;
    this.table.go(place, animated);
    this.show();
    this.offer();
  }

  placeAt(ply) {
    if (this.line && ply > this.from) return this.tried[ply - this.from - 1];
    return this.plies[ply];
  }

  // Whether the position shown is the one to be played in.
  get playing() {
    return this.line !== null || (this.ply === this.board.ply && this.mine && !this.sending);
  }

  // Ask for what can be played here.
  offer() {
    if (!this.playing) {
      this.making.clear();
      return;
    }
    const query = this.line === null
      ? `ply=${this.ply}`
      : [`ply=${this.from}`, ...this.line.slice(0, this.ply - this.from).map((text) => (
        `line=${encodeURIComponent(text)}`))].join("&");
    if (this.making.query !== query) this.making.begin(query);
  }

  // Everything in words and buttons.
  show() {
    const { board } = this;
    const place = this.placeAt(this.ply);
    const line = this.line || [];
    const end = this.line ? this.from + line.length : board.ply;
    this.title = `${board.seats.map(({ taken, name }) => (taken ? name : "?")).join(" \u2013 ")}: ${board.title} ${board.board}`;
    document.title = this.mine && document.hidden ? `\u25cf ${this.title}` : this.title;
    one("title").textContent = `${board.title}, board ${board.board}`;
    const options = Object.entries(board.options).filter(([name, value]) => value !== this.game.defaults[name]);
    one("about").textContent = [
      ...options.map(([name, value]) => (typeof value === "boolean"
        ? `${this.game.titles[name]}: ${value ? "yes" : "no"}` : `${this.game.titles[name]}: ${value}`)),
      board.clock.text, board.rated ? "rated" : "not rated",
    ].join(", ");
    this.players.show(board, this.ahead);
    this.list.show(this.line ? board.moves.slice(0, this.from) : board.moves, line, this.ply);
    one("slider").max = String(end);
    one("slider").value = String(this.ply);
    one("slider").setAttribute("aria-valuetext", this.ply ? `move ${this.ply}` : "start");
    one("first").disabled = one("back").disabled = this.ply === 0;
    one("next").disabled = one("last").disabled = this.ply === end;
    one("state").textContent = this.stateText(place);
    one("facts").replaceChildren(...place.row.words.flatMap(([label, value]) => [
      element("dt", label), element("dd", value)]));
    place.book.aloud.tell(place.node);
    this.showOffer();
    this.showActs();
    this.chosen();
  }

  stateText(place) {
    const { board } = this;
    const here = this.line === null && this.ply === board.ply;
    if (here && board.state === "over") return this.ending();
    if (here && board.state === "open") return "Waiting for somebody to take the free seat.";
    const tried = this.line ? "Trying moves. " : "";
    const back = !this.line && this.ply < board.ply ? ` (move ${this.ply} of ${board.ply})` : "";
    const whose = here && board.state === "active"
      ? (this.mine ? " \u2013 your turn" : ` \u2013 ${board.seats[board.turn].name}'s turn`) : "";
    return tried + place.row.state + back + whose;
  }

  showOffer() {
    const { offer, seats } = this.board;
    one("offer").hidden = !offer;
    if (!offer) return;
    const what = { undo: "taking back a move", draw: "a draw", end: "ending the game without a result" }[offer.what];
    const ours = this.own && this.board.own.includes(offer.seat) && this.board.own.length === 1;
    one("offer-text").textContent = ours ? `You propose ${what}.` : `${seats[offer.seat].name} proposes ${what}.`;
    one("accept").hidden = ours || !this.own;
    one("reject").hidden = !this.own;
    one("reject").textContent = ours ? "Withdraw it" : "Reject";
  }

  showActs() {
    const { board, own } = this;
    const active = own && board.state === "active";
    const show = (name, when) => { one(name).hidden = !when; };
    show("join", board.state === "open" && !own);
    show("withdraw", board.state === "open" && own);
    show("rematch", own && board.state === "over" && board.seats.every(({ taken }) => taken));
    show("undo", active && board.ply > 0);
    show("draw", active);
    show("end", active);
    show("time", active && board.clock.start !== null && board.own.length === 1);
    show("resign", active);
    show("talk", own && board.own.length === 1 && board.seats.every(({ level }) => !level));
    show("notebook", own);
    one("analyse").setAttribute("aria-pressed", String(this.line !== null));
    show("step-out", this.line !== null && this.line.length > 0);
    show("plan", this.line !== null && active && this.fits());
    one("analysis-text").textContent = this.line === null
      ? "Try moves for both sides; nobody else sees them." : "Moves now are tried, not played.";
    if (board.after !== null && board.state === "over") this.rematchAt(board.after);
  }

  // Whether the moves tried end with an answer of ours to what the other may play.
  fits() {
    const { board, line } = this;
    const whole = this.from === board.ply && this.ply === this.from + line.length;
    return whole && line.length > 1 && (board.turn + line.length - 1) % 2 === this.seat;
  }

  // What is chosen of a move in the making.
  chosen() {
    if (!this.table) return;
    const { making, table } = this;
    table.setPlaces(this.playing ? making.places : null);
    if (making.places && making.places !== this.offered) requestAnimationFrame(() => this.pointAgain());
    this.offered = making.places;
    table.setGhost(this.playing ? making.ghost : null);
    const { choice, choices } = making;
    one("confirm").hidden = !choice;
    one("confirm").textContent = choice ? (choice.whole ? "Play" : "Go on") : "Play";
    one("let-go").hidden = !(making.steps.length || (making.target !== null && making.targets.length > 1));
    one("let-go").textContent = making.target !== null && making.targets.length > 1 ? "Let go" : "Step back";
    one("keys").replaceChildren(...(choices && choices.choices.length > 1 ? choices.choices.map((each, index) => {
      const button = element("button", each.key || each.text, { type: "button" });
      button.setAttribute("aria-pressed", String(index === making.index));
      button.title = each.words || each.text;
      button.addEventListener("click", () => making.take(index));
      return button;
    }) : []));
    one("others").replaceChildren(...(this.playing && making.places && !choice ? making.places.others : []).map((text) => {
      const button = element("button", text[0].toUpperCase() + text.slice(1), { type: "button" });
      button.addEventListener("click", () => this.play(text));
      return button;
    }));
    one("prompt").textContent = this.promptText();
    one("problem").textContent = making.problem || this.problem || "";
    this.showWords();
  }

  promptText() {
    const { making, board } = this;
    if (this.sending) return "Sending your move\u2026";
    const { choice } = making;
    if (choice) return [choice.text, choice.words].filter(Boolean).join(": ");
    if (!this.playing || !making.query) {
      if (board.state !== "active" || this.line) return "";
      if (this.ply !== board.ply) return this.mine ? "Your turn: End goes back to the game." : "";
      return this.own && !this.mine ? `${board.seats[board.turn].name} is thinking.` : "";
    }
    if (!making.places) return "";
    if (making.places.asks) return making.places.asks;
    const whose = this.line ? "Try a move" : "Your turn";
    return `${whose}: choose a place on the board.`;
  }

  // The same choice in two lists.
  showWords() {
    const { making } = this;
    const places = one("places"), ways = one("ways");
    const options = making.targets.map(({ text, all }) => [all.join(", "), text]);
    if (places.dataset.own !== options.join("\n")) {
      places.dataset.own = options.join("\n");
      places.replaceChildren(new Option("\u2013", ""), ...options.map(([shown, text]) => new Option(shown, text)));
    }
    places.value = making.target || "";
    places.disabled = !options.length;
    const found = making.choices ? making.choices.choices : [];
    ways.replaceChildren(...found.map(({ text, words }, index) => (
      new Option([text, words].filter(Boolean).join(": "), String(index), false, index === making.index))));
    ways.disabled = found.length < 2;
    one("play-words").disabled = !making.choice;
    one("play-words").textContent = making.choice && !making.choice.whole ? "Go on" : "Play";
  }

  dress() {
    const { shared } = this;
    const theme = shared.themes[this.dark.matches ? "dark" : "light"];
    this.table.setStyle({ ...theme.uniforms, ...shared.palettes[this.palette].uniforms }, theme.table);
    if (this.board) this.players.show(this.board, this.ahead);
  }

  colourOf(colour) {
    const { light_part: light, dark_part: dark } = this.shared.palettes[this.palette].uniforms;
    const shown = (part) => Math.round(255 * part ** (1 / 2.2));
    return `rgb(${(["light", "white"].includes(colour) ? light : dark).map(shown).join(" ")})`;
  }

  say(text) {
    one("said").textContent = text;
    clearTimeout(this.forget);
    this.forget = setTimeout(() => { one("said").textContent = ""; }, 8000);
  }

  fail(text) {
    this.problem = text;
    one("problem").textContent = text;
    clearTimeout(this.forgetProblem);
    this.forgetProblem = setTimeout(() => {
      this.problem = "";
      one("problem").textContent = "";
    }, 10000);
  }

  // -- what is done

  async play(text) {
    if (this.line !== null) {
      await this.tryOut(text);
      return;
    }
    await this.send({ move: text, ply: this.board.ply + 1 });
  }

  // Send a move until the server has heard it; also the one that a lost connection kept.
  async send(move) {
    this.sending = move;
    this.keep(move);
    this.chosen();
    try {
      const played = await this.net.surely("/moves", { method: "POST", body: move }, (why) => {
        one("connection").textContent = `${why} Your move ${move.move} is kept and sent again.`;
      });
      one("connection").textContent = "";
      this.sending = null;
      this.keep(null);
      await this.adopt(played.board);
    } catch (error) {
      this.sending = null;
      this.keep(null);
      this.fail(error.message);
      await this.refresh();
      this.making.clear();
      this.look(this.board.ply);
    }
  }

  get store() {
    return `boche ${this.board.board} ${this.seat}`;
  }

  keep(move) {
    try {
      if (move) sessionStorage.setItem(this.store, JSON.stringify(move));
      else sessionStorage.removeItem(this.store);
    } catch {
      // no storage: only a page that is closed meanwhile forgets
    }
  }

  // A move that was on its way when the page was left.
  pending() {
    let move = null;
    try {
      move = JSON.parse(sessionStorage.getItem(this.store));
    } catch {
      return;
    }
    if (move && move.ply === this.board.ply + 1 && this.mine) this.send(move);
    else this.keep(null);
  }

  async tryOut(text) {
    this.line = [...this.line.slice(0, this.ply - this.from), text];
    this.tried.length = this.line.length - 1;
    const query = [`first=${this.from + this.line.length - 1}`, `ply=${this.from}`,
                   ...this.line.map((each) => `line=${encodeURIComponent(each)}`)].join("&");
    try {
      const book = this.books.open(await this.net.scenes(`/positions?${query}`));
      book.aloud = new Aloud(one("words"), book);
      const node = book.nodes.length - 1;
      this.tried.push({ book, row: book.nodes[node], node });
      this.making.clear();
      this.look(this.from + this.line.length, true);
    } catch (error) {
      this.line.pop();
      this.fail(error.message);
    }
  }

  analyse(on) {
    this.line = on ? [] : null;
    this.from = this.ply;
    this.tried = [];
    this.making.clear();
    this.look(on ? this.ply : this.board.ply);
  }

  stepOut() {
    this.line.pop();
    this.tried.pop();
    this.making.clear();
    this.look(this.from + this.line.length);
  }

  async act(path, method = "POST", body = undefined) {
    try {
      await this.adopt(await this.net.json(path, { method, body }));
    } catch (error) {
      this.fail(error.message);
      if (error.status) this.refresh();
    }
  }

  async sure(text, act) {
    const dialog = one("sure");
    one("sure-text").textContent = text;
    dialog.returnValue = "";
    dialog.showModal();
    dialog.onclose = () => { if (dialog.returnValue === "yes") act(); };
  }

  async takeSeat() {
    try {
      const joined = await this.net.json("/join", { method: "POST", body: {} });
      if (joined.secret) {
        location.hash = `seat=${joined.secret}`;
      }
      location.reload();
    } catch (error) {
      this.fail(error.message);
      this.refresh();
    }
  }

  rematchAt(number) {
    const seat = this.secret ? `#seat=${this.secret}` : "";
    const button = one("rematch");
    button.hidden = false;
    button.textContent = "Go to the rematch";
    button.onclick = () => { location.href = `/board/${number}${seat}`; };
  }

  async rematch() {
    try {
      const board = await this.net.json("/rematch", { method: "POST" });
      this.rematchAt(board.board);
      one("rematch").click();
    } catch (error) {
      this.fail(error.message);
    }
  }

  // -- chat, notes, plans

  chat(event, live) {
    const item = document.createElement("li");
    const name = this.board.seats[event.seat].name;
    item.append(element("b", `${name}: `), element("bdi", event.text));
    one("chat").append(item);
    one("chat").scrollTop = one("chat").scrollHeight;
    if (live && !one("talk").open && !this.board.own.includes(event.seat)) {
      this.unread += 1;
      one("unread").textContent = String(this.unread);
      this.say(`${name} writes: ${event.text}`);
    }
  }

  async remember() {
    try {
      const [{ notes }, { plans }] = await Promise.all([this.net.json("/notes"), this.net.json("/plans")]);
      one("notes").value = notes;
      this.showPlans(plans);
      const { events } = await this.net.json("/talk");
      events.forEach((event) => this.chat(event, false));
    } catch (error) {
      if (error.status) this.fail(error.message);
    }
  }

  showPlans(plans) {
    one("plans").replaceChildren(...plans.map(({ path, move }) => (
      element("li", path ? `if ${path.join(", ")}: ${move}` : move))));
    one("clear-plans").hidden = !plans.length;
  }

  async plan() {
    const path = this.line.slice(0, -1), move = this.line[this.line.length - 1];
    try {
      const { plans } = await this.net.json("/plans", { method: "POST", body: { path, move } });
      this.showPlans(plans);
      this.say(`If ${path.join(", ")} is played, ${move} answers it.`);
    } catch (error) {
      this.fail(error.message);
    }
  }

  // -- listening

  listen() {
    const canvas = one("table");
    const on = (name, act) => one(name).addEventListener("click", act);
    const { making } = this;
    canvas.addEventListener("wheel", (event) => {
      if (event.ctrlKey || !making.choices || making.choices.choices.length < 2) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      this.turned = (this.turned || 0) + event.deltaY / (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 3 : 100);
      const notches = Math.trunc(this.turned);
      if (notches) making.cycle(Math.sign(notches));
      this.turned -= notches;
    }, { passive: false });
    this.followClicks(canvas);
    followPointers(canvas, this.table, () => {}, new AbortController().signal);
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("visibilitychange", () => { if (!document.hidden) document.title = this.title; });
    this.dark.addEventListener("change", () => this.dress());
    const acts = {
      first: () => this.look(0), back: () => this.look(this.ply - 1), next: () => this.look(this.ply + 1, true),
      last: () => this.look(Infinity), corner: () => this.table.look("corner"), top: () => this.table.look("top"),
      spread: () => this.spread(!this.table.spread),
      confirm: () => making.confirm(), "let-go": () => making.back(), "play-words": () => making.confirm(),
      accept: () => this.act("/answer", "POST", { accepted: true }),
      reject: () => this.act("/answer", "POST", { accepted: false }),
      undo: () => this.act("/offers", "POST", { what: "undo" }),
      draw: () => this.act("/offers", "POST", { what: "draw" }),
      end: () => this.act("/offers", "POST", { what: "end" }),
      time: () => this.act("/time", "POST", { seconds: this.gift }),
      resign: () => this.sure("Resign this game?", () => this.act("/resign")),
      withdraw: () => this.sure("Withdraw this game?", () => this.act("", "DELETE")),
      join: () => this.takeSeat(),
      rematch: () => { if (!one("rematch").onclick) this.rematch(); },
      analyse: () => this.analyse(this.line === null), "step-out": () => this.stepOut(), plan: () => this.plan(),
      "clear-plans": async () => this.showPlans((await this.net.json("/plans", { method: "DELETE" })).plans),
      copy: () => this.copyLink(),
    };
    for (const [name, act] of Object.entries(acts)) on(name, act);
    one("slider").addEventListener("input", () => this.look(Number(one("slider").value)));
    one("places").addEventListener("change", (event) => making.choose(event.target.value || null));
    one("ways").addEventListener("change", (event) => making.take(Number(event.target.value)));
    one("say").addEventListener("submit", (event) => {
      event.preventDefault();
      this.talk();
    });
    one("mute").addEventListener("change", (event) => {
      this.act("/mute", "PUT", { muted: event.target.checked });
    });
    one("talk").addEventListener("toggle", () => {
      this.unread = 0;
      one("unread").textContent = "";
    });
    one("notes").addEventListener("change", async (event) => {
      try {
        await this.net.json("/notes", { method: "PUT", body: { notes: event.target.value } });
        this.say("Kept.");
      } catch (error) {
        this.fail(error.message);
      }
    });
    for (const [name, { title }] of Object.entries(this.shared.palettes)) {
      one("palette").add(new Option(title, name, false, name === this.palette));
    }
    one("palette").addEventListener("change", (event) => {
      this.palette = event.target.value;
      this.dress();
    });
    one("record").href = `${this.net.base}/record.sgf`;
  }

  // A day where days are counted, else a minute.
  get gift() {
    return this.board.clock.start >= 86400 ? 86400 : 60;
  }

  async talk() {
    const text = one("saying").value.trim();
    if (!text) return;
    try {
      await this.net.json("/chat", { method: "POST", body: { text } });
      one("saying").value = "";
    } catch (error) {
      this.fail(error.message);
    }
  }

  spread(on) {
    if (one("spread").hidden) return;
    this.table.setSpread(on);
    one("spread").setAttribute("aria-pressed", String(on));
  }

  // A press that does not drag chooses; with a mouse, which has shown what it would do, it plays.
  followClicks(canvas) {
    const at = (event) => {
      const box = canvas.getBoundingClientRect();
      return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    };
    let down = null, fingers = 0, waiting = false;
    this.pointer = null;
    this.table.landed = () => this.pointAgain();
    canvas.addEventListener("pointerdown", (event) => {
      fingers += 1;
      down = fingers === 1 && event.button === 0 ? { x: event.clientX, y: event.clientY } : null;
      canvas.focus({ preventScroll: true });
    });
    canvas.addEventListener("pointermove", (event) => {
      if (down && Math.hypot(event.clientX - down.x, event.clientY - down.y) > SLACK) down = null;
      if (fingers || event.pointerType === "touch") return;
      this.pointer = at(event);
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        if (!this.pointer) return;
        const target = this.table.targetAt(this.pointer);
        if (target !== null || !this.byKeys) this.making.choose(target);
        if (target !== null) this.byKeys = false;
      });
    });
    canvas.addEventListener("pointerleave", (event) => {
      this.pointer = null;
      if (event.pointerType !== "touch" && !this.byKeys && this.making.targets.length > 1) this.making.choose(null);
    });
    const up = async (event) => {
      fingers = Math.max(fingers - 1, 0);
      const pressed = down !== null && event.type === "pointerup";
      down = null;
      if (!pressed) return;
      const target = this.table.targetAt(at(event));
      if (target === null) return;
      const again = this.making.target === target && this.making.choice;
      this.byKeys = false;
      if (event.pointerType === "touch") {
        // The first touch shows it; the next ones turn it, where there is a choice, and "Play" plays.
        if (again) this.making.cycle(1);
        else await this.making.choose(target);
      } else if (again) {
        this.making.confirm();
      } else {
        await this.making.choose(target);
      }
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
  }

  // What lies under a pointer that rests, once there is something to choose or a piece has landed.
  pointAgain() {
    const { making, pointer, table } = this;
    if (!pointer || this.byKeys || making.target !== null || !making.places) return;
    const target = table.targetAt(pointer);
    if (target !== null) making.choose(target);
  }

  key(event) {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    if (event.target.closest("input, textarea, select, dialog")) return;
    const { making, table } = this;
    if (event.target.closest("button, a, summary") && (event.key === " " || event.key === "Enter")) return;
    const beside = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const act = {
      PageUp: () => this.look(this.ply - 1), PageDown: () => this.look(this.ply + 1, true),
      Home: () => this.look(0), End: () => this.look(Infinity),
      Enter: () => making.confirm(), " ": () => making.cycle(1),
      Escape: () => making.back(), Backspace: () => making.back(),
      "+": () => table.zoom(1 / NOTCH), "-": () => table.zoom(NOTCH),
      "1": () => table.look("corner"), "2": () => table.look("corner2"), "3": () => table.look("corner3"),
    }[event.key];
    const letter = /^[a-z]$/.test(event.key) && making.letter(event.key);
    if (beside && event.shiftKey) table.turn(-15 * beside[0], 15 * beside[1]);
    else if (beside) this.beside(beside);
    else if (act) act();
    else if (event.key === "t") table.look("top");
    else if (event.key === "x") this.spread(!table.spread);
    else if (!letter) return;
    event.preventDefault();
  }

  // The next place in a direction of the screen; at first the one nearest to its middle.
  beside([across, down]) {
    const { making, table } = this;
    if (!making.targets.length) {
      this.look(this.ply + (across || down), true);
      return;
    }
    this.byKeys = true;
    const canvas = one("table");
    const seen = making.targets.map((target) => [target.text, ...table.seen(target)]);
    const own = seen.find(([text]) => text === making.target);
    const [x, y] = own ? own.slice(1) : [canvas.clientWidth / 2, canvas.clientHeight / 2];
    const cost = ([text, tx, ty]) => {
      if (!own) return Math.hypot(tx - x, ty - y);
      const ahead = (tx - x) * across + (ty - y) * down;
      const aside = Math.abs((tx - x) * down) + Math.abs((ty - y) * across);
      return text === making.target || ahead < 1 || aside > 2 * ahead ? Infinity : ahead + 2 * aside;
    };
    const best = seen.map((each) => [cost(each), each[0]]).sort((a, b) => a[0] - b[0])[0];
    if (best[0] < Infinity) making.choose(best[1]);
  }

  async copyLink() {
    const link = `${location.origin}${location.pathname}`;
    try {
      await navigator.clipboard.writeText(link);
      this.say("The link is copied.");
    } catch {
      this.say(link);
    }
  }
}

const SLACK = 6; // pixels that a press may move and still not be a drag

async function begin() {
  const { board: number } = document.body.dataset;
  const secret = new URLSearchParams(location.hash.slice(1)).get("seat") || "";
  const net = new Net(number, secret);
  try {
    const [board, shared, games] = await Promise.all([
      net.again(() => net.json("")), net.again(() => net.scenes("/shared")),
      net.again(() => net.json("", { base: "/api/games" })),
    ]);
    const { options } = games.games.find(({ game }) => game === board.game);
    const game = {
      defaults: Object.fromEntries(options.map((each) => [each.name, each.default])),
      titles: Object.fromEntries(options.map((each) => [each.name, each.title])),
    };
    const page = new LivePage({ board, shared, secret, net, game });
    await page.start();
  } catch (error) {
    one("problem").textContent = error.message;
    throw error;
  }
}

window.addEventListener("hashchange", () => location.reload());
begin();
