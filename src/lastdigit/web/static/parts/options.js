// The rule options of a game as a form, made from what the game says of each.

import { byId, h } from "../dom.js";

/**
 * @typedef {import("../types").OptionData} Option
 * @typedef {Record<string, number | boolean | number[] | null>} Values by the options' names
 */

/**
 * Return the fields for these options.
 * @param {Option[]} options
 * @param {Values} values
 */
export function optionFields(options, values) {
  const field = { "yes/no": yesOrNo, integer, list };
  return options.map((option) => field[option.type](option, values[option.name]));
}

/** @param {Option} option */
const idOf = ({ name }) => `option-${name}`;
/** @param {Option} option */
const titleOf = ({ name }) => name.replaceAll("-", " ").replace(/^./, (letter) => letter.toUpperCase());
/** @param {Option} option */
const fieldOf = (option) => byId(idOf(option), HTMLInputElement);

/**
 * @param {Option} option
 * @param {Values[string]} value
 */
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

/**
 * @param {Option} option
 * @param {Values[string]} value
 */
function integer(option, value) {
  const none = value === null;
  const id = idOf(option);
  const [low, high] = option.range ?? [null, null];
  const free = option.none && h("label", { class: "check" },
    h("input", {
      type: "checkbox", id: `${id}-none`, checked: none,
      onchange: ({ currentTarget }) => (fieldOf(option).disabled = currentTarget.checked),
    }), option.none);
  return h("div", { class: "field", "data-key": option.name },
    h("label", { for: id }, titleOf(option)),
    h("div", { class: "row" },
      h("input", {
        id, type: "number", inputmode: "numeric", min: low, max: option.follows ? null : high, step: "1", disabled: none,
        value: value ?? option.default ?? "", "aria-describedby": `${id}-help`,
      }),
      free),
    help(option));
}

/**
 * @param {Option} option
 * @param {Values[string]} value
 */
function list(option, value) {
  const id = idOf(option);
  return h("div", { class: "field", "data-key": option.name },
    h("label", { for: id }, titleOf(option)),
    h("input", { id, type: "text", value: String(value ?? ""), "aria-describedby": `${id}-help` }),
    help(option));
}

/** @param {Option} option */
const help = (option) =>
  h("p", {
    class: "small soft", id: `${idOf(option)}-help`,
  }, `${option.help[0].toUpperCase()}${option.help.slice(1)}: ${option.allowed}.`);

/**
 * Return the field of the option with whose name this sentence begins, or null.
 * @param {Option[]} options
 * @param {string} sentence
 */
export function fieldNamed(options, sentence) {
  const meant = options.find(({ name }) => sentence.startsWith(`${name} `));
  return meant ? fieldOf(meant) : null;
}

/**
 * Put values into the fields.
 * @param {Option[]} options
 * @param {Values} values
 */
export function setOptions(options, values) {
  for (const option of options) {
    const field = fieldOf(option);
    const value = option.name in values ? values[option.name] : option.default;
    if (option.type === "yes/no") {
      field.checked = value === true;
      continue;
    }
    if (option.type === "list") {
      field.value = String(value ?? ""); // with commas between
      continue;
    }
    if (value !== null) field.value = String(value);
    field.disabled = value === null;
    if (option.none) byId(`${idOf(option)}-none`, HTMLInputElement).checked = value === null;
  }
}

/**
 * Return the values in the fields; what is no number is left to the server to refuse. Where sizes are others, what
 * follows them and was left as it is, is left out: the server knows what it comes to.
 * @param {Option[]} options
 * @returns {Values}
 */
export function readOptions(options) {
  /** @param {Option} option */
  const left = (option) => Number(fieldOf(option).value) === option.default;
  const resized = options.some((option) => option.beyond && option.type === "integer" && !left(option));
  const set = options.filter((option) => !(resized && option.follows && left(option)));
  return Object.fromEntries(set.map((option) => {
    const field = fieldOf(option);
    if (option.type === "yes/no") return [option.name, field.checked];
    if (option.type === "list") return [option.name, field.value.split(",").filter(Boolean).map(Number)];
    return [option.name, field.disabled ? null : Number(field.value)];
  }));
}

/**
 * Return the options as the game has them by itself, but for these; without what follows the sizes.
 * @param {Option[]} options
 * @param {Values} others
 * @returns {Values}
 */
export const withDefaults = (options, others = {}) =>
  Object.fromEntries(options.filter(({ name, follows }) => name in others || !follows)
    .map(({ name, default: usual }) => [name, name in others ? others[name] : usual]));
