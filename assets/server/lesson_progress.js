// A guest's progress in the lessons, kept in this browser: how many exercises of each are done.

export class LessonProgress {
  /** @returns {{ [lesson: string]: number }} */
  static all() {
    try {
      const stored = JSON.parse(localStorage.getItem("boche lessons") ?? "null");
      return stored !== null && typeof stored === "object" && !Array.isArray(stored) ? stored : {};
    } catch {
      return {}; // no storage, or not ours
    }
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
    try {
      localStorage.setItem("boche lessons", JSON.stringify({ ...LessonProgress.all(), [lesson]: done }));
    } catch {
      // no storage: nothing is remembered
    }
  }
}
