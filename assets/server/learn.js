// The list of lessons for a guest, whose progress only this browser knows.

import "./scripted.js";
import { tr } from "../page/texts.js";
import { LessonProgress } from "./lesson_progress.js";

for (const section of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lessons]"))) {
  const rows = /** @type {HTMLElement[]} */ ([...section.querySelectorAll("[data-lesson]")]);
  const lefts = rows.map((row) => {
    const count = Number(row.dataset.count), done = Math.min(LessonProgress.of(row.dataset.lesson ?? ""), count);
    const said = row.querySelector(".state");
    if (said && done) said.textContent = done === count ? tr("Done") : tr("{done} of {count} done", { done, count });
    row.classList.toggle("finished", done === count);
    const link = row.querySelector("a");
    if (link && done && done < count) link.search = `?exercise=${done + 1}`;
    return count - done;
  });
  const next = rows[lefts.findIndex((left) => left > 0)]?.querySelector("a");
  const onward = /** @type {HTMLAnchorElement | null} */ (section.querySelector("a.onward"));
  if (onward && next) onward.href = next.href;
  if (onward && next && rows.some(({ dataset }) => LessonProgress.of(dataset.lesson ?? ""))) onward.textContent = tr("Continue: {lesson}", { lesson: next.textContent });
  section.classList.toggle("learned", !next);
}
