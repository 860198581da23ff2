// The documentation of the API. The server renders it.

import { updateScrollFocus } from "../dom.js";
import { title } from "../shell.js";
import { FOR_PROGRAMMERS } from "../strings.js";

export function show() {
  title(FOR_PROGRAMMERS);
  updateScrollFocus();
}
