// Numbers and values in plain words. No game's own words are here: those come from the server.

const NUMBERS = [
  "No", "One", "Two", "Three", "Four", "Five", "Six",
  "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve",
];

export const VALUES = {
  win: { symbol: "▲", word: "wins" },
  lose: { symbol: "▼", word: "loses" },
  draw: { symbol: "◆", word: "draws" },
};

/**
 * Return a count as a sentence begins with it: in words up to twelve.
 * @param {number} count
 */
export const inWords = (count) => NUMBERS[count] ?? String(count);

/** @param {number} count */
export const turns = (count) => (count === 1 ? "1 turn" : `${count} turns`);

/**
 * Return how many turns a game usually takes.
 * @param {[number, number]} range
 */
export const usual = ([low, high]) => (low === high ? turns(low) : `${low} to ${turns(high)}`);

/**
 * Return choices as a sentence has them, the rest counted where there are many.
 * @param {string[]} choices
 * @param {number} most
 */
export function either(choices, most = 4) {
  const shown = choices.slice(0, most);
  const rest = choices.length - shown.length;
  const last = rest ? `${rest} more` : shown.pop();
  return shown.length ? `${shown.join(", ")} or ${last}` : last;
}

/**
 * Return milliseconds as a clock shows them: tenths only when time is short.
 * @param {number} milliseconds
 */
export function onTheClock(milliseconds) {
  const left = Math.max(0, milliseconds);
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = twoDigits(seconds % 60);
  return hours ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** @param {number} number */
const twoDigits = (number) => String(number).padStart(2, "0");

/** How a sentence ends, in any language, perhaps in brackets or quotation marks. */
const ENDING = /[\p{Sentence_Terminal}:…][\p{Pe}\p{Pf}"']*$/u;

/**
 * Return texts as one paragraph: rules and blank lines are for terminals. A line that does not end
 * as a sentence does keeps its line break; nothing is added to what a game says.
 * @param {...string} texts
 */
export const asParagraph = (...texts) =>
  texts
    .flatMap((text) => text.split("\n"))
    .map((line) => line.trim())
    .filter((line) => line && !/^-+$/.test(line))
    .map((line) => (ENDING.test(line) ? `${line} ` : `${line}\n`))
    .join("")
    .trimEnd();
