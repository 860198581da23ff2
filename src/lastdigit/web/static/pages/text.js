// Pages of text: the documentation of the API, which the server renders, and the page for an address that does not exist.

import { updateScrollFocus } from "../dom.js";
import { here } from "../server.js";
import { openPage, showMissing, title } from "../shell.js";
import { FOR_PROGRAMMERS } from "../strings.js";

openPage((main) => {
  if (here().pathname !== "/api") return showMissing(main, null);
  title(FOR_PROGRAMMERS);
  updateScrollFocus();
});
