// A finished game as the computer sees it: asked for, waited for, and shown beside the board.

import { moveText } from "../page/move_text.js";
import { tr } from "../page/texts.js";
import { Candidates, chancesText } from "./candidates.js";
import { Curve } from "./curve.js";
import { element, one } from "./elements.js";
import { write } from "./live_region.js";
import { begun } from "./view.js";
/** @import { LivePage } from "./main.js" */

// Where a line that is tried begins, and how things stand there.
/**
 * @param {number} ply
 * @param {string} chances
 */
const lineText = (ply, chances) => (ply ? tr("A line from move {ply}, where the chances are: {chances}", { ply, chances })
  : tr("A line from the start, where the chances are: {chances}", { chances }));

export class Review {
  /** @param {LivePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Analysis | null} */
    this.analysis = null;
    this.signs = new Map(); // of mistakes, by ply
    this.loading = this.again = false;
    this.curve = new Curve(one("curve"), (ply) => page.lookBack(ply));
    this.candidates = new Candidates(one("candidates"), (line) => page.playOut(page.ply, line));
    one("review-ask").addEventListener("click", () => this.ask());
    one("better").addEventListener("click", () => this.better());
    one("line-back").addEventListener("click", () => page.lookBack(page.from));
  }

  // Get what is known; of several news that come while that is asked only the last one is followed.
  async load(method = "GET") {
    const { page } = this;
    if (page.board.state !== "over" || !page.board.ply) return;
    if (this.loading) {
      this.again = true;
      return;
    }
    this.loading = true;
    try {
      this.take(await page.net.json("/analysis", { method }));
    } catch (error) {
      page.fail(error.message);
    }
    this.loading = false;
    if (this.again) {
      this.again = false;
      this.load();
    }
  }

  ask() {
    one("review-ask").disabled = true;
    this.load("POST").finally(() => { one("review-ask").disabled = false; });
  }

  /** @param {Analysis} analysis */
  take(analysis) {
    this.analysis = analysis;
    const known = analysis.review?.evaluations ?? [];
    this.signs = new Map(known.filter(({ mistake }) => mistake).map(({ ply, mistake }) => [ply, mistake?.sign]));
    this.list();
    this.page.show();
  }

  // Accuracy and moments, which do not depend on where one looks.
  list() {
    const { review } = this.analysis ?? {};
    const done = this.analysis?.state === "done" && review;
    one("accuracy").replaceChildren(...(done ? review.accuracy : []).map(({ text }) => element("li", text)));
    one("moments").replaceChildren(...(done ? review.moments : []).map(({ ply, text, line, reasons }) => {
      const item = element("li");
      // What was better, then what proves each reason, all from the position before the move.
      item.append(...[{ text, line, places: [] }, ...reasons].map((shown) => {
        const button = element("button", shown.text, { type: "button" });
        button.addEventListener("click", () => this.page.playOut(ply - 1, shown.line, shown.places));
        return button;
      }));
      return item;
    }));
    one("moments-title").hidden = !done;
    one("points").textContent = !done ? "" : review.none || review.points;
  }

  /** @param {number} ply */
  at(ply) {
    return this.analysis?.review?.evaluations.find((known) => known.ply === ply) ?? null;
  }

  show() {
    const { page, analysis } = this;
    const { board } = page;
    one("review").hidden = board.state !== "over" || !board.ply || !analysis;
    if (one("review").hidden || !analysis) return;
    const { state, may, why, text, done, count, review } = analysis;
    one("review-ask").hidden = !may;
    one("review-ask").textContent = done ? tr("Continue the analysis") : tr("Analyse this game");
    write(one("review-text"), text || (review || may ? "" : begun(why) + (why ? "." : "")));
    one("review-progress").hidden = state !== "waiting";
    one("review-progress").max = count || 1;
    one("review-progress").value = done;
    one("reviewed").hidden = !review;
    const tried = page.line !== null && page.ply > page.from;
    one("line-back").hidden = page.line === null;
    one("from-here").href = `/analysis?board=${board.board}&ply=${page.line === null ? page.ply : page.from}${board.watch ? `&watch=${board.watch}` : ""}`;
    if (!review) return;
    this.curve.show(review.evaluations, board.ply, Math.min(page.ply, tried ? page.from : board.ply), review.colours[0]);
    const known = tried ? null : this.at(page.ply), origin = tried ? this.at(page.from) : known;
    write(one("chances"), !origin ? tr("Not analysed yet.") : tried ? lineText(page.from, chancesText(origin)) : chancesText(origin));
    const mistake = known?.mistake ?? null;
    one("mistake").hidden = !mistake;
    write(one("mistake-text"), mistake ? tr("{mistake}. Better: {line}", { mistake: mistake.text, line: mistake.texts.map(moveText).join(" ") }) : "");
    this.candidates.show(known);
  }

  // Show what was better than the move that is looked at.
  better() {
    const { page } = this;
    const mistake = this.at(page.ply)?.mistake;
    if (mistake) page.playOut(page.ply - 1, mistake.line);
  }
}
