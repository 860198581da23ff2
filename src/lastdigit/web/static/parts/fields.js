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

/** Show a refusal next to the form, and bring the reader there. */
export function complain(node, message) {
  node.textContent = message;
  node.focus();
}
