// Making the move that is chosen: its button, and what it would bring about.

import { h } from "../dom.js";
import { strong } from "../parts/strong.js";

/**
 * @param {{choice: ?Pick<import("../types").Choice, "button" | "preview">, prompt: string, waits: string, open: boolean, play: () => void}} how
 *   `choice`: the last answer of a whole move; `prompt`: what is still asked; `waits`: for whom one waits otherwise
 */
export function action({ choice, prompt, waits, open, play }) {
  const able = open && choice !== null;
  return h("div", { class: "action", "data-key": "action" },
    h("button", {
      class: choice ? "make" : "make open", type: "button", id: "make", "aria-disabled": able ? null : "true",
      onclick: () => able && play(),
    }, choice?.button ?? (prompt ? `${prompt} …` : waits)),
    h("p", { class: "preview", "aria-live": "polite" }, strong(choice?.preview ?? "")));
}
