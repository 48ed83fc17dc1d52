// The list that is seen off line, in place of the page that was asked for.

import { tr } from "../page/texts.js";
import { Asker } from "./asking.js";
import { stored } from "./stored.js";
import "./times.js";

// That page comes by itself once the server answers, be it that nobody is signed in any longer.
async function comeBack() {
  await new Asker().text("/api/me/turns").catch(() => {});
  location.reload();
}

const KEPT_MOVE = /^boche (\d+) \d+$/; // by board and seat; see live/sending.js

// Say which moves wait in this browser: the boards that would say so need the server.
function tellKept() {
  for (const name of Object.keys(localStorage)) {
    const board = KEPT_MOVE.exec(name)?.[1], move = stored("localStorage", name)?.move;
    if (!board || !move) continue;
    const line = document.createElement("p");
    line.className = "kept";
    line.textContent = tr("Your move {move} on board {number} is kept in this browser. Once the server can be reached, the board sends it; after more than a minute it asks you first.", { move, number: board });
    document.querySelector(".refusal")?.after(line);
    if (location.pathname === `/board/${board}`) document.title = `${tr("{move} is not sent yet.", { move })} ${document.title}`;
  }
}

try {
  tellKept();
} catch {
  // a browser that keeps nothing forbids even to look
}
if (location.pathname !== "/offline") comeBack();
