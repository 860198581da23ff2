// The box for typing a whole move, in the same words as in the terminal.

import { h } from "../dom.js";
import { EXACT, inputOf } from "../components/fields.js";

/** Words that do what a button does; a game's own answer of the same name goes first. */
const WORDS = ["help", "hint", "undo", "draw", "resign", "quit"];

/**
 * @param {{example: string, open: boolean, play: (move: string) => void, say: (word: string) => void,
 *   isAnswer: (text: string) => boolean}} how `say`: one of the words that are no move was typed
 */
export function typing({ example, open, play, say, isAnswer }) {
  /** @param {HTMLInputElement} box */
  const take = (box) => {
    const move = box.value.trim();
    const word = move.toLowerCase();
    const isWord = WORDS.includes(word) && !isAnswer(word);
    if (!move || !(open || isWord)) return;
    box.value = "";
    if (isWord) say(word);
    else play(move);
  };
  return h("form", {
    class: "typing", "data-key": "typing", id: "typing",
    onsubmit: (event) => {
      event.preventDefault();
      take(inputOf(event.currentTarget, "move"));
    },
  },
    h("input", {
      type: "text", name: "move", "aria-label": "Type a move", maxlength: "200", ...EXACT,
      placeholder: example ? `or type: ${example}` : "or type a move",
    }),
    h("button", { class: "button primary", type: "submit", "aria-disabled": open ? null : "true" }, "Play"));
}
