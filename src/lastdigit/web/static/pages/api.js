// The documentation of the API, which the server has filled in.

import { reachWhatScrolls } from "../scroll.js";
import { title } from "../shell.js";
import { FOR_PROGRAMMERS } from "../strings.js";

export function show() {
  title(FOR_PROGRAMMERS);
  reachWhatScrolls();
}
