// Every text that the page's scripts show, and the functions that put numbers into words. Texts that the home page and
// matches do not need are in strings/, because a first visit loads this file. Texts about one game, such as its rules and
// prompts, come from the server. The server's own texts for pages are in web/strings.py.

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
 * Return a count for the beginning of a sentence: in words up to twelve, in digits above.
 * @param {number} count
 */
export const inWords = (count) => NUMBERS[count] ?? String(count);

/**
 * Return a count with its noun, in the plural unless the count is 1.
 * @param {number} count
 * @param {string} noun
 */
export const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** @param {number} count */
export const turns = (count) => plural(count, "turn");

/**
 * Format milliseconds for a clock. Tenths are shown only below ten seconds.
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

/** @param {string} label */
export const turnOf = (label) => (label === "You" ? "Your turn." : `${label}'s turn.`);
export const YOUR_TURN = "Your turn";
export const NOT_YOUR_TURN = "It is not your turn.";
export const EARLIER_FIRST = "This is an earlier position. Go back to the game first.";
export const YOUR_MOVE = "your move";
export const THEIR_MOVE = "to move";
export const WAITS = "waits";
export const THINKING = "is thinking.";
export const WAITING = "Waiting for the second player.";
export const WATCHING = "You are watching.";

export const ASKS = { draw: "offers a draw.", undo: "asks to take back the last move." };
export const ASKED = { draw: "You have offered a draw.", undo: "You have asked to take back the last move." };
/** @param {string} subject */
export const isAway = (subject) => `${subject} is away.`;
export const CLAIM = "Claim the win";
/** @param {number} seconds */
export const claimIn = (seconds) => `Claim the win in ${seconds} s`;

/**
 * The command for each word that can be typed instead of a move.
 * @type {Record<string, string>}
 */
export const TYPED_WORDS = { undo: "undo", hint: "hint", draw: "offer", resign: "resign" };
export const TYPED_HELP = "Type a move, or one of these words: help, hint, undo, draw, resign, quit.";
export const QUIT_WORDS = "You can leave this page. The game is saved under My games.";

/** @type {[string, string][]} */
export const KEYS_HELP = [
  ["0–9", "choose a digit; press it again to play it"],
  ["Enter", "play your choice"],
  ["Esc", "undo your choice"],
  ["← → Home End", "step through the moves"],
  ["Tab, arrows", "reach every tile and key"],
  ["h", "a hint"],
  ["u", "undo"],
  ["r", "the rules"],
  ["/", "type a move"],
  ["?", "this list"],
];
/** Shown when the player answers a later question before an earlier one. */
export const TOO_SOON = "Choose a tile on the board first.";
export const KEY_FIRST = "Choose one of the keys first.";
export const NOT_NOW = "Not now.";
/** @param {string} key */
export const noChoice = (key) => `"${key}" isn't one of the choices.`;
/** Shown when the player to move presses a tile that is no answer, for example one of the opponent's digits. */
export const NOT_THAT = "You can't use that tile. Press a tile with a coloured edge.";

/** @type {Record<import("./types").Hint, string>} */
export const HINTS = {
  idea: "The idea", look: "Where to look", hint: "The move", values: "Which moves win",
  moves: "Moves you can make", aid: "A list",
};

/** The button that asks for the next, more explicit hint. @type {Partial<Record<import("./types").Hint, string>>} */
export const NEXT_HINT = { idea: "Where should I look?", look: "Which move is it?", hint: "Which moves win?" };

/**
 * @param {string} label
 * @param {number} count
 * @param {number} total
 */
export const usedOf = (label, count, total) => `${label} ${count} of ${total}`;
export const HAPPENED = { title: "Moves", nothing: "Nothing yet.", start: "Start", older: "Show earlier moves" };
export const AID = { closed: "counts as help", open: "open (counts as help)" };

/** @typedef {import("./types").PlayerInfo} Player */

/** Names of players who have entered none. */
export const PLAYERS = ["Player 1", "Player 2"];

/**
 * Return the sentence that is shown before the first move.
 * @param {Player} player
 */
export const begins = ({ subject }) => (subject === "You" ? "You begin." : `${subject} begins.`);

export const THEMES = { system: "Theme: match system", light: "Theme: light", dark: "Theme: dark" };

/** @type {Record<string, {label: string, about: string}>} */
export const SETTING_WORDS = {
  motion: { label: "Motion", about: "Digits fly and tiles turn over. This is off if your system is set to reduce motion." },
  sound: { label: "Sound", about: "A short tone plays for each tap, move and win." },
  vibration: { label: "Vibration", about: "Phones vibrate lightly when a move is made or refused." },
  "digit-keys": { label: "Number keys play", about: "Type a digit to choose it on the board." },
  "at-once": { label: "Play at once", about: "One press makes a move. If this is off, the first press shows what a move does, and the second makes it." },
};

export const BROKEN = {
  title: "Something went wrong",
  heading: "This page could not be shown",
  again: "Try again",
};

export const LEARN = {
  title: "Learn",
  /**
   * @param {string} game
   * @param {number} count
   */
  heading: (game, count) => `${game}, in ${inWords(count).toLowerCase()} steps`,
  /**
   * @param {number} at
   * @param {number} count
   */
  progress: (at, count) => `Step ${at} of ${count}`,
  /**
   * @param {number} found
   * @param {number} count
   */
  found: (found, count) => `${found} of ${count} found`,
  /** @param {string} ask */
  tap: (ask) => `Find ${ask}`,
  skip: "Skip this step", next: "Next", finish: "Done", no: "No. ", over: "That's all you need to know.",
  /** @param {string} game */
  play: (game) => `Play ${game}`,
  rules: "The rules",
  offer: "New here?", take: "Take the one-minute lesson", later: "No lesson now",
};
export const HOME = { newGame: "New game", typeCode: "Type the code from your friend or teacher." };

export const FOR_PROGRAMMERS = "For programmers";

export const RULES_PAGE = {
  learn: "Learn",
  lead: "Each lesson takes a minute. Everything else is in the rules.",
  lesson: "Lesson", rules: "Rules", play: "Play", analysis: "Analysis", map: "Map",
  others: "The other games", goOn: "Continue",
};

/** Plainer headings for the sections of a rulebook. @type {Record<string, string>} */
export const SECTIONS = {
  Rulings: "If something isn't clear", Errata: "Mistakes in the printed rules", "Moves and positions": "How moves are written down",
  Versions: "What has changed",
};

export const LINK = {
  qr: "QR code for this link",
  scan: "Scan the code with a phone camera to open the link on the phone.",
  hereOnly: "This address works only on this computer. To let other devices connect, start the server with --host 0.0.0.0.",
  send: "Send the link",
  /** @param {string} title */
  playWithMe: (title) => `Play ${title} with me`,
  /** @param {string} title */
  joinClass: (title) => `Join the class ${title}`,
};

export const COPIED = "Copied";
export const NO_COPY = "Can't copy here";

/** The computer's levels from weakest to strongest. */
export const LADDER = ["beginner", "easy", "medium", "hard", "perfect"];

export const END = {
  onMap: "See this game on the map",
  /** @param {number} turn */
  again: (turn) => `Try again from move ${turn}`,
  otherSeat: "Switch sides",
  /** @param {string} level */
  next: (level) => `Next: try it against ${level}`,
  share: "Share", copyText: "Copy the text", savePicture: "Save the picture",
  /**
   * @param {string} game
   * @param {string} sentence
   * @param {number} count
   * @param {string} link
   */
  shared: (game, sentence, count, link) => `Last Digit, ${game}, ${turns(count)}\n${sentence}\n${link}`,
};

export const CHALLENGE_BUTTONS = { offer: "Challenge a friend", back: "Send both results" };
export const CHALLENGE_NAMES = { you: "You", friend: "Your friend" };

export const MISSING = {
  title: "Page not found", heading: "Page not found", mistyped: "Check the address for typos.", home: "All games",
};

const ORDINALS = ["first", "second", "third"];
/** @param {number} count */
export const ordinal = (count) => ORDINALS[count - 1] ?? `${count}th`;

export const BACK_TO_CLASS = "Back to the class";
export const NEXT_CLASS_GAME = "Next class game";