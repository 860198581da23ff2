// Where the link of `lastdigit serve --mine` leads: this browser becomes that of whoever sits at the server's own machine.

import { post } from "../api.js";
import { h, patch } from "../dom.js";
import { PERSON } from "../strings.js";
import { goInstead, here, rename } from "../host.js";
import { title } from "../shell.js";

/** @param {HTMLElement} main */
export async function show(main) {
  title(PERSON.ownTitle);
  patch(main, h("div", { class: "page-head" }, h("h1", {}, PERSON.ownTitle), h("p", { role: "status" }, PERSON.ownWait)));
  const link = here().hash.slice(1);
  rename(here().pathname); // it is used up
  await post("/api/me/own", { link: link || "-" });
  goInstead("/stats");
}
