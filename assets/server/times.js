// Times, which stand in UTC on a page, in the reader's zone.
"use strict";

function localTimes(place) {
  for (const time of place.querySelectorAll("time[data-shown]")) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    time.title ||= time.dateTime.replace("T", " ").replace("Z", " UTC");
    const hour = time.dataset.shown === "moment" ? { timeStyle: "short" } : {};
    time.textContent = at.toLocaleString("en-GB", { dateStyle: "medium", ...hour });
  }
}

localTimes(document);
