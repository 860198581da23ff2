// Says that a page is open: whoever plays is here while any page of theirs is.

import { backOff } from "./api.js";
import { openSocket } from "./reach.js";

/** A socket that was open for so long was lost by chance; a shorter one may have been refused. */
const LASTING = 5000;

/** Keep a socket open for as long as the page is; it carries nothing. */
export function stayPresent() {
  let waits = backOff();
  function connect() {
    const began = Date.now();
    openSocket("/api/presence").onclose = () => {
      if (Date.now() - began > LASTING) waits = backOff();
      setTimeout(connect, waits.next().value);
    };
  }
  connect();
}
