// Form fields, reading them, and showing what is wrong with them.

import { h } from "../dom.js";

/** Attributes of fields for codes, keys, moves and positions. */
export const EXACT = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };

/** @typedef {{value: string, label: string, about?: string}} Option */

/**
 * Return a group of radio cards.
 * @param {string} legend
 * @param {string} name
 * @param {Option[]} choices
 * @param {string} checked
 * @param {((value: string) => void) | null} onchange
 */
export function radioCards(legend, name, choices, checked, onchange = null) {
  return h("fieldset", { id: `choose-${name}` },
    h("legend", {}, legend),
    h("div", { class: "choices" }, radios(name, choices, checked, onchange)));
}

/**
 * @param {string} name
 * @param {Option[]} choices
 * @param {string} checked
 * @param {((value: string) => void) | null} onchange
 */
export const radios = (name, choices, checked, onchange = null) =>
  choices.map(({ value, label, about }) =>
    h("label", { class: "choice" },
      h("input", {
        type: "radio", name, value, checked: value === checked, onchange: onchange && (() => onchange(value)),
      }),
      h("strong", {}, label),
      about && h("span", { class: "small soft" }, about)));

/**
 * @param {string} id
 * @param {string} label
 * @param {Record<string, unknown>} attributes
 */
export const textField = (id, label, attributes) =>
  h("div", { class: "field", id: `${id}-field` },
    h("label", { for: id }, label), h("input", { id, name: id, type: "text", ...attributes }));

/**
 * @param {string} id
 * @param {string} label
 * @param {Record<string, unknown>} attributes
 */
export const numberField = (id, label, attributes) =>
  h("div", { class: "field", id: `${id}-field` },
    h("label", { for: id }, label), h("input", {
      id, name: id, type: "number", inputmode: "numeric", step: "1", ...attributes,
    }));

/**
 * Return an input of a form by its name.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function inputOf(form, name) {
  const input = form.elements.namedItem(name);
  if (!(input instanceof HTMLInputElement)) throw new Error(`The form lacks ${name}.`);
  return input;
}

/**
 * Return the value of a form field.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export const textIn = (form, name) => String(new FormData(form).get(name) ?? "").trim();

/**
 * Return the error message of a form.
 * @param {string} problem
 */
export const problemLine = (problem) => h("p", { class: "problem", role: "alert" }, problem);

/**
 * Show an error message at the field that caused it, or in its own place, and move the focus there.
 * @param {HTMLElement} node
 * @param {string} message
 * @param {?HTMLInputElement} wrong
 */
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
  wrong.closest(".field")?.append(node);
  wrong.focus();
}

/**
 * Remove the error message that `complain` has shown and put its empty line back before the button.
 * @param {HTMLFormElement} form
 */
export function unmark(form) {
  for (const wrong of form.querySelectorAll("[aria-invalid]")) wrong.removeAttribute("aria-invalid");
  const node = form.querySelector("[role=alert]");
  if (!node) return;
  node.textContent = "";
  form.querySelector("[type=submit]")?.before(node);
}
