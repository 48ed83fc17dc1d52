// Times, which stand in UTC on a page, in the reader's zone.
"use strict";

/** @param {ParentNode} place */
function localTimes(place) {
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (place.querySelectorAll("time[data-shown]"))) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    time.title ||= time.dateTime.replace("T", " ").replace("Z", " UTC");
    /** @type {Intl.DateTimeFormatOptions} */
    const hour = time.dataset.shown === "moment" ? { timeStyle: "short" } : {};
    time.textContent = at.toLocaleString("en-GB", { dateStyle: "medium", ...hour });
  }
}

localTimes(document);
