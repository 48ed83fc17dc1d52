// The front page.

import "./scripted.js";
import "./once.js";
import "./kept_form.js";
import "./chosen.js";
import "./own-games.js";
import "./demo.js";
