// What every page of the site has.

import "./times.js";
import "./menu.js";
import "./account.js";
