// What a public board offers to be copied: its link, its pictures, a frame for another site, its record.

import { tr } from "../page/texts.js";
import { one } from "./elements.js";
/** @import { Net } from "./net.js" */

export class Share {
  /** @param {{ net: Net, say(text: string): void, fail(text: string): void }} page */
  constructor(page) {
    this.page = page;
    one("share").addEventListener("toggle", () => { if (one("share").open) this.record(); });
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (one("share").querySelectorAll("[data-copies]"))) {
      const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (document.getElementById(button.dataset.copies ?? ""));
      const name = field.labels?.[0].textContent.trim() ?? "";
      button.setAttribute("aria-label", tr("Copy: {name}", { name }));
      button.addEventListener("click", () => this.copy(field, name));
      field.addEventListener("focus", () => field.select());
    }
  }

  // The record as it is now.
  async record() {
    try {
      const record = await this.page.net.text("/record.sgf", { needed: () => one("share").open });
      if (record !== null) one("share-record").value = record;
    } catch (error) {
      this.page.fail(error.message);
    }
  }

  /**
   * @param {HTMLInputElement | HTMLTextAreaElement} field
   * @param {string} name
   */
  async copy(field, name) {
    if (field === one("share-record")) await this.record();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // Over plain HTTP there is no clipboard; what is marked can be copied all the same.
      field.select();
      if (!document.execCommand("copy")) {
        this.page.say(tr("It is selected; copy it with Ctrl+C."));
        return;
      }
    }
    this.page.say(tr("Copied: {name}", { name }));
  }
}
