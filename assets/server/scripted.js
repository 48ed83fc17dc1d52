// Says in a form that a script can read what the answer has in its address alone, and fills in the name
// that a guest has given last, at any form of this browser.

import { calledHere, keepCalled } from "./called.js";

for (const field of document.querySelectorAll("input[name=scripted]")) /** @type {HTMLInputElement} */ (field).value = "1";
for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[type=text][name=as]"))) {
  field.value ||= calledHere();
  field.form?.addEventListener("submit", () => keepCalled(field.value));
}
