// The words of the page that counts.

import { inWords, plural } from "../words.js";

/** @param {number} share */
const hundredth = (share) => Math.round(share * 100);

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * Return a date as it stands under a picture, where the year is known.
 * @param {string} date
 */
const shortDate = (date) => `${Number(date.slice(8))} ${MONTHS[Number(date.slice(5, 7)) - 1]}`;

/** A level that may be wrong by so much is hardly known. */
const UNSURE = 150;

export const STATS = {
  shortDate,
  title: "Statistics",
  heading: "Your numbers",
  lead: "What this browser has played and solved. Nobody else sees it.",
  /** @param {number} count */
  waiting: (count) => (count === 1 ? "One game is still being looked at." : `${inWords(count)} games are still being looked at.`),
  span: "How far back", recent: "12 weeks", all: "All",
  days: "Puzzle of the day",
  /** @param {number} days */
  running: (days) => (days === 1 ? "day running" : "days running"),
  /**
   * @param {number} most
   * @param {boolean} solved
   */
  best: (most, solved) => `Longest run: ${most} ${most === 1 ? "day" : "days"}. ${solved ? "Today counts already." : "Today's is still open."}`,
  games: "Games",
  /**
   * @param {number} won
   * @param {number} alone
   */
  won: (won, alone) => `${won} won, ${alone === won ? "all" : alone} of them without help`,
  none: "none won yet",
  /** @param {import("../types").ShareData} share */
  puzzles: ({ right, count }) => `${right} of ${plural(count, "puzzle")} right at the first try`,
  mattered: "Right where it mattered, out of 100",
  /** @param {import("../types").ShareData} share */
  of: ({ right, count }) => `${right} of ${count}`,
  /** @param {[number, number]} interval */
  sure: ([low, high]) => [hundredth(low), hundredth(high)],
  probably: "Luck plays a part: your real number is likely from", and: "to",
  eachWeek: "each week", eachMonth: "each month", interval: "where your real number likely is",
  thisWeek: "this week",
  unchosen: "Play a game, and here you see how often you found the right move.",
  /** @param {boolean} recent */
  byGame: (recent) => (recent ? "By game, twelve weeks" : "By game"),
  howSure: "where your real number likely is",
  ladder: "The ladder: win three times running, from positions that can be won",
  anyTime: "Every rung may be played at any time",
  beaten: "beaten",
  /** @param {number} running */
  runs: (running) => `${running} of 3 wins running`,
  /**
   * @param {number} left
   * @param {string} name
   */
  more: (left, name) => `${left} more ${left === 1 ? "win" : "wins"} against ${name}`,
  top: "Top reached",
  shows: "What the numbers show",
  ratings: "Your level in puzzles",
  /** @param {import("../types").RatingData} rating */
  rating: ({ mean, giveOrTake }) => `about ${Math.round(mean)}${giveOrTake > UNSURE ? ", not well known yet: solve a few more" : ""}`,
  /**
   * What a picture says, in words.
   * @param {string} when
   * @param {import("../types").ShareData} share
   */
  told: (when, share) => `${when}: ${share.right} of ${share.count}${share.interval ? `, ${hundredth(share.interval[0])} to ${hundredth(share.interval[1])} in a hundred` : ""}.`,
  /** @param {string} monday */
  weekOf: (monday) => `Week of ${shortDate(monday)}`,
};
