// Texts of puzzles: daily puzzles, practice and worksheets.

import { inWords, ordinal } from "../strings.js";

/** @param {string} text */
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @type {Record<string, (answer: string) => string>} */
const CLAIMS = { losers: (answer) => `These lose: ${answer}`, winner: (answer) => `${sentence(answer)} ${answer === "you" ? "win" : "wins"}` };
export const PUZZLE = {
  /** @type {Record<string, string>} */
  choose: { losers: "Mark every move that loses", winner: "Choose who wins" },
  claim: CLAIMS,
  named: sentence,
  or: " or ",
  judging: "…", why: "Why",
  right: "That's it!",
  triesLabel: "Tries",
  out: "No tries left.",
  /** @param {number} count */
  solved: (count) => `Solved on the ${ordinal(count)} try.`,
  /** @param {string} answer */
  missed: (answer) => `It was: ${answer}.`,
  /**
   * @param {boolean[]} tries
   * @param {number} left
   */
  tries: (tries, left) =>
    [...tries.map((right) => (right ? "right" : "wrong")), left === 1 ? "one try left" : `${inWords(left).toLowerCase()} tries left`].join(", "),
};

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
/** @param {string} date */
const weekday = (date) => WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()];

export const DAILY = {
  /** @param {string} text */
  notADay: (text) => `"${text}" is not a day number. Days are numbered from 1.`,
  /** @param {number} day */
  title: (day) => `Puzzle ${day}`,
  puzzle: "Puzzle",
  five: "The puzzles of the day",
  states: { solved: "solved", missed: "not solved", begun: "started", open: "open" },
  streak: "day streak",
  next: "next puzzle in", fresh: "There are new puzzles", todays: "Today's puzzles",
  /** @param {string} game */
  after: (game) => `Next: ${game}`,
  playOut: "Play it out",
  share: "Share without spoilers", shareButton: "Share", picture: "Save as a picture",
  /** @param {number} day */
  named: (day) => `Last Digit ${day}`,
  week: "Your week", none: "Solve one today to start a streak.",
  /** @param {string} date */
  letter: (date) => weekday(date).charAt(0),
  /**
   * @param {string} date
   * @param {boolean} solved
   */
  dayWas: (date, solved) => `${weekday(date)}: ${solved ? "solved" : "not solved"}`,
  soFar: "Solved so far", tryNames: ["1st try", "2nd try", "3rd try", "not solved"],
  older: "Other days and rules", practice: "Practise more", rules: "Rules", yesterday: "Yesterday's puzzles",
  /** @param {number} day */
  puzzleOf: (day) => `Puzzle ${day}`,
};

const LONG_MONTHS = [
  "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
];

export const ARCHIVE = {
  /** @param {Date} date */
  month: (date) => `${LONG_MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`,
  caption: "Puzzles of past days",
  earlier: "Earlier month", later: "Later month",
  weekdays: [...WEEKDAYS.slice(1), WEEKDAYS[0]],
  /** @param {number} count */
  legend: (count) => `Filled: all ${inWords(count).toLowerCase()} solved. A bar: some solved. Choose any day to play its puzzles.`,
  /**
   * @param {Date} date
   * @param {boolean} isToday
   * @param {number} solved
   * @param {number} count
   */
  day: (date, isToday, solved, count) =>
    `${date.getUTCDate()} ${LONG_MONTHS[date.getUTCMonth()]}${isToday ? ", today" : ""}, ${solved ? `${solved} of ${count} solved` : "none solved"}`,
};

export const REMINDER = {
  title: "Come back tomorrow?",
  about: "Add a daily reminder at 6 in the evening to your calendar. You can change or delete the reminder there.",
  get: "Get the calendar file",
};

export const FINISH = {
  /** @param {number} count */
  heading: (count) => `${inWords(count)} of ${inWords(count).toLowerCase()}!`,
  /**
   * @param {number} first
   * @param {number} count
   */
  lead(first, count) {
    if (first === count) return "Every puzzle solved on the first try. It doesn't get better than that.";
    return first ? `Every puzzle solved, ${inWords(first).toLowerCase()} of them on the first try.` : "Every puzzle solved.";
  },
  copy: "Copy the text", picture: "Save the picture", send: "Share",
  /**
   * @param {string} game
   * @param {number} count
   */
  at: (game, count) => `${game}, solved on the ${ordinal(count)} try. Look again.`,
};

/** The names of the grades from 1 to 5. */
export const DIFFICULTIES = ["Very easy", "Easy", "Medium", "Hard", "Very hard"];

export const WORKSHEET = {
  title: "Puzzles on paper",
  lead: "A printable sheet for A4 or Letter paper: six puzzles per page, with space to write. The answers and reasons are on separate pages.",
  game: "Game", mixed: "A mix of all games", grade: "Difficulty", any: "Any difficulty",
  count: "How many puzzles", seed: "Sheet number", seedAbout: "The same number or word always makes the same sheet.",
  make: "Make the sheet", making: "Making the sheet …",
};

export const PRACTICE = {
  title: "Practice",
  /** @param {number} grade */
  heading: (grade) => `Practice: ${DIFFICULTIES[grade - 1].toLowerCase()}`,
  games: "The games", more: "Rules and daily puzzles", paper: "On paper",
  next: "Next puzzle",
  level: "Your level", grade: "Difficulty", ownLevel: "My level",
  unknown: "Solve a few puzzles and we'll find your level.",
};

/** @typedef {import("../types").PupilInfo} Pupil */
