// A seat's key: made on one device, typed on another.

import { h } from "../dom.js";
import { copyField } from "../components/share.js";
import { EXACT, problemLine, textIn } from "../components/fields.js";
import { linkTo } from "../host.js";
import { plural } from "../strings.js";
import { card } from "./lobby.js";

/**
 * Return a one-time key and what to do with it.
 * @param {import("../types").Key} key
 * @param {() => void} close
 */
export function keyCard({ key, seconds }, close) {
  return h("section", { class: "card stack", "data-key": "key", "aria-labelledby": "key-title" },
    h("h2", { id: "key-title" }, "Your seat on another device"),
    h("p", {}, "Open the start page there, and type this key into the box for codes. ",
      `It works once, within ${plural(Math.round(seconds / 60), "minute")}.`),
    copyField("Start page", linkTo("/")),
    copyField("Key", key),
    h("button", { class: "quiet", type: "button", onclick: close }, "Close"));
}

/**
 * Return the form that brings a seat here by its key.
 * @param {string} title
 * @param {{sit: (wish: import("./lobby.js").Wish) => void, stop: () => void, problem: string}} how
 */
export function keyForm(title, { sit, stop, problem }) {
  return card(title, [
    h("p", { class: "lead" },
      "On the device that has the seat, choose “Take this seat to another device”. ",
      "It shows a key that is valid for five minutes."),
    h("form", {
      class: "stack",
      onsubmit: (event) => {
        event.preventDefault();
        sit({ key: textIn(event.currentTarget, "key") });
      },
    },
      h("div", { class: "field" },
        h("label", { for: "key" }, "Key"),
        h("input", { id: "key", name: "key", type: "text", required: true, ...EXACT })),
      problemLine(problem),
      h("div", { class: "row" },
        h("button", { class: "button primary", type: "submit" }, "Take the seat"),
        h("button", { class: "button", type: "button", onclick: stop }, "Not now"))),
  ]);
}
