// Copying a text. Outside a secure context there is no clipboard, so the old way is the fallback.

import { h } from "../dom.js";
import { COPIED, NO_COPY } from "../strings.js";

/**
 * Copy a text; returns whether that was possible.
 * @param {string} text
 */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = h("textarea", { class: "unseen", readonly: true });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/**
 * Hand a text to whatever the device shares with, or copy it; returns what happened, in a word.
 * @param {string} text
 */
export async function share(text) {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ text }).catch(() => {});
    return "";
  }
  return (await copy(text)) ? COPIED : NO_COPY;
}

/**
 * Return a button that copies and says so.
 * @param {string} label
 * @param {() => string} text
 */
export function copyButton(label, text, look = "button") {
  return h("button", {
    class: look, type: "button", "data-key": label, "aria-live": "polite",
    onclick: async ({ currentTarget: button }) => {
      const words = (await copy(text())) ? COPIED : NO_COPY;
      button.focus();
      button.textContent = words;
      setTimeout(() => (button.textContent = label), 2000);
    },
  }, label);
}

/**
 * Return a text that can be copied by button or by hand.
 * @param {string} label
 * @param {string} text
 */
export function copyField(label, text) {
  const id = `copy-${label.replaceAll(" ", "-").toLowerCase()}`;
  return h("div", { class: "field" },
    h("label", { for: id }, label),
    h("div", { class: "copying" },
      h("input", { id, type: "text", readonly: true, value: text, onclick: ({ currentTarget }) => currentTarget.select() }),
      copyButton("Copy", () => text, "button primary")));
}
