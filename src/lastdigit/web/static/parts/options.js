// The rule options of a game as a form, made from what the game says of each.

import { h } from "../dom.js";

/**
 * Return the fields for these options.
 * @param {import("../types.js").Option[]} options
 * @param {Record<string, unknown>} values
 */
export function optionFields(options, values) {
  return options.map((option) =>
    option.type === "yes/no" ? yesOrNo(option, values[option.name]) : integer(option, values[option.name]));
}

const idOf = ({ name }) => `option-${name}`;
const titleOf = ({ name }) => name.replaceAll("-", " ").replace(/^./, (letter) => letter.toUpperCase());

function yesOrNo(option, value) {
  return h("div", { class: "field", "data-key": option.name },
    h("label", { class: "check" },
      h("input", {
        type: "checkbox", role: "switch", id: idOf(option), checked: value === true,
        "aria-describedby": `${idOf(option)}-help`,
      }),
      titleOf(option)),
    help(option));
}

function integer(option, value) {
  const none = value === null;
  const id = idOf(option);
  const [low, high] = option.range ?? [null, null];
  const free = option.none && h("label", { class: "check" },
    h("input", {
      type: "checkbox", id: `${id}-none`, checked: none,
      onchange: ({ target }) => (document.getElementById(id).disabled = target.checked),
    }), option.none);
  return h("div", { class: "field", "data-key": option.name },
    h("label", { for: id }, titleOf(option)),
    h("div", { class: "row" },
      h("input", {
        id, type: "number", inputmode: "numeric", min: low, max: high, step: "1", disabled: none,
        value: value ?? option.default ?? "", "aria-describedby": `${id}-help`,
      }),
      free),
    help(option));
}

const help = (option) =>
  h("p", {
    class: "small soft", id: `${idOf(option)}-help`,
  }, `${option.help[0].toUpperCase()}${option.help.slice(1)}: ${option.allowed}.`);

/** Return the field of the option with whose name this sentence begins, or null. */
export function fieldNamed(options, sentence) {
  const meant = options.find(({ name }) => sentence.startsWith(`${name} `));
  return meant ? document.getElementById(idOf(meant)) : null;
}

/** Put values into the fields. */
export function setOptions(options, values) {
  for (const option of options) {
    const field = document.getElementById(idOf(option));
    const value = values[option.name];
    if (option.type === "yes/no") {
      field.checked = value === true;
      continue;
    }
    if (value !== null) field.value = value;
    field.disabled = value === null;
    const none = document.getElementById(`${idOf(option)}-none`);
    if (none) none.checked = value === null;
  }
}

/** Return the values in the fields; what is no number is left to the server to refuse. */
export function readOptions(options) {
  return Object.fromEntries(options.map((option) => {
    const field = document.getElementById(idOf(option));
    if (option.type === "yes/no") return [option.name, field.checked];
    return [option.name, field.disabled ? null : Number(field.value)];
  }));
}

/** Return the options as the game has them by itself, with these said differently. */
export const withDefaults = (options, said = {}) =>
  Object.fromEntries(options.map(({ name, default: usual }) => [name, name in said ? said[name] : usual]));
