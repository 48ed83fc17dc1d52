// Notifications of turns by the system, where somebody asked for them and the browser allows it.

class Push {
  constructor(page) {
    this.page = page;
    this.tag = `boche ${page.board.board}`;
    this.can = "Notification" in window && isSecureContext;
    one("notify").closest("label").hidden = !this.can;
    one("notify").checked = this.on;
    one("notify").addEventListener("change", () => this.set(one("notify").checked));
  }

  get on() {
    return this.can && Notification.permission === "granted" && remembered("notify") === "yes";
  }

  async set(on) {
    remember("notify", on ? "yes" : "no");
    if (on && await Notification.requestPermission() !== "granted") {
      this.page.fail("This browser does not allow notifications here. Its settings for this site say so.");
    }
    one("notify").checked = this.on;
  }

  show(text) {
    if (!this.on) return;
    const shown = new Notification(text, { tag: this.tag });
    shown.onclick = () => { window.focus(); shown.close(); };
  }
}
