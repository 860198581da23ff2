// Making the move that is chosen: its button, and what it would bring about.

import { h, strong } from "../dom.js";

/**
 * @param {{choice: ?Pick<import("../types").Choice, "button" | "preview">, prompt: string, waits: string, open: boolean, play: () => void,
 *   meanwhile?: ?HTMLElement}} how
 *   `choice`: the last answer of a whole move; `prompt`: what is still asked; `waits`: for whom one waits otherwise;
 *   `meanwhile`: what stands where a move is previewed until one is chosen, so that nothing moves when it goes
 */
export function action({ choice, prompt, waits, open, play, meanwhile = null }) {
  const able = open && choice !== null;
  return h("div", { class: "action", "data-key": "action" },
    h("button", {
      class: choice ? "make" : "make open", type: "button", id: "make", "aria-disabled": able ? null : "true",
      onclick: () => able && play(),
    }, choice?.button ?? (prompt ? `${prompt} …` : waits)),
    (!choice && meanwhile) || h("p", { class: "preview", "aria-live": "polite", "data-key": "preview" }, strong(choice?.preview ?? "")));
}
