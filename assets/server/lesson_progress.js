// A guest's progress in the lessons, kept in this browser: how many exercises of each are done.

import { store, stored } from "./stored.js";

export class LessonProgress {
  /** @returns {{ [lesson: string]: number }} */
  static all() {
    const found = stored("localStorage", "boche lessons");
    return found !== null && typeof found === "object" && !Array.isArray(found) ? found : {};
  }

  // `lesson` is named as in its address, game and name.
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
