// Copying a text. Outside a secure context there is no clipboard, so the old way is the fallback.

import { h } from "../dom.js";

async function copied(text) {
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

/** Return a button that copies and says so. */
export function copyButton(label, text, look = "button") {
  const press = async ({ currentTarget: button }) => {
    const words = (await copied(text())) ? "Copied" : "Copying is not possible here";
    button.focus();
    button.firstChild.textContent = words;
    setTimeout(() => (button.firstChild.textContent = label), 2000);
  };
  return h("button", {
    class: look, type: "button", "data-key": label, onclick: press, "aria-live": "polite",
  }, h("span", {}, label));
}

/** Return a text that can be copied by button or by hand. */
export function copyField(label, text) {
  const id = `copy-${label.replaceAll(" ", "-").toLowerCase()}`;
  return h("div", { class: "field" },
    h("label", { for: id }, label),
    h("div", { class: "copying" },
      h("input", { id, type: "text", readonly: true, value: text, onclick: ({ target }) => target.select() }),
      copyButton("Copy", () => text, "button primary")));
}
