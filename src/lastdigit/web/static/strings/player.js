// Texts about the player: saved games, settings, statistics and saved data.

import { inWords, plural } from "../strings.js";

export const MINE = {
  title: "My games", lead: "Your games on this device.", none: "None yet. ", choose: "Choose a game",
  unfinished: "Unfinished", finished: "Finished", nothing: "No games match.",
  yourTurn: "Your turn.", theirTurn: "The other player's turn.",
  outcomes: { won: "Won", lost: "Lost", drawn: "Drawn" }, counted: { won: "won", lost: "lost", drawn: "drawn" },
  byOutcome: "How they ended", numbers: "Your numbers", game: "Game", all: "All games",
};

export const THEME_CHOICES = [
  { value: "", label: "Match system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

export const SETTINGS_PAGE = {
  title: "Settings",
  lead: "Changes apply right away, in this browser.",
  theme: "Theme",
};

/** @param {number} share */
const hundredth = (share) => Math.round(share * 100);

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * Return a date without its year, for the axis of a chart.
 * @param {string} date
 */
const shortDate = (date) => `${Number(date.slice(8))} ${MONTHS[Number(date.slice(5, 7)) - 1]}`;

/** A rating with a larger margin of error is called not well known. */
const UNSURE = 150;

export const STATS = {
  shortDate,
  title: "Statistics",
  heading: "Statistics",
  lead: "Your games and puzzles in this browser. Only you can see this.",
  /** @param {number} count */
  waiting: (count) => (count === 1 ? "One game is still being analysed." : `${inWords(count)} games are still being analysed.`),
  span: "How far back", recent: "12 weeks", all: "All",
  days: "Daily puzzles",
  streak: "day streak",
  /**
   * @param {number} most
   * @param {boolean} solved
   */
  best: (most, solved) => `Longest streak: ${plural(most, "day")}. ${solved ? "You solved one today." : "Solve one today."}`,
  games: "Games",
  /**
   * @param {number} won
   * @param {number} alone
   */
  won: (won, alone) => `${won} won, ${alone === won ? "all" : alone} of them without help`,
  none: "no wins yet",
  /** @param {import("../types").ShareData} share */
  puzzles: ({ right, count }) => `${right} of ${plural(count, "puzzle")} solved on the first try`,
  mattered: "Key moves found, out of 100",
  /** @param {import("../types").ShareData} share */
  of: ({ right, count }) => `${right} of ${count}`,
  /** @param {[number, number]} interval */
  sure: ([low, high]) => [hundredth(low), hundredth(high)],
  probably: "Luck plays a part. Your real score is probably between", and: "and",
  eachWeek: "each week", eachMonth: "each month", interval: "where your real score probably is",
  thisWeek: "this week",
  unchosen: "Play a game to see how often you find the key moves.",
  /** @param {boolean} recent */
  byGame: (recent) => (recent ? "By game, last twelve weeks" : "By game"),
  howSure: "where your real score probably is",
  practice: "Practise next", tryAgain: "Try again",
  ladder: "Win three in a row to climb",
  anyTime: "You can play any rung at any time",
  beaten: "beaten",
  /** @param {number} running */
  runs: (running) => `${running} of 3 wins in a row`,
  /**
   * @param {number} left
   * @param {string} name
   */
  more: (left, name) => `${left} more ${left === 1 ? "win" : "wins"} against ${name}`,
  top: "Top reached",
  shows: "What your games show",
  ratings: "Your puzzle level",
  /** @param {import("../types").RatingData} rating */
  rating: ({ mean, giveOrTake }) => `about ${Math.round(mean)}${giveOrTake > UNSURE ? ", not certain yet: solve a few more" : ""}`,
  /**
   * One point of the chart in words, for screen readers.
   * @param {string} when
   * @param {import("../types").ShareData} share
   */
  pointInWords: (when, share) => `${when}: ${share.right} of ${share.count}${share.interval ? `, ${hundredth(share.interval[0])} to ${hundredth(share.interval[1])} in a hundred` : ""}.`,
  /** @param {string} monday */
  weekOf: (monday) => `Week of ${shortDate(monday)}`,
};

export const PERSON = {
  title: "Your data",
  own: "This is your own browser: games from the terminal count here too.",
  /**
   * @param {number} answers
   * @param {number} games
   */
  kept: (answers, games) => (answers || games
    ? `Saved on the server: ${plural(answers, "puzzle answer")} and ${plural(games, "game")}. There is no account, and nothing is shared.`
    : "Nothing saved yet."),
  /**
   * The same sentence for the static site, which has no server.
   * @param {number} answers
   * @param {number} games
   */
  keptHere: (answers, games) => (answers || games
    ? `Saved in this browser only: ${plural(answers, "puzzle answer")} and ${plural(games, "game")}.`
    : "Nothing saved yet."),
  export: "Download everything",
  device: "Use another device", deviceAbout: "Both devices will share your games and statistics.",
  show: "Show a key", type: "Type a key", key: "Key", take: "Connect",
  /** @param {number} seconds */
  shown: (seconds) => `Type this key on the other device, under Settings. The key works only once and expires after ${plural(Math.round(seconds / 60), "minute")}.`,
  taken: "This device is connected.",
  forget: "Delete everything", sure: "Press again to delete everything for good",
  forgetAbout: "Games against other people stay saved for them, without your name. Your teacher keeps the class results.",
  forgetHere: "This can't be undone.",
  /**
   * @param {number} answers
   * @param {number} games
   */
  forgotten: (answers, games) => `Deleted ${plural(answers, "answer")} and ${plural(games, "game")}.`,
  ownTitle: "Your own browser", ownWait: "One moment …",
};
