// Challenges on the page: the dialog with the link, and two results side by side.

import { copyField, sendButton } from "../components/share.js";
import { icon } from "../components/tile.js";
import { h } from "../dom.js";
import { recall, remember } from "../memory.js";
import { here, linkTo } from "../server.js";
import { Dialog } from "../shell.js";
import { CHALLENGE_BUTTONS, PLAYERS } from "../strings.js";
import { CHALLENGE } from "../strings/challenge.js";
import { better, challengeIn, nameIn, PATH, queryOf } from "./link.js";

/**
 * @typedef {import("./link.js").Challenge} Challenge
 * @typedef {import("./link.js").Result} Result
 */

/** Return the challenge that this page was opened for, or null. */
export const challengeHere = () => challengeIn(new URLSearchParams(here().search).get("challenge") ?? "");

/** The name of the player of this browser, or "" if there is none. */
export function ownName() {
  const name = nameIn(recall("name") ?? "") ?? "";
  return PLAYERS.includes(name) ? "" : name;
}

/**
 * Open a dialog with the link of a challenge, or of the answer to one. The reader's own result gets the name in the dialog.
 * @param {Challenge} challenge
 */
export function openLink(challenge) {
  const answers = challenge.second !== null;
  const own = challenge.second ?? challenge.first;
  let name = ownName();
  const link = () => {
    const named = { ...own, name: nameIn(name) ?? "" };
    return linkTo(`${PATH}?${queryOf(answers ? { ...challenge, second: named } : { ...challenge, first: named })}`);
  };
  const dialog = new Dialog(answers ? CHALLENGE_BUTTONS.back : CHALLENGE_BUTTONS.offer, () => h("div", { class: "stack" },
    h("p", {}, answers ? CHALLENGE.backAbout : CHALLENGE.about[challenge.task.kind]),
    h("div", { class: "field" },
      h("label", { for: "challenge-name" }, CHALLENGE.name),
      h("input", {
        id: "challenge-name", type: "text", maxlength: "40", autocomplete: "nickname", value: name,
        oninput: ({ currentTarget }) => {
          name = currentTarget.value;
          if (nameIn(name)) remember("name", name.trim());
          dialog.redraw();
        },
      })),
    copyField(CHALLENGE.link, link()),
    h("div", {}, sendButton(CHALLENGE.send, () => ({ text: CHALLENGE.text, url: link() })))));
  dialog.open();
}

/**
 * Return two results side by side, with a sentence about who did better. A result without a name is the reader's.
 * @param {Challenge["task"]["kind"]} kind
 * @param {Result} first
 * @param {Result} second
 * @param {[string, string]} names
 */
export function sideBySide(kind, first, second, names) {
  const winner = better(kind, first, second);
  return h("div", { class: "versus", "data-key": "versus" },
    h("div", { class: "versus-row" }, [first, second].map((result, index) =>
      h("div", { class: "versus-side", "data-key": index, "data-better": winner === index + 1 },
        h("p", { class: "versus-name" }, names[index]),
        h("p", { class: "versus-result" }, winner === index + 1 && icon("check"), CHALLENGE.result[kind](result))))),
    h("p", { class: "versus-verdict", role: "status" }, CHALLENGE.verdict(kind, winner, first, second, names)));
}
