// The rule options of a game as a form, made from what the game says of each.

import { byId, h } from "../dom.js";
import { OPTIONS } from "../strings.js";

/**
 * @typedef {import("../types").OptionData} Option
 * @typedef {Record<string, number | boolean | number[] | null>} Values by the options' names
 */

/** The option that says in which base the numbers of a game are written, where it has one. */
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
  // Another size or base: what follows it is written anew.
  const resize = () => setOptions(options, readOptions(options));
  return options.map((option) => field[option.type](option, values[option.name], writing, option.beyond ? resize : null));
}

/**
 * How the numbers of a game are written, and whether its sizes are others than the rulebook's.
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
 * Return a number, or several, as they stand in a field; nothing where the game itself knows what it comes to.
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
 * Return the number that a text says in a base; NaN where it says none.
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
 * How a field takes numbers: letters are digits above nine, which a field for numbers refuses.
 * @param {Option} option
 * @param {Writing} writing
 */
const asWritten = ({ sized, follows }, { base, resized }) => ({
  type: sized && base !== TEN ? "text" : "number", "data-base": sized ? base : TEN,
  placeholder: follows && resized ? OPTIONS.largest : null, pattern: sized && base !== TEN ? digitsIn(base) : null,
});

/**
 * What is written in a base, as a pattern.
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
 * What an option is, and what it may be, as far as that is known before the sizes are.
 * @param {Option} option
 * @param {Writing} [writing]
 */
export function helpText({ help: about, allowed, sized }, { base, resized } = { base: TEN, resized: false }) {
  const sentence = `${about[0].toUpperCase()}${about.slice(1)}`;
  if (!sized || !resized) return `${sentence}: ${allowed}.`;
  return base === TEN ? `${sentence}.` : `${sentence}, ${OPTIONS.inBase(base)}.`;
}

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
 * Return the values in the fields; what is no number is left to the server to refuse. Where sizes are others, what
 * follows them and was left as it is, is left out: the server knows what it comes to.
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
 * Return the options as the game has them by itself, but for these; without what follows the sizes.
 * @param {Option[]} options
 * @param {Values} others
 * @returns {Values}
 */
export const withDefaults = (options, others = {}) =>
  Object.fromEntries(options.filter(({ name, follows }) => name in others || !follows)
    .map(({ name, default: usual }) => [name, name in others ? others[name] : usual]));
