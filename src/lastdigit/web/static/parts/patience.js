// What takes a while the first time: it is said on the page, and asked for again until it is there.

import { persistently, Refusal, sentenceOf } from "../api.js";
import { h } from "../dom.js";

/** @param {unknown} problem */
const isThinking = (problem) => problem instanceof Refusal && problem.error === "thinking";

/**
 * Return the answer to a question, however long the server thinks about its game for the first time.
 * @template Answer
 * @param {() => Promise<Answer>} question
 * @returns {Promise<Answer>}
 */
export async function patiently(question) {
  const note = h("p", { class: "thinking", role: "status" });
  try {
    return await persistently(question, (problem) => {
      note.textContent = sentenceOf(problem);
      // What stands behind an open sheet is not seen.
      if (!note.isConnected) (document.querySelector("dialog[open]") ?? document.body).append(note);
    }, isThinking);
  } finally {
    note.remove();
  }
}
