// Every text that the page's scripts show, and the functions that put numbers into words. Texts about one game, such as
// its rules and prompts, come from the server. The server's own texts for pages are in web/strings.py.

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
 * Return how many turns a game usually takes.
 * @param {[number, number]} range
 */
export const usual = ([low, high]) => (low === high ? turns(low) : `${low} to ${turns(high)}`);

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

export const ASKS = { draw: "offers a draw.", undo: "asks to take the last move back." };
export const ASKED = { draw: "You have offered a draw.", undo: "You have asked to take the last move back." };
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
/** Shown when the player answers a later question before an earlier one. */
export const TOO_SOON = "Choose on the board first.";
export const KEY_FIRST = "Choose one of the keys first.";
export const NOT_NOW = "Not now.";
/** @param {string} key */
export const noChoice = (key) => `"${key}" isn't one of the choices.`;
/** Shown when the player to move presses a tile that is no answer, for example one of the opponent's digits. */
export const NOT_THAT = "Not that one: press a tile with a coloured edge.";

/** @type {Record<import("./types").Hint, string>} */
export const HINTS = {
  idea: "The idea", look: "Where to look", hint: "The move", values: "What each move is worth",
  moves: "Allowed moves", aid: "A list",
};

/** The button that asks for the next, more explicit hint. @type {Partial<Record<import("./types").Hint, string>>} */
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
   * The title of the review of the reader's own game.
   * @param {{lost: boolean, mistakes: number, turn: number, before: "win" | "draw" | "lose", back: ?number, hopeless: boolean}} own
   *   `back`: the move by which the opponent gave the win back; `hopeless`: the seat loses against best play
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

/** Names of players who have entered none. */
export const PLAYERS = ["Player 1", "Player 2"];

/**
 * Return the sentence that is shown before the first move.
 * @param {Player} player
 */
export const begins = ({ subject }) => (subject === "You" ? "You begin." : `${subject} begins.`);

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
export const HOME = { newGame: "New game", typeCode: "Type the code that your friend has." };

export const SHEET = { close: "Close", which: "Which game" };

export const FOR_PROGRAMMERS = "For programmers";

export const RULES_PAGE = {
  learn: "Learn",
  lead: "A lesson takes a minute. The rules have the rest; what holds in every game stands at the end of each.",
  lesson: "Lesson", rules: "Rules", play: "Play", analysis: "Analysis", map: "Map",
  others: "The other games", goOn: "Go on",
};

/** Plainer headings for the sections of a rulebook. @type {Record<string, string>} */
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

/** The computer's levels from weakest to strongest. */
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

/** @typedef {import("./types").PupilInfo} Pupil */

export const CLASS_KINDS = {
  everyone: { label: "Everyone plays everyone", about: "Whoever is ready meets somebody new: two games each, from the same start, so that both begin once." },
  "by-hand": { label: "Pairs by hand", about: "You say who plays whom: two games each, from the same start." },
  puzzles: { label: "The same puzzles for all", about: "Everybody solves the same set, each at their own pace." },
};

/** @type {Record<Pupil["state"], string>} */
export const PUPIL_STATES = {
  here: "is here", away: "is away", waiting: "waits for a game", playing: "plays", out: "left out", freed: "may come in again",
};

/** @type {Record<Pupil["puzzles"][number], string>} */
export const PUZZLE_STATES = { open: "not tried", begun: "begun", solved: "solved", missed: "not solved" };

export const CLASS_OPENING = {
  title: "For a class",
  lead: "Open a room and write its code on the blackboard. Pupils type the code and their name: no accounts, nothing to install.",
  mine: "Your classes",
  closed: "closed",
  teacher: "you teach",
  pupil: "you take part",
  name: "Name of the class",
  usualName: "Class",
  kind: "What the class does",
  game: "Game",
  preset: "Rules",
  grade: "How hard",
  mixed: "Mixed, easy ones first",
  /** @param {number} grade */
  graded: (grade) => `Grade ${grade}`,
  count: "How many puzzles",
  seen: "Anyone who has the code can see the pupils' names and results. First names or nicknames are enough.",
  open: "Open the room",
  code: "Have you a code?",
  codeLabel: "The code of your class",
  enter: "Go to the class",
  paper: "On paper",
  paperAbout: "A sheet of puzzles to print, with the rules and the answers.",
  sheet: "Make a worksheet",
};

export const CLASS_TEACHER = {
  code: "Pupils type this code on the start page",
  link: "or open this address:",
  copy: "Copy the address",
  board: "Board for the projector",
  bright: "The same, bright",
  results: "Results as CSV",
  close: "Close the class",
  really: "Close it for good?",
  closed: "This class is closed. Nobody can join or play on; the results stay here.",
  forget: "Delete the class",
  gone: "Delete its names and results? Its games stay.",
  nobody: "Nobody has joined yet.",
  choose: "Press a name to do something about that pupil; press two to let them play.",
  chooseOne: "Press a name to do something about that pupil.",
  pair: "Let these two play",
  leaveOut: "Leave out",
  takeBack: "Take back",
  free: "Let in on another device",
  rename: "Rename",
  newName: "Another name",
  games: "Games that go on",
  ended: "Games that are over",
  review: "Review",
  gamesSheet: "Every game as CSV",
  drawn: "a draw",
  /** @param {string} name */
  wonBy: (name) => `${name} won`,
  watch: "Watch",
  /** @param {string} name */
  freed: (name) => `${name} can now join with the same name on another device.`,
  /** @param {number} playing @param {number} finished */
  counts: (playing, finished) => `${playing} ${playing === 1 ? "game goes" : "games go"} on, ${finished} finished.`,
};

export const CLASS_STANDINGS = {
  caption: "Standings",
  place: "Place", name: "Name", points: "Points", won: "Won", drawn: "Drawn", lost: "Lost", toPlay: "To play", state: "Now", puzzles: "Puzzles",
};

export const CLASS_PUPIL = {
  yourName: "Your name",
  join: "Join the class",
  howNamed: "As the others know you. Everybody in the class can read it.",
  next: "Your next game",
  /** @param {string} name */
  against: (name) => `You play against ${name}.`,
  go: "Go to your game",
  ready: "Next game",
  waiting: "You wait for somebody to play. It begins by itself.",
  notYet: "Not yet, please",
  alone: "Nobody else is here yet. Press Next game, and it begins by itself when somebody comes.",
  played: "You have played everybody who is here.",
  paired: "Your teacher pairs you.",
  out: "Your teacher has left you out for now.",
  closed: "This class is closed. Thank you for playing!",
  /** @param {number} count */
  left: (count) => (count === 1 ? "One game to play." : `${count} games to play.`),
  /** @param {Pupil} pupil */
  standing: ({ place, points }) => `Place ${place}, ${points} ${points === "1" ? "point" : "points"}.`,
  /** @param {string} name */
  youAre: (name) => `You are ${name}.`,
  puzzles: "The puzzles of the class",
  /** @param {number} number */
  following: (number) => `Puzzle ${number}`,
  done: "You have answered them all.",
};

export const CLASS_BOARD = {
  go: "Go to", code: "and type the code",
  name: "Name", played: "won – lost", points: "points", puzzles: "puzzles",
  toMove: "to move",
  closed: "closed",
};

export const BACK_TO_CLASS = "Back to the class";
export const NEXT_CLASS_GAME = "Next game of the class";
export const SERVER_AWAY = "The server does not answer. Trying again.";

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
  /** @param {import("./types").ShareData} share */
  puzzles: ({ right, count }) => `${right} of ${plural(count, "puzzle")} right at the first try`,
  mattered: "Right where it mattered, out of 100",
  /** @param {import("./types").ShareData} share */
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
  /** @param {import("./types").RatingData} rating */
  rating: ({ mean, giveOrTake }) => `about ${Math.round(mean)}${giveOrTake > UNSURE ? ", not well known yet: solve a few more" : ""}`,
  /**
   * One point of the chart in words, for screen readers.
   * @param {string} when
   * @param {import("./types").ShareData} share
   */
  pointInWords: (when, share) => `${when}: ${share.right} of ${share.count}${share.interval ? `, ${hundredth(share.interval[0])} to ${hundredth(share.interval[1])} in a hundred` : ""}.`,
  /** @param {string} monday */
  weekOf: (monday) => `Week of ${shortDate(monday)}`,
};

export const PERSON = {
  title: "What is kept of you",
  own: "This browser is yours: what you did in the terminal counts here, too.",
  /**
   * @param {number} answers
   * @param {number} games
   */
  kept: (answers, games) => `The server keeps ${counted(answers, "answer to a puzzle", "answers to puzzles")} and ${
    counted(games, "game", "games")} under this browser. There is no account, and nothing is sent anywhere.`,
  /**
   * The same sentence for the static site, which has no server.
   * @param {number} answers
   * @param {number} games
   */
  keptHere: (answers, games) => `This browser keeps ${counted(answers, "answer to a puzzle", "answers to puzzles")} and ${
    counted(games, "game", "games")}, on this device alone. Nothing is sent anywhere.`,
  export: "Save it all as a file",
  device: "Go on at another device", deviceAbout: "Your games, answers and numbers go with you; both devices are you from then on.",
  show: "Show a key", type: "Type a key", key: "Key", take: "Take it over",
  /** @param {number} seconds */
  shown: (seconds) => `Type this key there, under Settings. It works once, within ${plural(Math.round(seconds / 60), "minute")}.`,
  taken: "This device is yours now.",
  forget: "Delete it all", sure: "Press again to delete it for good",
  forgetAbout: "A game against somebody else stays theirs, without your name. What a class has is its teacher's.",
  forgetHere: "Then nobody has it any more.",
  /**
   * @param {number} answers
   * @param {number} games
   */
  forgotten: (answers, games) => `Deleted: ${counted(answers, "answer", "answers")} and ${counted(games, "game", "games")}.`,
  ownTitle: "Your own browser", ownWait: "One moment …",
};

/**
 * @param {number} count
 * @param {string} one
 * @param {string} many
 */
function counted(count, one, many) {
  return count === 1 ? `one ${one}` : `${inWords(count).toLowerCase()} ${many}`;
}
