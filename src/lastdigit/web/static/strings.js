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
export const AID = { closed: "counts as help", open: "open: counts as help" };

/** @typedef {import("./types").PlayerInfo} Player */

export const PAIRING = {
  title: "The pairs that decide the game.",
  /** @param {string} form */
  form: (form) => `Make ${form}. Then always answer a prime with its partner.`,
  theirs: "Every prime you can make has a partner. The other player answers with that partner.",
  inWords: "The pairs as text",
};

export const MINE = {
  title: "My games", lead: "Your games on this device.", none: "None yet. ", choose: "Choose a game",
  unfinished: "Unfinished", finished: "Finished", nothing: "No games match.",
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
    if (hopeless) return "Starting here, the other player can always win. Take their seat and try to win.";
    if (!mistakes) return lost ? "None of your moves changed who wins." : "You made no mistakes.";
    const was = before === "win" ? "You were winning" : "It was a draw";
    if (lost && mistakes > 1) return `The game turned at move ${turn}, the last of your ${mistakes} mistakes.`;
    if (lost) return `${was} before move ${turn}. That move was the mistake.`;
    return back ? `You won. Move ${turn} was a mistake, but at move ${back} you got the win back.` : `You won, although move ${turn} was a mistake.`;
  },
  /** @param {number} turn */
  before: (turn) => `Before move ${turn}. A frame marks the move that was played.`,
  /** @param {number} turn */
  after: (turn) => `After move ${turn}`,
  /** @param {number} turn */
  turned: (turn) => `Where it turned: move ${turn}`,
  instead: "After the better move", values: "Every move and its value",
  mattered: "Key moves found",
  /** @param {number} critical */
  of: (critical) => ` of ${critical}`,
  never: "no key moves",
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

export const THEMES = { system: "Theme: match system", light: "Theme: light", dark: "Theme: dark" };

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

/** @type {Record<string, {label: string, about: string}>} */
export const SETTING_WORDS = {
  motion: { label: "Motion", about: "Digits fly and tiles turn over. This is off if your system is set to reduce motion." },
  sound: { label: "Sound", about: "A short tone for each tap, move and win." },
  vibration: { label: "Vibration", about: "On phones, a light buzz when a move is made or refused." },
  "digit-keys": { label: "Number keys play", about: "Type a digit to choose it on the board." },
  "at-once": { label: "Play at once", about: "One press makes a move. If this is off, the first press shows what the move does, and the second makes it." },
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

export const SHEET = { close: "Close", which: "Which game" };

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

export const MAPS = {
  title: "Maps",
  lead: "Every game is solved, so a map can show the whole game at once.",
  see: "See the map",
  /** @param {string} game */
  heading: (game) => `The map of ${game}`,
  legend: "How to read it",
  notes: "What to see",
  win: "The player to move wins.",
  lose: "The player to move loses.",
  draw: "Neither player can force a win.",
  sooner: "The stronger the colour, the sooner the game ends.",
  point: "Point at a place on the map, or use the arrow keys.",
  tap: "Tap a place to see what it is.",
  choose: "Press a place to choose it.",
  analyse: "Press a place to analyse it.",
  chooseIt: "Choose it",
  analyseIt: "Analyse it",
  yours: "Your game on the map",
  /**
   * @param {number} turn
   * @param {number} all
   */
  turnOf: (turn, all) => (turn ? `After turn ${turn} of ${all}` : "Before the first turn"),
  walk: "Solid: you were winning. Dotted: you were losing. The ring is the current position.",
  inWords: "In words",
  onMap: "On the map",
  large: "The whole map",
  review: "Review",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  mover: "to move",
  other: "other player",
  asTable: "As a table",
  tableRead: "Across: the number of the player to move. Down: the other player's number. Each cell shows who wins and in how many turns.",
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
  through: "Step through the game", first: "First move", back: "One move back", on: "One move forward", end: "The end",
};

export const ANALYSIS = {
  about: "Analysis: who wins here, with which moves, and why.",
  instead: "The starting position is shown instead.",
  setUp: "Set up by pressing tiles", ready: "Ready", press: "Press a tile, then its new digit.",
  become: "New digit", empty: "Remove it", turn: "Other player to move",
};

export const OPTIONS = {
  largest: "the largest",
  /** @param {number} base */
  inBase: (base) => `written in base ${base}`,
  /**
   * @param {string} field
   * @param {number} base
   */
  noNumber: (field, base) => `${field}: that isn't a number in base ${base}.`,
};

export const LINK = {
  qr: "QR code for this link",
  scan: "Scan it with a phone camera to open the link there.",
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

/** @typedef {import("./challenge/link.js").Result} ChallengeResult */

export const CHALLENGE = {
  title: "A challenge", results: "Who did better?",
  offer: "Challenge a friend", you: "You", friend: "Your friend", other: "The other player",
  about: {
    puzzle: "Send this link to a friend. Your friend gets the same puzzle and then sees both results.",
    game: "Send this link to a friend. Your friend gets the same start against the same computer and then sees both results.",
  },
  name: "Your name (optional)", link: "Link for your friend", send: "Send the link", text: "Can you beat me at Last Digit?",
  back: "Send both results", backAbout: "Send this link back. The link shows both results side by side.",
  /** @param {string} name */
  heading: (name) => `${name} challenges you!`,
  /** The result to beat, as a sentence. */
  beat: {
    /** @param {ChallengeResult} result @param {string} name */
    game: ({ outcome, count }, name) => `${name} ${{ won: "won", lost: "lost", drawn: "drew" }[outcome]} in ${turns(count)}. Can you do better?`,
    /** @param {ChallengeResult} result @param {string} name */
    puzzle: ({ outcome, count }, name) => `${name} ${outcome === "won" ? `solved it on the ${ordinal(count)} try` : "didn't solve it"}. Can you do better?`,
  },
  /** @param {number} day */
  samePuzzle: (day) => `You get the same puzzle, number ${day}.`,
  /** @param {string} level */
  sameStart: (level) => `You play against Computer (${level}) from the same start.`,
  accept: "Accept the challenge", tryIt: "Try it yourself", rules: "Rules",
  broken: "This challenge link is broken. Ask your friend to copy the whole link and send it again.",
  /** @param {string} reason */
  refused: (reason) => `This challenge can't be played here. ${reason}`,
  result: {
    /** @param {ChallengeResult} result */
    game: ({ outcome, count }) => ({ won: `Won in ${turns(count)}`, lost: `Lost in ${turns(count)}`, drawn: `Drew in ${turns(count)}` })[outcome],
    /** @param {ChallengeResult} result */
    puzzle: ({ outcome, count }) => (outcome === "won" ? `Solved on the ${ordinal(count)} try` : "Not solved"),
  },
  /**
   * @param {"game" | "puzzle"} kind
   * @param {number} winner 1 or 2, or 0 for a tie
   * @param {ChallengeResult} first
   * @param {ChallengeResult} second
   * @param {[string, string]} names
   */
  verdict(kind, winner, first, second, names) {
    if (!winner) return first.outcome === "lost" && kind === "puzzle" ? "Neither solved it." : "It's a tie.";
    const name = names[winner - 1];
    if (first.outcome !== second.outcome) return name === CHALLENGE.you ? "You win this challenge!" : `${name} wins this challenge.`;
    if (kind === "puzzle") return `Both solved it. ${name} needed fewer tries.`;
    return first.outcome === "won" ? `Both won. ${name} needed fewer turns.` : `Both lost. ${name} lasted longer.`;
  },
};

export const NEW = {
  /** @type {Record<string, {label: string, about: string, begins: string, start: string}>} */
  ways: {
    computer: {
      label: "Against the computer", about: "From beginner to perfect.", begins: "The computer begins", start: "Start the game",
    },
    here: {
      label: "Two players here", about: "Take turns at this screen.", begins: "The other player begins", start: "Start the game",
    },
    link: { label: "Invite a friend", about: "Send a link or a short code.", begins: "My friend begins", start: "Make the link" },
  },
  who: "Who plays", strength: "How strong", more: "More",
  names: "Names", name: "Your name", otherName: "The other player's name",
  beginning: "Who begins", toss: "A coin toss decides", first: "I begin",
  settings: "Rules, clock, help", rules: "Rules", help: "Help", hints: "Hints during the game",
  /**
   * @param {string} about
   * @param {string} turns
   * @param {string} note
   */
  preset: (about, turns, note) => `${about}; usually ${turns}${note && `. ${note}`}`,
  tries: "Tries per turn", anyNumber: "any number", triesHelp: "You lose after this many rejected moves in one turn.",
  clock: "Clock", noClock: "None", turnSeconds: "Seconds per turn", gameMinutes: "Minutes for the game",
  minutesEach: "Minutes each", increment: "Extra seconds per move",
  /**
   * @param {string} field
   * @param {string} low
   * @param {string} high
   */
  range: (field, low, high) => `${field}: a whole number from ${low} to ${high}.`,
};

export const MISSING = {
  title: "Page not found", heading: "Page not found", mistyped: "Check the address for typos.", home: "All games",
};

/** @type {Record<string, (answer: string) => string>} */
const CLAIMS = { losers: (answer) => `These lose: ${answer}`, winner: (answer) => `${sentence(answer)} ${answer === "you" ? "win" : "wins"}` };
/** @param {string} text */
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const ORDINALS = ["first", "second", "third"];
/** @param {number} count */
const ordinal = (count) => ORDINALS[count - 1] ?? `${count}th`;

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
  notADay: (text) => `"${text}" is not a day number. The first day is 1.`,
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
  caption: "The puzzles of past days",
  earlier: "Earlier month", later: "Later month",
  weekdays: [...WEEKDAYS.slice(1), WEEKDAYS[0]],
  /** @param {number} count */
  legend: (count) => `Filled: all ${inWords(count).toLowerCase()} solved. A bar: some solved. You can play any day.`,
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
  about: "Put a daily reminder in your calendar, at 6 in the evening. You can change or delete it there.",
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

export const WORKSHEET = {
  title: "Puzzles on paper",
  lead: "A printable sheet for A4 or Letter: six puzzles per page, with space to write. The answers and reasons are on separate pages.",
  game: "Game", mixed: "A mix of all games", grade: "How hard", any: "All grades",
  count: "How many puzzles", seed: "Sheet number", seedAbout: "The same number or word makes the same sheet again.",
  make: "Make the sheet", making: "Making the sheet …",
};

export const PRACTICE = {
  title: "Practice",
  /** @param {number} grade */
  heading: (grade) => `Practice, grade ${grade}`,
  games: "The games", more: "Rules and daily puzzles", paper: "On paper",
  next: "Next puzzle",
  level: "Your level", grade: "How hard", ownLevel: "At my level",
  /** @param {number} grade */
  ofGrade: (grade) => `Grade ${grade}`,
  unknown: "Solve a few and we'll find your level.",
};

/** @typedef {import("./types").PupilInfo} Pupil */

export const CLASS_KINDS = {
  everyone: { label: "Everyone plays everyone", about: "Pupils who are ready are paired. Each pair plays two games from the same start, so each player begins once." },
  "by-hand": { label: "Pairs by hand", about: "You choose who plays whom: two games from the same start." },
  puzzles: { label: "The same puzzles for everyone", about: "All pupils solve the same puzzles, each at their own pace." },
};

/** @type {Record<Pupil["state"], string>} */
export const PUPIL_STATES = {
  here: "is here", away: "is away", waiting: "is waiting for a game", playing: "is playing", out: "left out", freed: "can join again",
};

/** @type {Record<Pupil["puzzles"][number], string>} */
export const PUZZLE_STATES = { open: "not tried", begun: "started", solved: "solved", missed: "not solved" };

export const CLASS_OPENING = {
  title: "For a class",
  lead: "Open a classroom and write its code on the board. Pupils type the code and their name. No accounts, nothing to install.",
  mine: "Your classes",
  closed: "closed",
  teacher: "you are the teacher",
  pupil: "you are a pupil",
  name: "Class name",
  usualName: "Class",
  kind: "What the class does",
  game: "Game",
  preset: "Rules",
  grade: "How hard",
  mixed: "Mixed, easy ones first",
  /** @param {number} grade */
  graded: (grade) => `Grade ${grade}`,
  count: "How many puzzles",
  seen: "Anyone with the code can see the pupils' names and results. First names or nicknames are enough.",
  open: "Open the classroom",
  code: "Have a code?",
  codeLabel: "Your class code",
  enter: "Go to the class",
  paper: "On paper",
  paperAbout: "A printable puzzle sheet with rules and answers.",
  sheet: "Make a worksheet",
};

export const CLASS_SETTINGS = {
  clock: "Clock",
  noClock: "No clock",
  /** @param {number} count */
  minutes: (count) => `${plural(count, "minute")} each`,
  rounds: "Opponents",
  everyone: "Everyone in the class",
  /** @param {number} count */
  others: (count) => `${plural(count, "opponent")} each`,
  about: "Two opponents play two games, and each moves first once. Changes apply to games that start later.",
  changed: "Changed for future games.",
};

export const CLASS_TEACHER = {
  code: "Pupils type this code on the start page",
  link: "or open this address:",
  copy: "Copy the address",
  board: "Projector",
  bright: "Projector, light",
  results: "Results as CSV",
  close: "Close the class",
  really: "Close the class for good?",
  closed: "This class is closed. No one can join or play any more. The results stay here.",
  forget: "Delete the class",
  gone: "Delete the names and results? The games stay saved.",
  nobody: "No one has joined yet.",
  choose: "Select one pupil to manage, or two to pair.",
  chooseOne: "Select a pupil to manage.",
  pair: "Pair these two",
  leaveOut: "Leave out",
  takeBack: "Bring back",
  free: "Allow another device",
  rename: "Rename",
  newName: "New name",
  games: "Games in progress",
  ended: "Finished games",
  review: "Review",
  gamesSheet: "All games as CSV",
  drawn: "a draw",
  /** @param {string} name */
  wonBy: (name) => `${name} won`,
  watch: "Watch",
  /** @param {string} name */
  freed: (name) => `${name} can now join with the same name on another device.`,
  /** @param {number} playing @param {number} finished */
  counts: (playing, finished) => `${playing ? plural(playing, "game") : "No games"} in progress, ${finished} finished.`,
};

export const CLASS_STANDINGS = {
  caption: "Standings",
  place: "Place", name: "Name", points: "Points", won: "Won", drawn: "Drawn", lost: "Lost", toPlay: "To play", state: "Now", puzzles: "Puzzles",
};

export const CLASS_PUPIL = {
  yourName: "Your name",
  join: "Join the class",
  howNamed: "Use the name your class knows you by. Everyone in the class can see it.",
  next: "Your next game",
  /** @param {string} name */
  against: (name) => `You play against ${name}.`,
  go: "Go to your game",
  ready: "Next game",
  waiting: "Looking for an opponent …",
  notYet: "Stop waiting",
  alone: "No one else is here yet. Press Next game. It starts when another pupil is ready.",
  played: "You have played all your games. Well done!",
  paired: "Your teacher chooses who plays whom.",
  out: "Your teacher has asked you to sit out for now.",
  closed: "This class is closed. Thanks for playing!",
  /** @param {number} count */
  left: (count) => (count === 1 ? "One game left to play." : `${count} games left to play.`),
  /** @param {Pupil} pupil */
  standing: ({ place, points }) => `Place ${place}, ${points} ${points === "1" ? "point" : "points"}.`,
  /** @param {string} name */
  youAre: (name) => `You are ${name}.`,
  puzzles: "Class puzzles",
  /** @param {number} number */
  following: (number) => `Puzzle ${number}`,
  done: "You have answered all the puzzles.",
};

export const CLASS_BOARD = {
  scan: "Scan, or go to", code: "and type the code",
  name: "Name", played: "won – lost", points: "points", puzzles: "puzzles",
  toMove: "to move",
  closed: "closed",
};

export const BACK_TO_CLASS = "Back to the class";
export const NEXT_CLASS_GAME = "Next class game";
export const SERVER_AWAY = "Can't reach the server. Trying again.";

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
  /** @param {import("./types").ShareData} share */
  puzzles: ({ right, count }) => `${right} of ${plural(count, "puzzle")} solved on the first try`,
  mattered: "Key moves found, out of 100",
  /** @param {import("./types").ShareData} share */
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
  ratings: "Your level in puzzles",
  /** @param {import("./types").RatingData} rating */
  rating: ({ mean, giveOrTake }) => `about ${Math.round(mean)}${giveOrTake > UNSURE ? ", not certain yet: solve a few more" : ""}`,
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
  shown: (seconds) => `Type this key on the other device, under Settings. The key works once, for ${plural(Math.round(seconds / 60), "minute")}.`,
  taken: "This device is connected.",
  forget: "Delete everything", sure: "Press again to delete it for good",
  forgetAbout: "Games against other people stay saved for them, without your name. Your teacher keeps the class results.",
  forgetHere: "This can't be undone.",
  /**
   * @param {number} answers
   * @param {number} games
   */
  forgotten: (answers, games) => `Deleted ${plural(answers, "answer")} and ${plural(games, "game")}.`,
  ownTitle: "Your own browser", ownWait: "One moment …",
};
