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

/**
 * Return a count with its noun, which gets an s unless there is one.
 * @param {number} count
 * @param {string} noun
 */
export const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** @param {number} count */
export const turns = (count) => plural(count, "turn");

/**
 * Return how many turns a game usually takes.
 * @param {[number, number]} range
 */
export const usual = ([low, high]) => (low === high ? turns(low) : `${low} to ${turns(high)}`);

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

export const ASKS = { draw: "offers a draw.", undo: "asks to take the last move back." };
export const ASKED = { draw: "You have offered a draw.", undo: "You have asked to take the last move back." };
/** @param {string} subject */
export const isAway = (subject) => `${subject} is away.`;
export const CLAIM = "Claim the win";
/** @param {number} seconds */
export const claimIn = (seconds) => `Claim the win in ${seconds} s`;

/**
 * What the words typed into the box do.
 * @type {Record<string, string>}
 */
export const TYPED_WORDS = { undo: "undo", hint: "hint", draw: "offer", resign: "resign" };
export const TYPED_HELP = "Type a move, or one of these words: help, hint, undo, draw, resign, quit.";
export const QUIT_WORDS = "You can leave this page. The game is kept under My games.";

/** @type {[string, string][]} */
export const KEYS_HELP = [
  ["0–9", "choose a digit; the same once more plays it"],
  ["Enter", "play what is chosen"],
  ["Esc", "put it back"],
  ["← → Home End", "step through the moves"],
  ["Tab, arrows", "reach every tile and key"],
  ["h", "a hint"],
  ["u", "undo"],
  ["r", "the rules"],
  ["/", "type a move"],
  ["?", "this list"],
];
/** What is said when a later question is answered before an earlier one. */
export const TOO_SOON = "Choose on the board first.";
export const KEY_FIRST = "Choose one of the keys first.";
export const NOT_NOW = "Not now.";
/** @param {string} key */
export const noChoice = (key) => `"${key}" isn't one of the choices.`;
/** What is said when somebody whose turn it is presses what is no answer, the other's digit for instance. */
export const NOT_THAT = "Not that one: press a tile with a coloured edge.";

/** @type {Record<import("./types").Hint, string>} */
export const HINTS = {
  idea: "The idea", look: "Where to look", hint: "The move", values: "What each move is worth",
  moves: "Allowed moves", aid: "A list",
};

/** What the next step of a hint would say. @type {Partial<Record<import("./types").Hint, string>>} */
export const NEXT_HINT = { idea: "Where should I look?", look: "Which move is it?", hint: "What is each move worth?" };

/**
 * @param {string} label
 * @param {number} count
 * @param {number} total
 */
export const usedOf = (label, count, total) => `${label} ${count} of ${total}`;
export const HAPPENED = { title: "What happened", nothing: "Nothing yet.", start: "Start", older: "Show earlier moves" };
export const AID = { closed: "counts as an aid", open: "opened: counts as an aid" };

/** @typedef {import("./types").PlayerInfo} Player */

export const PAIRING = {
  title: "The pairs that decide.",
  /** @param {string} form */
  form: (form) => `Make ${form}; then answer whatever the other makes with its partner.`,
  theirs: "Whatever is made now, the other answers with its partner.",
  inWords: "The pairs in words",
};

export const MINE = {
  title: "My games", lead: "The games that you play on this device.", none: "None yet. ", choose: "Choose a game",
  unfinished: "Unfinished", finished: "Finished", nothing: "No game is like that.",
  yourTurn: "Your turn.", theirTurn: "The other player's turn.",
  outcomes: { won: "Won", lost: "Lost", drawn: "Drawn" }, counted: { won: "won", lost: "lost", drawn: "drawn" },
  byOutcome: "How they ended", numbers: "Your numbers", game: "Game", all: "All games",
};

export const REVIEW = {
  /**
   * @param {string} game
   * @param {boolean} own
   */
  heading: (game, own) => (own ? `${game}, your review` : `${game}, review`),
  /**
   * @param {Player} player
   */
  winning: ({ subject }) => (subject === "You" ? "you are winning" : `${subject.replace(/^The /, "the ")} is winning`),
  /**
   * @param {Player} player
   */
  named: ({ label, name }) => (label === "Computer" ? name : label),
  /**
   * One title about one's own game, and nothing in it that is not so.
   * @param {{lost: boolean, mistakes: number, turn: number, before: "win" | "draw" | "lose", back: ?number, hopeless: boolean}} own
   *   `back`: the move by which the other gave it back
   */
  title({ lost, mistakes, turn, before, back, hopeless }) {
    if (hopeless) return "From this start the other seat wins, whoever sits there. Try it yourself.";
    if (!mistakes) return lost ? "No move of yours changed who wins." : "No move of yours gave anything away.";
    const was = before === "win" ? "You were winning" : "It was a draw";
    if (lost && mistakes > 1) return `It turned at move ${turn}, the last of ${mistakes} moves of yours that gave something away.`;
    if (lost) return `${was} before move ${turn}. That one move gave it away.`;
    return back ? `You won: your move ${turn} gave it away, and at move ${back} it turned back to you.` : `You won, although your move ${turn} gave it away.`;
  },
  /** @param {number} turn */
  before: (turn) => `Before move ${turn}; what was played has a frame`,
  /** @param {number} turn */
  after: (turn) => `After move ${turn}`,
  /** @param {number} turn */
  turned: (turn) => `Where it turned: move ${turn}`,
  instead: "After that instead", values: "Every move and its value",
  mattered: "Right where it mattered",
  /** @param {number} critical */
  of: (critical) => ` of ${critical}`,
  never: "never had to choose",
  /**
   * @param {string[]} best
   * @param {string} value
   */
  right: (best, value) => `${best.length === 1 ? "Only " : ""}${best.slice(0, 3).map((one) => `“${one}”`).join(", ")}${best.length > 3 ? " …" : ""} ${
    best.length === 1 ? "keeps" : "keep"} the ${value}`,
};

/** What players are called who have given no name. */
export const PLAYERS = ["Player 1", "Player 2"];

/**
 * Return who begins, which is all there is to say before the first move.
 * @param {Player} player
 */
export const begins = ({ subject }) => (subject === "You" ? "You begin." : `${subject} begins.`);

// The words of the shell and of the settings.

export const THEMES = { system: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" };

export const THEME_CHOICES = [
  { value: "", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

export const SETTINGS_PAGE = {
  title: "Settings",
  lead: "They hold in this browser, at once.",
  theme: "Theme",
};

/** @type {Record<string, {label: string, about: string}>} */
export const SETTING_WORDS = {
  motion: { label: "Motion", about: "Digits fly and tiles turn over. Off wherever your system asks for less motion." },
  sound: { label: "Sound", about: "A short tone for each tap, move and win." },
  vibration: { label: "Vibration", about: "A light one on telephones, when a move is made or refused." },
  "digit-keys": { label: "Number keys play", about: "A digit typed anywhere on a board is an answer." },
  "at-once": { label: "Play at once", about: "One press makes a move. Otherwise the first shows what it does, and the second plays." },
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
  skip: "Skip this step", next: "Next", finish: "Done", no: "No. ", over: "That is all one needs to know.",
  /** @param {string} game */
  play: (game) => `Play ${game}`,
  rules: "The rules",
  offer: "New here?", take: "Take the one-minute lesson", later: "No lesson now",
};
// The words of the home page and of the sheet; what the server fills in is in web/words.py.

export const HOME = { newGame: "New game", typeCode: "Type the code that your friend has." };

export const SHEET = { close: "Close", which: "Which game" };

export const FOR_PROGRAMMERS = "For programmers";

export const RULES_PAGE = {
  learn: "Learn",
  lead: "A lesson takes a minute. The rules have the rest; what holds in every game stands at the end of each.",
  lesson: "Lesson", rules: "Rules", play: "Play", analysis: "Analysis", map: "Map",
  others: "The other games", goOn: "Go on",
};

/** The parts of a rulebook in plain words. @type {Record<string, string>} */
export const SECTIONS = {
  Rulings: "When something is not clear", Errata: "Mistakes in the printed rules", "Moves and positions": "How moves are written down",
  Versions: "What has changed",
};

export const MAPS = {
  title: "Maps",
  lead: "Every game here is solved, so all of it can be seen at once.",
  see: "See the map",
  /** @param {string} game */
  heading: (game) => `The map of ${game}`,
  legend: "How to read it",
  notes: "What to see",
  win: "The player to move wins.",
  lose: "The player to move loses.",
  draw: "Nobody wins by force.",
  sooner: "The stronger the colour, the sooner.",
  point: "Point at a place, or go there by the arrow keys.",
  tap: "Tap a place to see what it is.",
  choose: "Press one to choose it.",
  analyse: "Press to analyse it.",
  chooseIt: "Choose it",
  analyseIt: "Analyse it",
  yours: "Your game on the map",
  /**
   * @param {number} turn
   * @param {number} all
   */
  turnOf: (turn, all) => (turn ? `After turn ${turn} of ${all}` : "Before the first turn"),
  walk: "Solid while you were winning, dotted while you were losing. The ring is where it stands.",
  inWords: "In words",
  onMap: "On the map",
  large: "The whole map",
  review: "Review",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  mover: "to move",
  other: "the other",
  asTable: "As a table",
  tableRead: "Across the number of the one to move, down the other number; who wins, and in how many turns.",
  tableCorner: "other / to move",
  analysis: "Analyse positions",
  play: "Play",
  /** @param {{across: string, up: string, wins: boolean, plies: number}} pair */
  pair: ({ across, up, wins, plies }) =>
    `${across} against ${up}: ${wins ? "▲ the player to move wins" : "▼ the player to move loses"} in ${turns(plies)}.`,
  /** @param {string[]} range */
  zoomed: ([left, right, low, high]) => `${left} to ${right} across, ${low} to ${high} up.`,
};

export const STEPS = {
  through: "Step through the game", first: "First move", back: "One move back", on: "One move on", end: "The end",
};

export const ANALYSIS = {
  about: "Analysis: who wins here, by which moves, and why.",
  instead: "The start is shown instead.",
  setUp: "Set up by pressing tiles", ready: "Ready", press: "Press a tile, then the digit that it becomes.",
  become: "What it becomes", empty: "Take it away", turn: "The other is to move",
};

export const OPTIONS = {
  largest: "the largest",
  /** @param {number} base */
  inBase: (base) => `written in base ${base}`,
  /**
   * @param {string} field
   * @param {number} base
   */
  noNumber: (field, base) => `${field}: that is no number in base ${base}.`,
};

export const COPIED = "Copied";
export const NO_COPY = "Copying is not possible here";

/** The computers, each stronger than the one before. */
export const LADDER = ["beginner", "easy", "medium", "hard", "perfect"];

export const END = {
  onMap: "Where this game went on the map",
  /** @param {number} turn */
  again: (turn) => `Try again from move ${turn}`,
  otherSeat: "Take the other seat",
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

export const NEW = {
  /** @type {Record<string, {label: string, about: string, begins: string, start: string}>} */
  ways: {
    computer: {
      label: "Against the computer", about: "From beginner to perfect.", begins: "The computer begins", start: "Start the game",
    },
    here: {
      label: "Two people here", about: "You take turns at this screen.", begins: "The other player begins", start: "Start the game",
    },
    link: { label: "Invite a friend", about: "Send a link or a short code.", begins: "My friend begins", start: "Make the link" },
  },
  who: "Who plays", strength: "How strong", more: "More",
  names: "Names", name: "Your name", otherName: "The other player's name",
  beginning: "Who begins", toss: "A toss decides", first: "I begin",
  settings: "Rules, clock, help", rules: "Rules", help: "Help", hints: "Hints during the game",
  /**
   * @param {string} about
   * @param {string} turns
   */
  preset: (about, turns) => `${about}; usually ${turns}`,
  tries: "Tries a turn", anyNumber: "any number", triesHelp: "So many rejected moves in one turn lose the game.",
  clock: "Clock", noClock: "None", turnSeconds: "Seconds a turn", gameMinutes: "Minutes for the game",
  minutesEach: "Minutes each", increment: "Seconds more a move",
  /**
   * @param {string} field
   * @param {string} low
   * @param {string} high
   */
  range: (field, low, high) => `${field}: a whole number from ${low} to ${high}.`,
};

export const MISSING = {
  title: "No such page", heading: "There is no such page", mistyped: "The address may have been mistyped.", home: "All games",
};

/** @type {Record<string, (answer: string) => string>} */
const CLAIMS = { losers: (answer) => `These lose: ${answer}`, winner: (answer) => `${sentence(answer)} ${answer === "you" ? "win" : "wins"}` };
/** @param {string} text */
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const ORDINALS = ["first", "second", "third"];

export const PUZZLE = {
  /** @type {Record<string, string>} */
  choose: { losers: "Mark every one that loses", winner: "Choose who wins" },
  claim: CLAIMS,
  named: sentence,
  or: " or ",
  judging: "…", why: "Why",
  right: "That is it.",
  triesLabel: "Tries",
  out: "No try is left.",
  /** @param {number} count */
  solved: (count) => `Solved at the ${ORDINALS[count - 1] ?? `${count}th`} try.`,
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
  notADay: (text) => `"${text}" is not the number of a day. The first day is 1.`,
  /** @param {number} day */
  title: (day) => `Puzzle ${day}`,
  puzzle: "Puzzle",
  five: "The puzzles of the day",
  states: { solved: "solved", missed: "not solved", begun: "begun", open: "open" },
  /** @param {number} days */
  running: (days) => (days === 1 ? "day running" : "days running"),
  next: "next puzzle in", fresh: "There are new puzzles", todays: "Today's puzzles",
  /** @param {string} game */
  after: (game) => `Next: ${game}`,
  playOut: "Play it out",
  share: "Share, without giving it away", shareButton: "Share", picture: "Save as a picture",
  /** @param {number} day */
  named: (day) => `Last Digit ${day}`,
  week: "Your week", none: "Solve one today, and a row of days begins.",
  /** @param {string} date */
  letter: (date) => weekday(date).charAt(0),
  /**
   * @param {string} date
   * @param {boolean} solved
   */
  dayWas: (date, solved) => `${weekday(date)}: ${solved ? "solved" : "not solved"}`,
  soFar: "Solved so far", tryNames: ["1st try", "2nd try", "3rd try", "not"],
  older: "Other days, and the rules", practice: "Practise more", rules: "Rules", yesterday: "Yesterday's puzzles",
  /** @param {number} day */
  puzzleOf: (day) => `Puzzle ${day}`,
};

export const WORKSHEET = {
  title: "Puzzles on paper",
  lead: "A sheet to print, on A4 or Letter: six puzzles a page, room to write, and the answers with their reasons on pages of their own.",
  game: "Game", mixed: "All games by turns", grade: "How hard", any: "All grades",
  count: "How many puzzles", seed: "Number of the sheet", seedAbout: "The same number (or word) makes the same sheet again.",
  make: "Make the sheet", making: "Making it …",
};

export const PRACTICE = {
  title: "Practice",
  /** @param {number} grade */
  heading: (grade) => `Practice, grade ${grade}`,
  games: "The games", more: "Rules, and the puzzles of the day", paper: "On paper",
  next: "Next puzzle",
  level: "Your level", grade: "How hard", ownLevel: "At my level",
  /** @param {number} grade */
  ofGrade: (grade) => `Grade ${grade}`,
  unknown: "Solve a few, and it is known.",
};
