// Says in a form that a script can read what the answer has in its address alone, and fills in the name
// that a guest has given last, at any form of this browser.

import { remember, remembered } from "./remembered.js";

for (const field of document.querySelectorAll("input[name=scripted]")) /** @type {HTMLInputElement} */ (field).value = "1";
for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[type=text][name=as]"))) {
  field.value ||= remembered("name") ?? "";
  field.form?.addEventListener("submit", () => remember("name", field.value.trim()));
}
