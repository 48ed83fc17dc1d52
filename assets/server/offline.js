// The list that is seen off line.

import "./times.js";
