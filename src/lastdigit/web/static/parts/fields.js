// Form fields that more than one form has.

import { h } from "../dom.js";

/** For what is not prose: codes, keys, moves, positions. */
export const EXACT = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };

/**
 * Return a group of radio cards.
 * @param {string} legend
 * @param {string} name
 * @param {{value: string, label: string, about?: string}[]} choices
 */
export function radioCards(legend, name, choices, checked, onchange = null) {
  return h("fieldset", { id: `choose-${name}` },
    h("legend", {}, legend),
    h("div", { class: "choices" }, radios(name, choices, checked, onchange)));
}

export const radios = (name, choices, checked, onchange = null) =>
  choices.map(({ value, label, about }) =>
    h("label", { class: "choice" },
      h("input", {
        type: "radio", name, value, checked: value === checked, onchange: onchange && (() => onchange(value)),
      }),
      h("strong", {}, label),
      about && h("span", { class: "small soft" }, about)));

export const textField = (id, label, attributes) =>
  h("div", { class: "field", id: `${id}-field` },
    h("label", { for: id }, label), h("input", { id, name: id, type: "text", ...attributes }));

export const numberField = (id, label, attributes) =>
  h("div", { class: "field", id: `${id}-field` },
    h("label", { for: id }, label), h("input", {
      id, name: id, type: "number", inputmode: "numeric", step: "1", ...attributes,
    }));

/** Show a refusal next to the form, and bring the reader there, or to the field that is meant. */
export function complain(node, message, wrong = null) {
  node.textContent = message;
  if (!wrong || wrong.disabled) {
    node.focus();
    return;
  }
  const folded = wrong.closest("details");
  if (folded) folded.open = true;
  wrong.setAttribute("aria-invalid", "true");
  wrong.setAttribute("aria-errormessage", node.id);
  wrong.closest(".field").append(node);
  wrong.focus();
}

/** Take back what `complain` said: the line stands empty before the button again. */
export function unmark(form) {
  for (const wrong of form.querySelectorAll("[aria-invalid]")) wrong.removeAttribute("aria-invalid");
  const node = form.querySelector("[role=alert]");
  node.textContent = "";
  form.querySelector("[type=submit]").before(node);
}
