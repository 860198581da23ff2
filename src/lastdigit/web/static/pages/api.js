// The documentation of the API. The server renders it.

import { updateScrollFocus } from "../dom.js";
import { openPage, title } from "../shell.js";
import { FOR_PROGRAMMERS } from "../strings.js";

function show() {
  title(FOR_PROGRAMMERS);
  updateScrollFocus();
}

openPage(show);
