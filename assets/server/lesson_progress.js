// A guest's progress in the lessons, kept in this browser: how many exercises of each are done.

import { store, stored } from "./stored.js";

export class LessonProgress {
  /** @returns {{ [lesson: string]: number }} */
  static all() {
    const found = stored("localStorage", "boche lessons");
    /** @type {{ [lesson: string]: number }} */
    const done = {};
    for (const [name, count] of Object.entries(found !== null && typeof found === "object" && !Array.isArray(found) ? found : {})) {
      const key = name.replace(/\/\d+-/, "/"); // older pages kept a lesson's place in its name
      done[key] = Math.max(done[key] ?? 0, Number(count) || 0);
    }
    return done;
  }

  // `lesson` is its game and its name, without its place in the list.
  /** @param {string} lesson */
  static of(lesson) {
    const done = Object.hasOwn(LessonProgress.all(), lesson) ? LessonProgress.all()[lesson] : 0;
    return Number.isInteger(done) && done > 0 ? done : 0;
  }

  // An exercise behind others that are not done changes nothing.
  /**
   * @param {string} lesson
   * @param {number} done
   */
  static note(lesson, done) {
    if (done !== LessonProgress.of(lesson) + 1) return;
    store("localStorage", "boche lessons", { ...LessonProgress.all(), [lesson]: done });
  }
}
