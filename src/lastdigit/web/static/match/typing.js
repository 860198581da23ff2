// The box for typing a whole move, in the same words as in the terminal.

import { h } from "../dom.js";
import { EXACT } from "../parts/fields.js";

/** @param {{example: string, open: boolean, play: (move: string) => void}} how */
export function typing({ example, open, play }) {
  const submit = (event) => {
    event.preventDefault();
    const field = event.target.elements.move;
    const move = field.value.trim();
    if (!move || !open) return;
    field.value = "";
    play(move);
  };
  return h("form", { class: "typing", onsubmit: submit, "data-key": "typing", id: "typing" },
    h("input", {
      type: "text", name: "move", "aria-label": "Type a move", maxlength: "200", ...EXACT,
      placeholder: example ? `or type: ${example}` : "or type a move",
    }),
    h("button", { class: "button primary", type: "submit", "aria-disabled": open ? null : "true" }, "Play"));
}
