// Beside the game: chat, notes to oneself, conditional moves.

class Talk {
  // `page` has the board, and says what was heard.
  constructor(page) {
    this.page = page;
    this.net = page.net;
    this.unread = 0;
    this.planned = false;
    this.asking = Promise.resolve(); // about conditional moves, one thing after the other
  }

  // What was said and written before.
  async recall() {
    try {
      const [{ notes }, { events }] = await Promise.all(
        ["/notes", "/talk"].map((path) => this.net.json(path)).concat(this.plans()));
      one("notes").value = notes;
      one("chat").replaceChildren();
      events.forEach((event) => this.hear(event, false));
    } catch (error) {
      if (error.status) this.page.fail(error.message);
    }
  }

  hear({ seat, text }, live) {
    const { board } = this.page;
    const { name } = board.seats[seat];
    const item = document.createElement("li");
    item.append(element("b", `${name}: `), element("bdi", text));
    one("chat").append(item);
    one("chat").scrollTop = one("chat").scrollHeight;
    if (live && !one("talk").open && !board.own.includes(seat)) {
      this.unread += 1;
      one("unread").textContent = String(this.unread);
      this.page.say(`${name} writes: ${text}`);
    }
  }

  opened() {
    this.unread = 0;
    one("unread").textContent = "";
  }

  async write() {
    const text = one("saying").value.trim();
    if (text && await this.send("/chat", "POST", { text })) one("saying").value = "";
  }

  async note(notes) {
    if (await this.send("/notes", "PUT", { notes })) this.page.say("Kept.");
  }

  // What is tried with an own move at its end, as an answer to the other's.
  async plan(line) {
    const path = line.slice(0, -1), move = line[line.length - 1];
    const plans = await this.plans("POST", { path, move });
    if (!plans) return;
    const made = plans[plans.length - 1]; // as the server writes it
    this.page.say(`If ${made.path.join(", ")} is played, ${made.move} answers it.`);
  }

  // Ask for the conditional moves, or change them, and show what there is; null where that was refused.
  plans(method = "GET", body = undefined) {
    this.asking = this.asking.then(async () => {
      try {
        const { plans } = await this.net.json("/plans", { method, body });
        this.showPlans(plans);
        return plans;
      } catch (error) {
        if (error.status || body) this.page.fail(error.message);
        return null;
      }
    });
    return this.asking;
  }

  showPlans(plans) {
    this.planned = plans.length > 0;
    one("plans").replaceChildren(...plans.map(({ path, move }) => (
      element("li", path ? `if ${path.join(", ")}: ${move}` : move))));
    one("clear-plans").hidden = !plans.length;
  }

  // What the server answers; null where it refused, which is said.
  async send(path, method, body) {
    try {
      return await this.net.json(path, { method, body });
    } catch (error) {
      this.page.fail(error.message);
      return null;
    }
  }
}
