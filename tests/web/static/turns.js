// Turns to ask about: what the server would send, made small.

/**
 * Return an answer; `next` is the question that follows it.
 * @param {string} text
 * @param {object} [rest]
 */
export const choice = (text, rest = {}) =>
  ({ text, label: text, sign: null, status: "legal", reason: null, next: null, ...rest });

/**
 * @param {string} prompt
 * @param {...object} answers
 */
export const question = (prompt, ...answers) => ({ prompt, answers });

/**
 * @param {"number" | "pool" | "log"} kind
 * @param {...(string | null)} answers what a press on each cell says
 */
export const row = (kind, ...answers) => ({
  kind, label: kind, seat: null, hidden: 0,
  cells: answers.map((answer) => ({ text: answer ?? "", caption: null, answer, changed: false })),
});

/** A place, then a digit for it; nothing fits into the middle. */
export const TWO_STEPS = question("Place:",
  choice("left", { next: question("Digit:", choice("1"), choice("2", { status: "try" })) }),
  choice("middle", { status: "unavailable", reason: "The middle is full." }),
  choice("right", { next: question("Digit:", choice("3"), choice("4", { status: "unavailable", reason: "4 is gone." })) }));
