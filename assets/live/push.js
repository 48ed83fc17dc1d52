// Notifications of turns by the system, where somebody asked for them and the browser allows it: by
// the server's push where that can be had, else by this page for as long as it is open.

import { tr } from "../page/texts.js";
import { Refused } from "../server/asking.js";
import { remember, remembered } from "../server/remembered.js";
import { one } from "./elements.js";
/** @import { LivePage } from "./main.js" */

export class Push {
  /** @param {LivePage} page */
  constructor(page) {
    this.page = page;
    this.can = "Notification" in window && isSecureContext;
    one("notify").labels?.forEach((label) => { label.hidden = !this.can; });
    one("notify").checked = this.on;
    one("notify").addEventListener("change", () => this.set(one("notify").checked));
    if (this.on) this.subscribe(); // each seat of a guest is one of its own
  }

  get on() {
    return this.can && Notification.permission === "granted" && remembered("notify") === "yes";
  }

  /** @param {boolean} on */
  async set(on) {
    remember("notify", on ? "yes" : "no");
    this.say("");
    if (!on) await this.unsubscribe();
    else if (await Notification.requestPermission() === "granted") await this.subscribe();
    else this.say(tr("This browser does not allow notifications here; its settings for this site can."));
    one("notify").checked = this.on;
  }

  async subscribe() {
    if (!this.page.own) return;
    try {
      await navigator.serviceWorker.register("/service-worker.js");
      const { pushManager } = await navigator.serviceWorker.ready;
      const { key } = await this.ask("/api/push-key");
      const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
      const { endpoint, keys } = subscription.toJSON();
      await this.ask("/api/pushes", "POST", { endpoint, keys }, true);
    } catch (error) {
      if (error instanceof Refused) this.say(error.message);
      else this.say(tr("This browser notifies you only while the board is open."));
    }
  }

  async unsubscribe() {
    const registration = await navigator.serviceWorker?.getRegistration("/");
    const subscription = await registration?.pushManager.getSubscription();
    if (!subscription) return;
    try {
      await this.ask("/api/pushes", "DELETE", { endpoint: subscription.endpoint });
    } finally {
      await subscription.unsubscribe(); // all seats of this browser
    }
  }

  // Beside the box, which is where somebody looks.
  /** @param {string} text */
  say(text) {
    one("notify-problem").textContent = text;
  }

  /**
   * @param {string} path
   * @param {string} [method]
   * @param {object | undefined} [body]
   * @param {boolean} [safe]
   */
  ask(path, method = "GET", body = undefined, safe = method === "GET") {
    return this.page.net.json("", { base: path, method, body, safe });
  }

  // From this page, which is open and not looked at. The server's own has the same tag and takes its place.
  /** @param {string} text */
  async show(text) {
    if (!this.on) return;
    const { board } = this.page.board;
    const options = { tag: `boche ${board}`, icon: "/favicon.ico", data: { board } };
    const registration = await navigator.serviceWorker?.getRegistration("/");
    if (registration?.active) registration.showNotification(text, options);
    else new Notification(text, options);
  }
}
