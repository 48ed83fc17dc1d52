// What a page has: small boards to watch, or a record.

import { SmallList } from "./list.js";
import { replay } from "./replay.js";

for (const root of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-small]"))) new SmallList(root);
for (const root of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-replay]"))) replay(root).catch(() => {});
