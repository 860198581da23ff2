// Form fields for a game's rule options, generated from the description of each option.

import { byId, h } from "../dom.js";
import { OPTIONS } from "../strings/new-game.js";

/**
 * @typedef {import("../types").OptionData} Option
 * @typedef {Record<string, number | boolean | number[] | null>} Values by the options' names
 */

/** The name of the option for the base in which numbers are written. Not every game has it. */
const BASE = "base";
const TEN = 10;

/**
 * Return the fields for these options.
 * @param {Option[]} options
 * @param {Values} values
 */
export function optionFields(options, values) {
  const field = { "yes/no": yesOrNo, integer, list };
  const writing = writingOf(options, values);
  // A changed size or base changes how the values of other options are written.
  const resize = () => setOptions(options, readOptions(options));
  return options.map((option) => field[option.type](option, values[option.name], writing, option.beyond ? resize : null));
}

/**
 * The base of a game's numbers, and whether its sizes differ from the rulebook's.
 * @typedef {{base: number, resized: boolean}} Writing
 */

/**
 * @param {Option[]} options
 * @param {Values} values
 * @returns {Writing}
 */
export const writingOf = (options, values) => ({
  base: Number(values[BASE] ?? TEN),
  resized: options.some(({ name, type, beyond, default: usual }) => beyond && type === "integer" && (values[name] ?? usual) !== usual),
});

/**
 * Return the text of a field. It is empty if the server derives the value from the sizes.
 * @param {Option} option
 * @param {Values[string] | undefined} value
 * @param {Writing} writing
 */
export function written(option, value, { base, resized }) {
  if (option.follows && resized && (value === undefined || value === option.default)) return "";
  const numbers = [value ?? option.default ?? []].flat();
  return numbers.map((number) => Number(number).toString(option.sized ? base : TEN)).join(",");
}

/**
 * Parse a number in a base. Return NaN if it is none.
 * @param {string} text
 * @param {number} base
 */
export function numberIn(text, base) {
  if (base === TEN) return Number(text || NaN);
  return new RegExp(`^(?:${digitsIn(base)})$`).test(text.trim()) ? parseInt(text, base) : NaN;
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
 * @param {Values[string] | undefined} value
 * @param {Writing} writing
 * @param {?(() => void)} resize
 */
function integer(option, value, writing, resize) {
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
        id, inputmode: "numeric", min: low, max: option.sized ? null : high, step: "1", disabled: none,
        ...asWritten(option, writing), value: written(option, value, writing), "aria-describedby": `${id}-help`, onchange: resize,
      }),
      free),
    help(option, writing));
}

/**
 * Return attributes of a field for numbers. Above base ten, digits are letters, which type=number refuses.
 * @param {Option} option
 * @param {Writing} writing
 */
const asWritten = ({ sized, follows }, { base, resized }) => ({
  type: sized && base !== TEN ? "text" : "number", "data-base": sized ? base : TEN,
  placeholder: follows && resized ? OPTIONS.largest : null, pattern: sized && base !== TEN ? digitsIn(base) : null,
});

/**
 * Return a pattern for numbers in a base.
 * @param {number} base
 */
const digitsIn = (base) => (base > TEN ? `[0-9a-${(base - 1).toString(base)}A-${(base - 1).toString(base).toUpperCase()}]+` : `[0-${base - 1}]+`);

/**
 * @param {Option} option
 * @param {Values[string] | undefined} value
 * @param {Writing} writing
 */
function list(option, value, writing) {
  const id = idOf(option);
  return h("div", { class: "field", "data-key": option.name },
    h("label", { for: id }, titleOf(option)),
    h("input", {
      id, type: "text", value: written(option, value, writing), "data-base": asWritten(option, writing)["data-base"], "aria-describedby": `${id}-help`,
    }),
    help(option, writing));
}

/**
 * @param {Option} option
 * @param {Writing} [writing]
 */
const help = (option, writing) =>
  h("p", { class: "small soft", id: `${idOf(option)}-help` }, helpText(option, writing));

/**
 * Describe an option and its allowed values. With other sizes than the rulebook's, the allowed values are not known here.
 * @param {Option} option
 * @param {Writing} [writing]
 */
export function helpText({ help: about, allowed, sized }, { base, resized } = { base: TEN, resized: false }) {
  const sentence = `${about[0].toUpperCase()}${about.slice(1)}`;
  if (!sized || !resized) return `${sentence}: ${allowed}.`;
  return base === TEN ? `${sentence}.` : `${sentence}, ${OPTIONS.inBase(base)}.`;
}

/**
 * Return the field of the option that an error message begins with, or null.
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
  const writing = writingOf(options, values);
  for (const option of options) {
    const field = fieldOf(option);
    const value = option.name in values ? values[option.name] : option.default;
    if (option.type === "yes/no") {
      field.checked = value === true;
      continue;
    }
    const { type, placeholder, pattern, "data-base": base } = asWritten(option, writing);
    field.dataset.base = String(base);
    byId(`${idOf(option)}-help`).textContent = helpText(option, writing);
    if (option.type === "integer") field.type = type;
    if (value !== null) field.value = written(option, value, writing);
    if (option.type === "list") continue;
    field.placeholder = placeholder ?? "";
    field.pattern = pattern ?? ".*";
    field.disabled = value === null;
    if (option.none) byId(`${idOf(option)}-none`, HTMLInputElement).checked = value === null;
  }
}

/**
 * Return the values of the fields. The server refuses values that are not numbers. If sizes were changed, options that
 * depend on them and were not changed are left out, because the server derives them.
 * @param {Option[]} options
 * @returns {Values}
 */
export function readOptions(options) {
  /** @param {Option} option */
  const left = (option) => fieldOf(option).value === "" || numberOf(option) === option.default;
  const resized = options.some((option) => option.beyond && option.type === "integer" && !left(option));
  const set = options.filter((option) => !(resized && option.follows && left(option)));
  return Object.fromEntries(set.map((option) => {
    const field = fieldOf(option);
    if (option.type === "yes/no") return [option.name, field.checked];
    if (option.type === "list") return [option.name, field.value.split(",").filter(Boolean).map((text) => numberIn(text, baseOf(field)))];
    return [option.name, field.disabled ? null : field.value === "" && option.follows ? option.default : numberOf(option)];
  }));
}

/** @param {HTMLInputElement} field */
const baseOf = (field) => Number(field.dataset.base);
/** @param {Option} option */
const numberOf = (option) => numberIn(fieldOf(option).value, baseOf(fieldOf(option)));

/**
 * Return the default options with these changes. Options that the server derives from the sizes are left out.
 * @param {Option[]} options
 * @param {Values} others
 * @returns {Values}
 */
export const withDefaults = (options, others = {}) =>
  Object.fromEntries(options.filter(({ name, follows }) => name in others || !follows)
    .map(({ name, default: usual }) => [name, name in others ? others[name] : usual]));
