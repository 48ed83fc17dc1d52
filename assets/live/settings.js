// What a person has chosen: an account's confirming click on the server, all else in this browser.

// What the browser remembers under a name; null for nothing.
/** @param {string} name */
function remembered(name) {
  try {
    return localStorage.getItem(`boche ${name}`);
  } catch {
    return null; // no storage: nothing is remembered
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
function remember(name, value) {
  try {
    localStorage.setItem(`boche ${name}`, value);
  } catch {
    // no storage: it holds as long as the page does
  }
}

const CHOICE = "Where there is a choice, use the wheel, a letter or the buttons under the board.";
const MOUSE = `Point at a place and click to play there. ${CHOICE}`;
const ASKED = `Click a place, then click it again or press Play. ${CHOICE}`;
const FINGER = "Tap a place, then Play. Tap again or use the buttons where there is a choice.";

class Settings {
  /** @param {LivePage} page */
  constructor(page) {
    const { guest, confirm } = document.body.dataset;
    this.page = page;
    this.guest = guest !== undefined;
    this.confirm = (this.guest ? remembered("confirm") : confirm) === "yes";
    this.tone = remembered("tone") !== "no";
    this.tipped = remembered("tip") === "seen";
    this.fine = matchMedia("(hover: hover) and (pointer: fine)");
  }

  listen() {
    one("confirming").checked = this.confirm;
    one("tone").checked = this.tone;
    one("confirming").addEventListener("change", () => this.setConfirm(one("confirming").checked));
    one("tone").addEventListener("change", () => this.setTone(one("tone").checked));
    one("tip-seen").addEventListener("click", () => {
      this.tipped = true;
      remember("tip", "seen");
      this.page.guide.hide();
      this.showTip();
      one("table").focus({ preventScroll: true });
    });
  }

  /** @param {boolean} on */
  async setConfirm(on) {
    this.confirm = on;
    this.page.pinned = false;
    if (this.guest) {
      remember("confirm", on ? "yes" : "no");
      return;
    }
    try {
      await this.page.net.json("", { base: "/api/me", method: "PATCH", body: { confirm: on } });
    } catch (error) {
      this.page.fail(`That was not saved: ${error.message}`);
    }
  }

  /** @param {boolean} on */
  setTone(on) {
    this.tone = on;
    remember("tone", on ? "yes" : "no");
    if (on) this.page.alerts.sound();
  }

  // What wheel, letters and click do.
  get how() {
    if (!this.fine.matches) return FINGER;
    return this.confirm || this.page.moveInput.places?.takes_up ? ASKED : MOUSE;
  }

  // One line: what the guide says, or how to play until somebody has read it.
  showTip() {
    const { guide, own, board } = this.page;
    one("tip").hidden = !guide.line && (this.tipped || !own || board.state === "over");
    write(one("tip-text"), guide.line || this.how);
    write(one("tip-seen"), guide.line ? "Hide" : "Got it");
    guide.show();
  }
}
