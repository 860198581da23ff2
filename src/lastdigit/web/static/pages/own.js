// The page that the link of `lastdigit serve --mine` opens: this browser becomes that of the local user.

import { post } from "../api.js";
import { h, patch } from "../dom.js";
import { goInstead, here, rename } from "../host.js";
import { openPage, title } from "../shell.js";
import { PERSON } from "../strings.js";

/** @param {HTMLElement} main */
async function show(main) {
  title(PERSON.ownTitle);
  patch(main, h("div", { class: "page-head" }, h("h1", {}, PERSON.ownTitle), h("p", { role: "status" }, PERSON.ownWait)));
  const link = here().hash.slice(1);
  rename(here().pathname); // the link works only once
  await post("/api/me/own", { link: link || "-" });
  goInstead("/stats");
}

openPage(show);
