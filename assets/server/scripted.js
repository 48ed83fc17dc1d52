// Says in a form that a script can read what the answer has in its address alone.

for (const field of document.querySelectorAll("input[name=scripted]")) /** @type {HTMLInputElement} */ (field).value = "1";
