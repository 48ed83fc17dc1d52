// The list that is seen off line, in place of the page that was asked for.

import { Asker } from "./asking.js";
import "./times.js";

// That page comes by itself once the server answers, be it that nobody is signed in any longer.
async function comeBack() {
  await new Asker().text("/api/me/turns").catch(() => {});
  location.reload();
}

if (location.pathname !== "/offline") comeBack();
