// Beside the game: chat, notes to oneself, conditional moves.

class Talk {
  // `page` has the board, and says what was heard.
  constructor(page) {
    this.page = page;
    this.net = page.net;
    this.unread = 0;
  }

  // What was said and written before.
  async recall() {
    try {
      const [{ notes }, { plans }, { events }] = await Promise.all(
        ["/notes", "/plans", "/talk"].map((path) => this.net.json(path)));
      one("notes").value = notes;
      this.showPlans(plans);
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
    const found = await this.send("/plans", "POST", { path, move });
    if (!found) return;
    this.showPlans(found.plans);
    this.page.say(`If ${path.join(", ")} is played, ${move} answers it.`);
  }

  async clearPlans() {
    const found = await this.send("/plans", "DELETE");
    if (found) this.showPlans(found.plans);
  }

  showPlans(plans) {
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
