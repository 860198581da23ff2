// The types of requests and responses of the HTTP API, for editors and for `make page`.
// Generated from docs/openapi.json by tools/declarations.py. Do not edit.

/** A game that can be played, with its options and its appearance. */
export interface GameInfo {
  /** The goal in a few words, for a list of games. */
  card: string;
  /** The numbers in a position's text that a position editor can change. */
  editable: EditableData[];
  /** An example position, as text. */
  example: string;
  /** The goal with the default options, to show above the board. */
  goal: string;
  /** Colours and logo of the game. */
  identity: IdentityData;
  /** Whether the game has a lesson for beginners. */
  lesson: boolean;
  /** Identifier of the game, such as `digit-duel`. Other requests refer to the game by this name. */
  name: string;
  /** Rules that can be changed. */
  options: OptionData[];
  /** The board in the position `example`, from top to bottom. */
  picture: RowData[];
  /** Named combinations of options. The first preset follows the rulebook. */
  presets: PresetData[];
  /** Name of the preset to suggest to two people. */
  quick: string;
  /** The game in one sentence. */
  summary: string;
  /** Display name of the game, such as "Digit Duel". */
  title: string;
  /** Version of the game's rules, which increases if a rule changes. */
  version: number;
}

/** A number in a position's text that a position editor can change. */
export interface EditableData {
  /** Character for a place without a digit. If `empty` is an empty string, removing a digit makes the number shorter. Null if every place must have a digit. */
  empty: string | null;
  /** Index of the number among the words of the text, starting with 0. */
  field: number;
}

/**
 * A game's colours and logo.
 *
 * Each colour is a pair of CSS colours, for light and dark mode.
 */
export interface IdentityData {
  /** Colour of text and lines on the page background. */
  deep: [string, string];
  /** Colour of the lower edge of the player's own tiles. */
  edge: [string, string];
  /** Colour of large areas, such as selected tiles. */
  fill: [string, string];
  /** The logo: SVG shapes in a view box of 64 by 64, drawn in `currentColor`. */
  mark: string;
  /** Colour of text and symbols on `fill`. */
  on: [string, string];
  /** Background colour of the board. */
  wash: [string, string];
}

/** A rule that players can change. */
export interface OptionData {
  /** The allowed values in words, such as "1 to 9, or none". */
  allowed: string;
  /** Whether the option is an extension that is not in the game's rulebook. */
  beyond: boolean;
  /** Default value. */
  default: number | boolean | number[] | null;
  /** Whether the default depends on other options, and can differ from `default`. */
  follows: boolean;
  /** What the option changes, in a few words. */
  help: string;
  /** Identifier of the option, such as `max-length`. */
  name: string;
  /** The word for null or an empty list. Null if neither null nor an empty list is allowed. */
  none: string | null;
  /** Smallest and largest integer. Null for `yes/no`. */
  range: [number, number] | null;
  /** Whether the range depends on other options, and can differ from `range`. Players read and type the values of such an option in the game's number base. */
  sized: boolean;
  /** `integer`, `yes/no`, or `list` (of integers). */
  type: "integer" | "list" | "yes/no";
}

/** A labelled row of the board, such as the digits of a number. */
export interface RowData {
  /** The cells, from left to right. */
  cells: CellData[];
  /** Number of cells that are left out at the start of a long row. */
  hidden: number;
  /** What the row shows. */
  kind: RowKind;
  /** Label of the row. */
  label: string;
  /** The player to whom the row belongs, 1 or 2. Null if both players share the row. */
  seat: 1 | 2 | null;
  /** Largest number of cells that the row can have. Null if there is no limit. */
  total: number | null;
}

/** A cell in a row of the board, such as a digit. Fields that do not apply are left out. */
export interface CellData {
  /** The answer that a click on the cell gives to the current question. */
  answer?: string;
  /** Name of the cell, such as "Left" or "hundreds". */
  caption?: string;
  /** True if the last move changed the cell. */
  changed?: boolean;
  /** Short symbol for what the cell does to the opponent's number, such as "-7". */
  effect?: string;
  /** Style in which to draw the cell. */
  look?: Look;
  /** Description in a few words. */
  note?: string;
  /** The player who placed the digit, 1 or 2. */
  seat?: 1 | 2;
  /** Text in the cell. Empty for a place without a digit. */
  text: string;
}

/**
 * The style in which a cell of the board is drawn.
 *
 * - `plain`: No special style.
 * - `spent`: Used up, without effect.
 * - `struck`: Crossed out.
 * - `next`: The next place to fill.
 * - `feared`: A place that loses the game for the player who fills it.
 * - `present`: The current number.
 */
export type Look = "feared" | "next" | "plain" | "present" | "spent" | "struck";

/**
 * What a row of the board shows.
 *
 * - `number`: A number, one digit in each cell.
 * - `pool`: Items to choose from.
 * - `log`: Information, such as the numbers used so far.
 */
export type RowKind = "log" | "number" | "pool";

/** A named combination of option values that players can choose as a whole, such as `quick`. */
export interface PresetData {
  /** Description in a few words. */
  about: string;
  /** Number of illegal moves in one turn that loses the game. Null if there is no limit. */
  attempts: number | null;
  /** Identifier of the preset. */
  name: string;
  /** Sentence for players who choose this preset. Empty if there is no such sentence. */
  note: string;
  /** Values of the options that differ from the defaults, by option name. */
  options: Record<string, number | boolean | number[] | null>;
  /** Whether to offer this preset first for games against the computer. */
  suggested: boolean;
  /** Range of the usual number of moves in a game, counting both players. */
  turns: [number, number];
}

/** The rules of a game, as Markdown and as HTML. */
export interface Rulebook {
  /** Identifier of the game. */
  game: string;
  /** Display name of the game. */
  title: string;
  /** Rules of this game, as Markdown. */
  page: string;
  /** Rules that all games share, as Markdown. */
  everyGame: string;
  /** Rules of this game, as HTML. The top heading is an `h1`. */
  pageHtml: string;
  /** Rules that all games share, as HTML. The top heading is an `h2`. */
  everyGameHtml: string;
}

/** A lesson that teaches a game to beginners, step by step. */
export interface LessonInfo {
  /** Identifier of the game. */
  game: string;
  /** Display name of the game. */
  title: string;
  /** The goal of the game. */
  goal: string;
  /** The steps, in the order in which to show them. */
  steps: LessonStep[];
}

/** One step of a lesson: a position, and a task to solve in it. */
export interface LessonStep {
  /** What to find, in a few words, such as "a digit that loses". */
  ask: string;
  /** Number of right moves to find. */
  count: number;
  /** Text to show when the step is solved. */
  done: string;
  /** Heading of the step. */
  heading: string;
  /** The position as text. */
  position: string;
  /** The first question about the move. */
  question: Question;
  /** Comments on all moves that can be tried. */
  replies: ReplyData[];
  /** The task in one or more sentences. */
  task: string;
  /** Rows of the board, from top to bottom. */
  view: RowData[];
}

/** A question about one part of a move, with its possible answers. */
export interface Question {
  /** The question in a few words, such as "Strike with". */
  prompt: string;
  /** All possible answers, including those that cannot be chosen now. */
  answers: Choice[];
}

/** One possible answer to a question about a move. */
export interface Choice {
  /** The answer as text. A move consists of the texts of its answers, separated by spaces. */
  text: string;
  /** The answer as shown to the player. */
  label: string;
  /** Short symbol for the answer, such as `/2`. Null if there is no symbol. */
  sign: string | null;
  /** Whether the answer can be chosen. */
  status: Status;
  /** Why the answer cannot be chosen. Null if the answer can be chosen. */
  reason: string | null;
  /** Label of the button that makes the move. Null if the move is not complete or cannot be made, or if it is not the requester's turn. */
  button: string | null;
  /** What the move would do. May be empty. Null whenever `button` is null. */
  preview: string | null;
  /** The number that the move would form, to show on the button. Null if there is nothing to show. */
  makes: string | null;
  /** The question that follows this answer. Null if the move is complete or the answer cannot be chosen. */
  next: Question | null;
}

/**
 * Whether an answer can be chosen when a player is asked for part of a move.
 *
 * - `legal`: The rules allow the answer.
 * - `try`: The answer can be chosen, but the player has to find out whether the move is legal.
 * - `unavailable`: The answer cannot be chosen.
 */
export type Status = "legal" | "try" | "unavailable";

/** A lesson's comment on one move. */
export interface ReplyData {
  /** Label of the button that makes the move. */
  button: string;
  /** The move as text. */
  move: string;
  /** Whether the move is one of the moves to find. */
  right: boolean;
  /** The comment. */
  sentence: string;
  /** Rows of the board after the move. Null unless the move is legal and completes the step. */
  view: RowData[] | null;
}

/** The exact evaluation of a position, assuming that both players play perfectly from here. */
export interface Analysis {
  /** Identifier of the game. */
  game: string;
  /** All legal moves, best first. */
  moves: JudgedMoveData[];
  /** A winning strategy that pairs moves with replies. Null if there is no such strategy. */
  pairing: PairingData | null;
  /** The position as text. */
  position: string;
  /** Result for the player to move. */
  positionValue: Value;
  /** Number of moves until the game ends, counting both players. Null for a draw, or if the number is unknown. */
  remoteness: number | null;
  /** The position with its board and the question for the player to move. */
  shown: Position;
  /** Explanation of the result in words. */
  why: string;
}

/**
 * A legal move and its exact value.
 *
 * The field names are those of the GamesCrafters API (UWAPI).
 */
export interface JudgedMoveData {
  /** Number of moves by which this move wins later or loses sooner than the best move with the same result. Null if unknown. */
  deltaRemoteness: number | null;
  /** The move as text. */
  move: string;
  /** Result for the player who makes the move, if both play perfectly from then on. */
  moveValue: Value;
  /** The position after the move, as text. */
  position: string;
  /** Result for the opponent, who is to move after this move. */
  positionValue: Value;
  /** Number of further moves until the game ends, counting both players. Null for a draw, or if the number is unknown. */
  remoteness: number | null;
}

/** The result of a game for the player to move if both players play perfectly. */
export type Value = "draw" | "lose" | "win";

/**
 * A winning strategy that uses pairs, such as pairs of numbers.
 *
 * When the opponent forms one item of a pair, the winner forms the other.
 */
export interface PairingData {
  /** The item that the player to move must form first. Null if the opponent is the winner. */
  form: string | null;
  /** The pairs. */
  pairs: [string, string][];
  /** Where each item is in a drawing. */
  places: PlaceData[];
}

/** The place of an item, such as a number, in a drawing of all items. */
export interface PlaceData {
  /** Column in the drawing, starting with 0. */
  column: number;
  /** Row in the drawing, starting with 0. */
  row: number;
  /** The item. */
  text: string;
}

/** A position in a game: the board, and the question for the player to move. */
export interface Position {
  /** Number of moves made so far. */
  turn: number;
  /** The position as text. Requests that take a position accept this text. */
  position: string;
  /** The player to move, 1 or 2. Null if the game is over. */
  mover: 1 | 2 | null;
  /** Rows of the board, from top to bottom. */
  view: RowData[];
  /** The first question about the next move. Null if the game is over. */
  question: Question | null;
}

/** A position to analyse. */
export interface Inquiry {
  /** Values of the game's options, by option name. Omitted options have their default values. */
  options?: Record<string, number | boolean | number[] | null>;
  /** The position as text. Null for the usual start. */
  position?: string | null;
  /** Moves to make from that position, as text. The position after these moves is analysed. */
  moves?: string[];
}

/** A drawing of a whole game, optionally with the path of a match. */
export interface MapData {
  /** True if a click on a position should redraw the map for it, false if it should open an analysis. */
  choice: boolean;
  /** SVG elements without colours. Elements of the path have the number of their move as `data-turn`. */
  drawn: string;
  /** What the map shows about the game, in one sentence. */
  finding: string;
  /** Whether the map changes with each move of the match. */
  follows: boolean;
  /** Identifier of the game. */
  game: string;
  /** An image of many positions. Null if the map has no such image. */
  grid: GridData | null;
  /** Height of the drawing, in SVG units. */
  height: number;
  /** Further sentences that explain the map. */
  notes: string[];
  /** The position for which the map is drawn, as text. */
  position: string;
  /** Display name of the game. */
  title: string;
  /** Number of moves in the path. 0 if there is no path. */
  turns: number;
  /** Width of the drawing, in SVG units. */
  width: number;
}

/**
 * A part of a map: an image with one pixel for each position.
 *
 * Each axis shows one number in the position, from 1 to `side`.
 */
export interface GridData {
  /** Label of the horizontal axis. */
  across: string;
  /** Number base in which the two numbers are written. */
  base: number;
  /** Results of all positions, row by row from the lowest, as base64-encoded, zlib-compressed 16-bit integers (little-endian). Each integer is twice the number of moves to the end, plus 1 if the player to move wins. */
  codes: string;
  /** Horizontal coordinate of the upper left corner on the map. */
  left: number;
  /** Length of the square's sides on the map. */
  length: number;
  /** Template for a position's text, in which `{across}` and `{up}` stand for the two numbers. */
  position: string;
  /** Number of positions on each side of the square. */
  side: number;
  /** Vertical coordinate of the upper left corner on the map. */
  top: number;
  /** Label of the vertical axis. */
  up: string;
}

/** A computer player. */
export interface ComputerInfo {
  /** Level of play, such as `easy`. Other requests refer to the computer player by this name. */
  name: string;
  /** How well this computer player plays, in a few words. */
  about: string;
}

/** A match in the requester's list of matches. */
export interface MatchSummary {
  /** Identifier of the match. */
  code: string;
  /** Identifier of the game. */
  game: string;
  /** Display name of the game. */
  title: string;
  /** Names of player 1 and player 2. */
  names: [string, string];
  /** The players that the requester controls: one or both. */
  seats: (1 | 2)[];
  /** `here` for two people on one device, `link` for people on two devices, or the level of the computer player. */
  against: string;
  /** Time of the last change, in ISO 8601. */
  changed: string;
  /** The result in words. Null while the match is in progress. */
  result: string | null;
  /** The result for the requester. Null if the match is in progress, if it ended without a winner or a draw, or if the requester controls both players. */
  outcome: "drawn" | "lost" | "won" | null;
  /** Whether it is the requester's turn. */
  yourTurn: boolean;
}

/** A day's puzzles, one for each game, with the requester's answers and streak. */
export interface Daily {
  /** Number of the day. Day 1 is 5 January 2026. */
  day: number;
  /** Date of the day (UTC), such as `2026-01-05`. */
  date: string;
  /** Number of the current day. */
  today: number;
  /** Seconds until the next day's puzzles (midnight UTC). */
  seconds: number;
  /** Number of days in a row, up to today or yesterday, on which the requester solved a daily puzzle. */
  running: number;
  /** The last seven days, ending with today. */
  week: DayInfo[];
  /** How many daily puzzles the requester has solved with the first, second and third answer, and how many were not solved. */
  soFar: number[];
  /** For each day from day 1 to today, how many of its puzzles the requester has solved. */
  archive: number[];
  /** The requester's results as a short text to share, which does not give away answers. */
  share: string;
  /** The day's puzzles. */
  puzzles: DailyPuzzle[];
}

/** A day in the requester's history of daily puzzles. */
export interface DayInfo {
  /** Number of the day. Day 1 is 5 January 2026. */
  day: number;
  /** Date of the day (UTC), such as `2026-01-05`. */
  date: string;
  /** Whether the requester solved one of the day's puzzles on that day. */
  solved: boolean;
}

/** A puzzle, with the requester's answers so far. */
export interface DailyPuzzle {
  /** The puzzle. */
  puzzle: PuzzleInfo;
  /** The requester's answers, oldest first. */
  tries: Try[];
  /** Number of answers that the requester may still give. */
  left: number;
  /** Whether the requester has solved the puzzle. */
  solved: boolean;
  /** The solution. Null until the puzzle is solved or no answers are left. */
  solution: Solution | null;
  /** Explanation of why the last answer is wrong, as sentences. Empty if the last answer is right, or if there is no answer. */
  said: string[];
}

/** A puzzle without its solution: a position, and a question about it. */
export interface PuzzleInfo {
  /** Identifier of the puzzle: game, changed options, task and position in a single string. */
  name: string;
  /** Identifier of the game. */
  game: string;
  /** Display name of the game. */
  title: string;
  /** Values of the game's options, by option name. */
  options: Record<string, number | boolean | number[] | null>;
  /** The position as text. */
  position: string;
  /** Rows of the board, from top to bottom. */
  view: RowData[];
  /** The goal of the game with these options. */
  goal: string;
  /** What to find: `move` (a right move), `losers` (all moves that lose immediately), `winner` (who wins) or `play` (all moves until the win). */
  task: "losers" | "move" | "play" | "winner";
  /** The task in words. */
  question: string;
  /** All possible answers. Empty if finding a legal move is part of the puzzle. For `losers`, the moves to select from. */
  choices: string[];
  /** Difficulty, from 1 (easiest) to 5. */
  grade: number;
  /** Number of answers that a player may give. */
  tries: number;
  /** The position with its board and the question for the player to move. */
  shown: Position;
}

/** An answer that the requester has given to a puzzle. */
export interface Try {
  /** The answer. */
  answer: string;
  /** Whether the answer is right. */
  right: boolean;
}

/** The solution to a puzzle, which is available only when the puzzle is over. */
export interface Solution {
  /** All right answers. */
  right: string[];
  /** Why they are right. */
  reason: string;
  /** The board after each right answer, in the same order. Empty unless the task is to find a move. */
  views: RowData[][];
}

/** The evaluation of an answer to a puzzle. */
export interface GradedAnswer {
  /** Whether the answer is right. */
  right: boolean;
  /** Whether the puzzle is solved, or no answers are left. */
  over: boolean;
  /** Explanation, as sentences. */
  sentences: string[];
  /** Number of answers that the requester may still give. */
  left: number;
  /** The position after the opponent's reply, in a puzzle that is played until it is won. Null if the puzzle has no next move. */
  next: Position | null;
  /** The solution. Null unless the puzzle is over. */
  solution: Solution | null;
  /** Secret that identifies the requester in later requests. Send the secret as a bearer token. Null if the request already had a secret. */
  secret: string | null;
}

/** An answer to a daily puzzle. */
export interface DailyAnswer {
  /** Number of the day. Day 1 is 5 January 2026. */
  day: number;
  /** Identifier of the game. */
  game: string;
  /** The answer. For a puzzle that is played until it is won, all of the requester's moves so far. */
  answers: string[];
}

/** A practice puzzle that matches the requester's skill or a requested difficulty. */
export interface PracticeInfo {
  /** The puzzle. */
  puzzle: PuzzleInfo;
  /** Why the puzzle is repeated, in words. Empty if the puzzle is new. */
  lead: string;
  /** The requester's answers to this puzzle so far, oldest first. Empty if the puzzle has not been started. */
  tries: Try[];
  /** Explanation of why the last answer is wrong, as sentences. Empty if there is no wrong answer. */
  said: string[];
  /** Difficulties of this game's puzzles, from 1 (easiest) to 5. */
  grades: number[];
  /** The requester's rating in this game, in words. Null before the first answer. */
  rating: string | null;
}

/** An answer to a puzzle, which is identified by game, options, task and position. */
export interface PuzzleAnswer {
  /** Identifier of the game. */
  game: string;
  /** The task of the puzzle. */
  task: "losers" | "move" | "play" | "winner";
  /** The position of the puzzle, as text. */
  position: string;
  /** The answer. For a puzzle that is played until it is won, all of the requester's moves so far. */
  answers: string[];
  /** The options of the puzzle, by option name. */
  options?: Record<string, number | boolean | number[] | null>;
}

/** A match in which the requester is a player. */
export interface OwnMatch {
  /** The match. */
  match: Match;
  /** Secret that identifies the requester in later requests. Send the secret as a bearer token. Null if the request already had a secret, as a bearer token or as a cookie. */
  secret: string | null;
}

/**
 * A match between two players, as shown to the requester.
 *
 * The texts say "you" if the requester plays one side, not both.
 */
export interface Match {
  /** Identifier of the match. The code is part of the match's address and cannot be guessed. */
  code: string;
  /** Identifier of the game. */
  game: string;
  /** Display name of the game. */
  title: string;
  /** The goal of the game with this match's options. */
  goal: string;
  /** Explanation of an unusual starting position. Null if the start is usual. */
  beginning: string | null;
  /** The conditions to accept by joining: starting position, unusual rules, who moves first. Null once both players have joined. */
  agreed: string | null;
  /** Whether the game has a lesson for beginners. */
  lesson: boolean;
  /** `here` for two people on one device, `link` for people on two devices, or the level of the computer player. */
  against: string;
  /** Values of the game's options, by option name. */
  options: Record<string, number | boolean | number[] | null>;
  /** Player 1 and player 2. */
  players: [PlayerInfo, PlayerInfo];
  /** The player who moves first, 1 or 2. */
  first: 1 | 2;
  /** Time limits and other conditions that are not rules of the game. */
  terms: TermsInfo;
  /** The players that the requester controls: none, one or both. */
  you: (1 | 2)[];
  /** Number of events so far. Send this number as `after` with the next command. */
  number: number;
  /** Whether both players have joined. */
  begun: boolean;
  /** The current position. */
  position: Position;
  /** Moves so far, oldest first. In a long match, the list has only the latest 200 moves. If the request asks for what is new, the list has only the moves since then. */
  moves: Turn[];
  /** Number of the first move in `moves`, or of the next move if there are none. If the requester has other moves from this number on, they were taken back. */
  firstTurn: number;
  /** The latest event. Null if nothing has happened yet. */
  news: News | null;
  /** Something that the players should know now, such as a repeated position. Null if there is no notice. */
  notice: string | null;
  /** A reference list that the requester may open. Null if there is no such list. */
  aid: Aid | null;
  /** An offer or request that is waiting for an answer. Null if there is no offer or request. */
  pending: Pending | null;
  /** Time left for each player. Null if there is no time limit. */
  clocks: Clocks | null;
  /** What each player can do now, by player number: names of commands, `key` and `rematch`. The entry "0" is for requesters who are not players. The entry "0" has `sit` if such requesters can join. */
  may: Record<string, string[]>;
  /** How long a player can be disconnected, in milliseconds, before the opponent can claim the win. */
  grace: number;
  /** How the match ended. Null while the match is in progress. */
  result: Ending | null;
  /** Code of the rematch. Null if there is no rematch. */
  rematch: string | null;
}

/** A player in a match, as shown to the requester. */
export interface PlayerInfo {
  /** The player's name. */
  name: string;
  /** What to call the player: "You" for the requester, otherwise a name or "Computer". */
  label: string;
  /** What to call the player at the beginning of a sentence, such as "The computer". */
  subject: string;
  /** `human`, or the level of the computer player, such as `easy`. */
  kind: string;
  /** Whether this player has joined the match. */
  joined: boolean;
  /** Opaque identifier of the player's device. The identifier changes when the player continues on another device. Null if the seat is free, and for a computer. */
  device: string | null;
  /** How long the player has been disconnected, in milliseconds. Null if the player is connected. */
  away: number | null;
}

/** Conditions of a match that are not rules of the game. */
export interface TermsInfo {
  /** Seconds per turn. Null if turns have no time limit. */
  timeLimit: number | null;
  /** Seconds per player for the whole game, and seconds added after each move. Null if there is no such clock. */
  clock: [number, number] | null;
  /** Number of illegal moves in one turn that loses the match. Null if there is no limit. */
  attempts: number | null;
  /** Whether hints are allowed. */
  hints: boolean;
}

/** A move that was made in a match. */
export interface Turn {
  /** Number of the move, starting with 1. */
  turn: number;
  /** The player who made the move, 1 or 2. */
  seat: 1 | 2;
  /** The move as text, in the form that requests accept. */
  move: string;
  /** The move as shown in a list of moves. */
  text: string;
  /** The number that the move formed, as shown in a list of moves. */
  number: string;
}

/** The latest event in a match, as shown to the requester. */
export interface News {
  /** Kind of event: `move`, `rejected` (an illegal move), `undo`, `hint`, `offer` (of a draw), `accept`, `decline`, `ask` (for an undo), `resign`, `time`, `abandon` or `forfeit`. */
  act: string;
  /** The player who caused the event, 1 or 2. */
  seat: 1 | 2;
  /** The move, the kind of hint, or the reason for a forfeit. Empty for other events. */
  text: string;
  /** The event in words. */
  sentence: string;
}

/**
 * A reference list that a player can open, such as all prime numbers.
 *
 * Opening it counts as help.
 */
export interface Aid {
  /** Title of the list. */
  title: string;
  /** Rows of the list. Null until the requester has opened the list. */
  rows: RowData[] | null;
}

/** An offer or request that the other player has not answered yet. */
export interface Pending {
  /** `draw` for a draw offer, `undo` for a request to take back a move. */
  what: "draw" | "undo";
  /** The player who made it, 1 or 2. */
  seat: 1 | 2;
}

/** The clocks of a match with a time limit. */
export interface Clocks {
  /** Milliseconds left for player 1 and for player 2. */
  left: [number, number];
  /** The player whose clock is running, 1 or 2. Null if no clock is running. */
  running: 1 | 2 | null;
}

/** The result of a finished match, as shown to the requester. */
export interface Ending {
  /** How the match ended: `win`, `resignation`, `time`, `forfeit`, `draw`, `abandoned` or `unfinished`. */
  end: string;
  /** The winner, player 1 or 2. Null if no player won. */
  winner: 1 | 2 | null;
  /** The reason in the words of the rulebook. */
  reason: string;
  /** Who won, such as "You win". */
  headline: string;
  /** Who won and why. */
  sentence: string;
}

/** The settings of a new match. */
export interface NewMatch {
  /** Identifier of the game. */
  game: string;
  /** Name of a combination of options. Null for the rulebook's rules. */
  preset?: string | null;
  /** Values of options, by option name, which override the preset's values. */
  options?: Record<string, number | boolean | number[] | null>;
  /** `here` for two people on one device, `link` to invite a person on another device, or the level of a computer player. */
  against?: string;
  /** The requester's name. */
  name?: string;
  /** The other player's name. Null for a default name. */
  otherName?: string | null;
  /** Who moves first: player 1, player 2, a random player (`toss`), or `winner`. With `winner`, which is possible only against a computer, the start is chosen so that the requester can win. If there is no such start, player 1 moves first. Ignored if there is a `position`. */
  first?: 1 | 2 | "toss" | "winner";
  /** Starting position as text. The text includes the player to move. Null for the usual start. */
  position?: string | null;
  /** The requester's player number, 1 or 2. */
  seat?: 1 | 2;
  /** Seconds per turn. Null for no limit. A limit per turn cannot be combined with `clock`. */
  timeLimit?: number | null;
  /** Clock for each player. Null for no clock. */
  clock?: TimeControl | null;
  /** Number of illegal moves in one turn that loses the match. Null for no limit. If omitted, the preset decides. */
  attempts?: number | null;
  /** Whether hints are allowed, which is possible only against a computer. */
  hints?: boolean;
}

/** A clock for each player. */
export interface TimeControl {
  /** Seconds for the whole game. */
  seconds: number;
  /** Seconds added after each of the player's moves. */
  increment?: number;
}

/** The settings of a match on the ladder, a series of computer opponents of increasing strength. */
export interface NewLadderMatch {
  /** Identifier of the game. */
  game: string;
  /** Level of the opponent: `beginner`, `easy`, `medium`, `hard` or `perfect`. */
  level: string;
  /** The requester's name. */
  name?: string;
}

/** A request to join a match, or to continue it on another device. */
export interface JoinMatch {
  /** The requester's name. Null for a default name. */
  name?: string | null;
  /** One-time key from the device that the player has used so far. Null to join as a new player. */
  key?: string | null;
}

/** A new name for a player who is waiting for an opponent. */
export interface NewName {
  /** The new name. */
  name: string;
}

/** The result of a command in a match. */
export interface CommandResponse {
  /** False if the move was illegal. The illegal move is then recorded. */
  accepted: boolean;
  /** What happened, or why the move is illegal. */
  sentence: string;
  /** The hint, if the command asked for one. Otherwise null. */
  advice: Advice | null;
  /** The match after the command. */
  match: Match;
}

/** A hint for the player to move. */
export interface Advice {
  /** Kind of hint. */
  kind: Hint;
  /** The hint in words. */
  sentence: string;
  /** Answers or moves that the hint points out. */
  answers: string[];
  /** Moves that the hint evaluates, best first. */
  moves: JudgedMoveData[];
}

/**
 * A kind of help that a player can ask for.
 *
 * `idea`, `look`, `hint` and `values` each reveal more than the one before.
 *
 * - `idea`: A general idea.
 * - `look`: Fewer moves to consider.
 * - `hint`: The best move.
 * - `values`: The value of every move.
 * - `aid`: A reference list for the game, such as all prime numbers.
 * - `moves`: All legal moves.
 */
export type Hint = "aid" | "hint" | "idea" | "look" | "moves" | "values";

/** Make a move. An illegal move is not an error, but a response with `accepted: false`. */
export interface Play {
  /** Name of the command. */
  do: "move";
  /** The `number` of the match as the requester last saw it. If something has happened since, the command is rejected with the error `stale`. */
  after: number;
  /** The player who gives the command, 1 or 2. If null, it is the requester's own player. If the requester controls both, it is the one who has to act now. */
  seat?: 1 | 2 | null;
  /** The moves in the response: `match` for the latest 200, or `new` for those since event `after`. */
  reply?: "match" | "new";
  /** The move as text, such as `7 left`. */
  move: string;
}

/** Resign the match. */
export interface Resign {
  /** Name of the command. */
  do: "resign";
  /** The `number` of the match as the requester last saw it. If something has happened since, the command is rejected with the error `stale`. */
  after: number;
  /** The player who gives the command, 1 or 2. If null, it is the requester's own player. If the requester controls both, it is the one who has to act now. */
  seat?: 1 | 2 | null;
  /** The moves in the response: `match` for the latest 200, or `new` for those since event `after`. */
  reply?: "match" | "new";
}

/** Offer a draw. */
export interface Offer {
  /** Name of the command. */
  do: "offer";
  /** The `number` of the match as the requester last saw it. If something has happened since, the command is rejected with the error `stale`. */
  after: number;
  /** The player who gives the command, 1 or 2. If null, it is the requester's own player. If the requester controls both, it is the one who has to act now. */
  seat?: 1 | 2 | null;
  /** The moves in the response: `match` for the latest 200, or `new` for those since event `after`. */
  reply?: "match" | "new";
}

/**
 * Take back the player's last move.
 *
 * If the opponent is a person on another device, ask for permission.
 */
export interface Undo {
  /** Name of the command. */
  do: "undo";
  /** The `number` of the match as the requester last saw it. If something has happened since, the command is rejected with the error `stale`. */
  after: number;
  /** The player who gives the command, 1 or 2. If null, it is the requester's own player. If the requester controls both, it is the one who has to act now. */
  seat?: 1 | 2 | null;
  /** The moves in the response: `match` for the latest 200, or `new` for those since event `after`. */
  reply?: "match" | "new";
}

/** Accept the opponent's draw offer or request to take back a move. */
export interface Accept {
  /** Name of the command. */
  do: "accept";
  /** The `number` of the match as the requester last saw it. If something has happened since, the command is rejected with the error `stale`. */
  after: number;
  /** The player who gives the command, 1 or 2. If null, it is the requester's own player. If the requester controls both, it is the one who has to act now. */
  seat?: 1 | 2 | null;
  /** The moves in the response: `match` for the latest 200, or `new` for those since event `after`. */
  reply?: "match" | "new";
}

/** Decline the opponent's draw offer or request to take back a move. */
export interface Decline {
  /** Name of the command. */
  do: "decline";
  /** The `number` of the match as the requester last saw it. If something has happened since, the command is rejected with the error `stale`. */
  after: number;
  /** The player who gives the command, 1 or 2. If null, it is the requester's own player. If the requester controls both, it is the one who has to act now. */
  seat?: 1 | 2 | null;
  /** The moves in the response: `match` for the latest 200, or `new` for those since event `after`. */
  reply?: "match" | "new";
}

/** Ask for a hint. */
export interface AskHint {
  /** Name of the command. */
  do: "hint";
  /** The `number` of the match as the requester last saw it. If something has happened since, the command is rejected with the error `stale`. */
  after: number;
  /** The player who gives the command, 1 or 2. If null, it is the requester's own player. If the requester controls both, it is the one who has to act now. */
  seat?: 1 | 2 | null;
  /** The moves in the response: `match` for the latest 200, or `new` for those since event `after`. */
  reply?: "match" | "new";
  /** Kind of hint, each more revealing than the one before: `idea` (a general idea), `look` (fewer moves to consider), `hint` (the best move), `values` (the value of every move). `aid` opens the game's reference list until the end of the match. Null for the next kind that has not been used in this turn. */
  kind?: "aid" | "hint" | "idea" | "look" | "values" | null;
}

/** Claim the win because the opponent has been disconnected for too long. */
export interface Claim {
  /** Name of the command. */
  do: "claim";
  /** The `number` of the match as the requester last saw it. If something has happened since, the command is rejected with the error `stale`. */
  after: number;
  /** The player who gives the command, 1 or 2. If null, it is the requester's own player. If the requester controls both, it is the one who has to act now. */
  seat?: 1 | 2 | null;
  /** The moves in the response: `match` for the latest 200, or `new` for those since event `after`. */
  reply?: "match" | "new";
}

/**
 * A JSON request body.
 *
 * Unknown fields are an error. A request without parameters sends an empty object, `{}`.
 */
export interface Body {
}

/** A short code that a friend can use to find and join a match. */
export interface Invitation {
  /** The code, to read out to the friend. Null if the code has expired. */
  spoken: string | null;
  /** Number of seconds for which the code is still valid. 0 if the code has expired. */
  seconds: number;
}

/** The match or classroom that a short code or key refers to. */
export interface InvitationTarget {
  /** Code of the match, or code of the classroom. */
  code: string;
  /** Whether a one-time key was entered. A key can be used to take over a player's place in the match. */
  key: boolean;
  /** Whether the code belongs to a classroom instead of a match. */
  room: boolean;
}

/** A short code that the user has entered. */
export interface CodeEntry {
  /** The code or one-time key. Case, spaces and dashes are ignored. */
  spoken: string;
}

/** A one-time key that lets another device take over. */
export interface Key {
  /** The key, to type on the other device. */
  key: string;
  /** Number of seconds for which the key is valid. */
  seconds: number;
}

/** The course of a match as plain text. */
export interface Log {
  /** Everything that has happened so far, in the words of the rulebook. */
  text: string;
}

/** The review of a finished match, which compares every move with perfect play. */
export interface ReviewData {
  /** How often player 1 and player 2 found a right move. */
  accuracy: [AccuracyData, AccuracyData];
  /** The player with a winning position at the start and after each move, 1 or 2. Null for a draw. */
  course: (1 | 2 | null)[];
  /** Identifier of the game. */
  game: string;
  /** The player, 1 or 2, who had a winning position at the end but did not win, for example after resigning. Null if there is no such player. */
  givenUp: 1 | 2 | null;
  /** The moves, first to last. */
  moves: ReviewedMoveData[];
  /** Names of player 1 and player 2. */
  players: [string, string];
  /** How the match ended. */
  result: ResultData;
  /** Number of the last move that gave away a win or a draw. Null if there is no such move. */
  turningPoint: number | null;
  /** A sentence about the turning point. */
  turningText: string;
}

/**
 * How often a player found a right move in critical positions.
 *
 * A position is critical if some legal moves are mistakes.
 */
export interface AccuracyData {
  /** Number of critical positions. */
  critical: number;
  /** Number of right moves in critical positions. */
  right: number;
}

/** A move in a finished match, compared with perfect play. */
export interface ReviewedMoveData {
  /** All moves that kept the best result, as text. */
  best: string[];
  /** The moves in `best`, as shown in a list of moves. Empty if the move was right. */
  bestText: string[];
  /** Whether some legal moves were mistakes. */
  critical: boolean;
  /** The move as text. */
  move: string;
  /** Best result that the player could reach after the move. */
  moveValue: Value;
  /** The number that the move formed, as shown in a list of moves. */
  number: string;
  /** The position before the move, as text. */
  position: string;
  /** Whether the move kept the best result. */
  right: boolean;
  /** The player who made the move, 1 or 2. */
  seat: 1 | 2;
  /** Number of moves, counting both players, by which the win came later or the loss sooner than possible. Null if the move was a mistake, or if the number is unknown. */
  slower: number | null;
  /** The move as shown in a list of moves. */
  text: string;
  /** Number of the move, starting with 1. */
  turn: number;
  /** Best result that the player could reach before the move. */
  valueBefore: Value;
  /** Comparison of the two results. */
  verdict: Verdict;
  /** The verdict in words, such as "kept the win, slower by 2". */
  verdictText: string;
}

/**
 * The effect of a move on the result that the player could reach with perfect play.
 *
 * - `only move`: No other move was legal.
 * - `kept the win`: The player was winning before and after the move.
 * - `kept the draw`: The position was a draw before and after the move.
 * - `threw the win away`: The player was winning before the move, but not after it.
 * - `threw the draw away`: The position was a draw before the move, but a loss after it.
 * - `lost anyway`: Every move loses against perfect play.
 */
export type Verdict = "kept the draw" | "kept the win" | "lost anyway" | "only move" | "threw the draw away" | "threw the win away";

/** The result of a match. */
export interface ResultData {
  /** How the match ended: `win`, `resignation`, `time`, `forfeit`, `draw`, `abandoned` or `unfinished`. */
  end: string;
  /** The reason in words. */
  reason: string;
  /** The winner, player 1 or 2. Null if no player won. */
  winner: 1 | 2 | null;
}

/** The requester's statistics. Moves are right if they do not give away a win or a draw. */
export interface Statistics {
  /** Number of days in a row, up to today or yesterday, on which a daily puzzle was solved. */
  daysRunning: number;
  /** Statistics for each game, by game identifier. */
  games: Record<string, CountedData>;
  /** Sentences about situations in which the requester's moves are right more often. Empty if no difference is significant. */
  habits: string[];
  /** Progress against each game's computer opponents, easiest first, by game identifier. */
  ladders: Record<string, RungData[]>;
  /** The longest such streak, in days. */
  mostDaysRunning: number;
  /** Identifier of the game to practise next: the game with the most mistakes that the requester has not put right. Null if there are no such mistakes. */
  practiceGame: string | null;
  /** Why to practise that game, as a sentence. Empty if `practiceGame` is null. */
  practiceReason: string;
  /** Puzzle rating in each game with answered puzzles, by game identifier. */
  ratings: Record<string, RatingData>;
  /** Statistics for all games combined. */
  total: CountedData;
  /** Sentences about the last twelve weeks. Empty if nothing has changed significantly. */
  trend: string[];
  /** Number of finished games that are not evaluated yet. If the number is not 0, repeat the request to include these games. */
  waiting: number;
  /** The last seven days, ending with today. */
  week: DayData[];
}

/** A player's statistics for one game, or for all games together. */
export interface CountedData {
  /** Share of right moves, out of moves in positions where some moves are mistakes. Moves made with help are left out. */
  accuracy: ShareData;
  /** Accuracy in each month, oldest first. */
  months: MonthData[];
  /** Number of finished games. */
  played: number;
  /** Share of puzzles that were solved with the first answer. */
  puzzlesRightAtFirst: ShareData;
  /** Accuracy in the last twelve weeks together. */
  recent: ShareData;
  /** Accuracy in each of the last twelve weeks, oldest first. */
  weeks: WeekData[];
  /** Number of games won. */
  won: number;
  /** Number of games won without hints and without taking back moves. */
  wonWithoutHelp: number;
}

/** A proportion with its 95 % confidence interval. */
export interface ShareData {
  /** Total number of answers or moves. */
  count: number;
  /** Lower and upper bound of the interval, from 0 to 1. Null if `count` is 0. */
  interval: [number, number] | null;
  /** Number of right answers or moves. */
  right: number;
}

/** A player's accuracy in one month. */
export interface MonthData {
  /** Share of right moves, out of moves in positions where some moves are mistakes. */
  accuracy: ShareData;
  /** The month, such as `2026-11`. */
  month: string;
}

/** A player's accuracy in one week. */
export interface WeekData {
  /** Share of right moves, out of moves in positions where some moves are mistakes. */
  accuracy: ShareData;
  /** Date of the week's Monday, such as `2026-11-16`. */
  monday: string;
}

/** A computer opponent on the ladder, and the player's progress against it. */
export interface RungData {
  /** Whether the player has won three games in a row against this opponent. */
  beaten: boolean;
  /** Level of play, such as `easy`. */
  level: string;
  /** Name of the opponent. */
  name: string;
  /** Current number of wins in a row. */
  running: number;
}

/** A player's puzzle rating (Glicko-2). */
export interface RatingData {
  /** Half the width of its 95 % confidence interval. */
  giveOrTake: number;
  /** The rating. */
  mean: number;
}

/** A day in a player's history of daily puzzles. */
export interface DayData {
  /** Date of the day (UTC), such as `2026-01-05`. */
  date: string;
  /** Number of the day. Day 1 is 5 January 2026. */
  day: number;
  /** Whether the player solved one of the day's puzzles on that day. */
  solved: boolean;
}

/** The amount of data that the server has saved about the requester. */
export interface Person {
  /** Number of answers to puzzles. */
  answers: number;
  /** Number of games played or in progress. */
  games: number;
  /** Whether the requester is the user of the computer that runs the server. The data then includes games played in its terminal. */
  own: boolean;
}

/** All data that the server has saved about the requester. */
export interface Export {
  /** Time of the export, in ISO 8601. */
  exported: string;
  /** Answers to puzzles, oldest first. */
  answers: SavedAnswer[];
  /** Records of the games, in the format described in docs/records.md. */
  games: Record<string, unknown>[];
}

/** A saved answer to a puzzle. */
export interface SavedAnswer {
  /** Identifier of the puzzle. */
  puzzle: string;
  /** Identifier of the game. */
  game: string;
  /** Difficulty of the puzzle, from 1 (easiest) to 5. */
  grade: number;
  /** The answer. */
  answer: string;
  /** Whether the answer is right. */
  right: boolean;
  /** Number of the day, if it was a daily puzzle. Day 1 is 5 January 2026. Null for other puzzles. */
  day: number | null;
  /** Time of the answer, in ISO 8601. */
  at: string;
}

/** A request to be recognized as the user of the computer that runs the server. */
export interface OwnLink {
  /** The secret part of the link that `lastdigit serve --mine` prints. */
  link: string;
}

/** A one-time key from the same person's other device. */
export interface DeviceKey {
  /** The key that the other device shows. */
  key: string;
}

/** A classroom in the requester's list of classrooms. */
export interface RoomSummary {
  /** Code of the classroom. */
  code: string;
  /** Name of the classroom. */
  title: string;
  /** The requester's role: `teacher`, `pupil`, or `guest` for everyone else. */
  role: "guest" | "pupil" | "teacher";
  /** Whether the classroom is open. */
  open: boolean;
  /** `everyone` (every pupil plays every other), `by-hand` (the teacher pairs the pupils) or `puzzles`. */
  kind: "by-hand" | "everyone" | "puzzles";
  /** Identifier of the game. */
  game: string;
  /** Display name of the game. */
  gameTitle: string;
  /** Number of pupils. */
  pupils: number;
}

/** A classroom, as shown to the requester. */
export interface OwnRoom {
  /** The classroom and its pupils. */
  room: RoomInfo;
  /** The requester's role. */
  you: RoomPlace;
  /** Games to show to the whole class: those that have just ended, then those in progress. Empty for pupils. */
  boards: RoomBoard[];
  /** Finished games, latest first, at most 40. Empty for everyone but the teacher. */
  ended: RoomGame[];
  /** Secret that identifies the requester in later requests. Send the secret as a bearer token. Null if the request already had a secret, or did not need one. */
  secret: string | null;
}

/** A classroom and its pupils. */
export interface RoomInfo {
  /** Code that pupils use to join. */
  code: string;
  /** Name of the classroom. */
  title: string;
  /** `everyone` (every pupil plays every other), `by-hand` (the teacher pairs the pupils) or `puzzles`. */
  kind: "by-hand" | "everyone" | "puzzles";
  /** Identifier of the game. */
  game: string;
  /** Display name of the game. */
  gameTitle: string;
  /** The goal of the game. */
  goal: string;
  /** Name of the combination of the game's options. Empty for puzzles. */
  preset: string;
  /** Difficulty of the puzzles, from 1 (easiest) to 5. Null for mixed difficulties, and for games. */
  grade: number | null;
  /** Number of puzzles. 0 for games. */
  count: number;
  /** Clock for games that start now. Null for none. */
  clock: TimeControl | null;
  /** How many opponents each pupil plays. Null to play everyone. */
  rounds: number | null;
  /** Random seed for the puzzles and starting positions. Null for everyone but the teacher until the classroom is closed. */
  seed: number | null;
  /** Whether the classroom is open. */
  open: boolean;
  /** Number of events in the classroom so far. */
  number: number;
  /** The pupils, best first. */
  pupils: PupilInfo[];
  /** Number of games in progress. */
  playing: number;
  /** Number of finished games. */
  finished: number;
  /** How points are counted, in words. */
  explained: string;
}

/** A pupil in a classroom, with the pupil's score. */
export interface PupilInfo {
  /** Number that identifies the pupil in this classroom, starting with 1. */
  number: number;
  /** The pupil's name. */
  name: string;
  /** Place in the standings. Pupils with equal points share a place. */
  place: number;
  /** Points as text, such as "1.5". A win or a solved puzzle is 1 point, a draw is half a point. */
  points: string;
  /** Number of games won. */
  won: number;
  /** Number of games drawn. */
  drawn: number;
  /** Number of games lost. */
  lost: number;
  /** Number of games that the pupil still has to start. */
  toPlay: number;
  /** `here` (connected), `away` (disconnected), `waiting` (for an opponent), `playing`, `out` (excluded by the teacher) or `freed` (expected to join again from another device). */
  state: "away" | "freed" | "here" | "out" | "playing" | "waiting";
  /** Progress on each puzzle: `open` (not tried), `begun`, `solved` or `missed`. Empty if the pupils play games. */
  puzzles: ("begun" | "missed" | "open" | "solved")[];
}

/** The requester's role in a classroom, and a pupil's current game. */
export interface RoomPlace {
  /** `teacher`, `pupil`, or `guest` for everyone else. */
  role: "guest" | "pupil" | "teacher";
  /** The pupil's number. Null for a teacher or guest. */
  number: number | null;
  /** The pupil's name. Empty for a teacher or guest. */
  name: string;
  /** Whether the teacher has excluded the pupil. */
  out: boolean;
  /** Whether the pupil is waiting for an opponent. */
  waiting: boolean;
  /** Code of the match that the pupil is playing. Null if there is no such match. */
  match: string | null;
  /** Name of the opponent in that match. Null if there is no such match. */
  against: string | null;
}

/** A game in the classroom, to show to the whole class. */
export interface RoomBoard {
  /** Code of the match. */
  code: string;
  /** Names of player 1 and player 2. */
  names: [string, string];
  /** The player to move, 1 or 2. Null if the game is over. */
  mover: 1 | 2 | null;
  /** The winner, player 1 or 2. Null for a draw, or if the game is in progress. */
  winner: 1 | 2 | null;
  /** Number of moves made so far. */
  turn: number;
  /** Rows of the board, from top to bottom. */
  view: RowData[];
  /** Who won, in words. Null while the game is in progress. */
  result: string | null;
  /** Who won and why, in words. Null while the game is in progress. */
  reason: string | null;
}

/** A finished game in the classroom. */
export interface RoomGame {
  /** Code of the match. */
  code: string;
  /** Names of player 1 and player 2. Player 1 moved first. */
  names: [string, string];
  /** The winner, player 1 or 2. Null for a draw. */
  winner: 1 | 2 | null;
}

/** The settings of a new classroom, in which pupils play against each other or solve puzzles. */
export interface OpenRoom {
  /** Identifier of the game. */
  game: string;
  /** `everyone` (every pupil plays every other), `by-hand` (the teacher pairs the pupils) or `puzzles`. */
  kind?: "by-hand" | "everyone" | "puzzles";
  /** Name of the classroom. */
  title?: string;
  /** Name of a combination of the game's options. Null for the rulebook's rules. Ignored for puzzles. */
  preset?: string | null;
  /** Difficulty of the puzzles, from 1 (easiest) to 5. Null for mixed difficulties. Ignored for games. */
  grade?: number | null;
  /** Number of puzzles. Ignored for games. */
  count?: number;
  /** Clock for every game. Null for none. Ignored for puzzles. */
  clock?: TimeControl | null;
  /** How many opponents each pupil plays, with two games against each. Null to play everyone. Only for `everyone`. */
  rounds?: number | null;
  /** Random seed. The same seed gives the same puzzles and starting positions. Null for a random seed. */
  seed?: number | null;
}

/** A request to join a classroom as a pupil. */
export interface JoinRoom {
  /** The pupil's name. The name must be unique in the classroom. */
  name: string;
}

/** Whether a pupil wants to play the next game. */
export interface Readiness {
  /** True to wait for an opponent, false to stop waiting. */
  ready?: boolean;
}

/** Let two pupils play two more games against each other. Each pupil moves first once. */
export interface Pair {
  /** Name of the command. */
  do: "pair";
  /** Number of one pupil. */
  one: number;
  /** Number of the other pupil. */
  two: number;
}

/** Exclude a pupil, for example one who has left. The pupil's unfinished game does not count. */
export interface LeaveOut {
  /** Name of the command. */
  do: "leave-out";
  /** Number of the pupil. */
  pupil: number;
}

/** Readmit an excluded pupil. */
export interface TakeBack {
  /** Name of the command. */
  do: "take-back";
  /** Number of the pupil. */
  pupil: number;
}

/** Let a pupil join again under the same name from another device. */
export interface Free {
  /** Name of the command. */
  do: "free";
  /** Number of the pupil. */
  pupil: number;
}

/** Change a pupil's name. */
export interface Rename {
  /** Name of the command. */
  do: "rename";
  /** Number of the pupil. */
  pupil: number;
  /** The new name. The name must be unique in the classroom. */
  name: string;
}

/** Set the clock and rounds for all games started from now on. */
export interface Adjust {
  /** Name of the command. */
  do: "adjust";
  /** Clock for every game. Null for none. */
  clock?: TimeControl | null;
  /** How many opponents each pupil plays, with two games against each. Null to play everyone. */
  rounds?: number | null;
}

/** Close the classroom: its code stops working, and unfinished games do not count. */
export interface Close {
  /** Name of the command. */
  do: "close";
}

/** A classroom's puzzles, with the requester's answers. */
export interface RoomPuzzles {
  /** The puzzles, in order. */
  puzzles: DailyPuzzle[];
}

/** A pupil's answer to a classroom puzzle. */
export interface RoomAnswer {
  /** Number of the puzzle, starting with 1. */
  puzzle: number;
  /** The answer. For a puzzle that is played until it is won, all of the pupil's moves so far. */
  answers: string[];
}

/** An error response. The request has changed nothing. */
export interface ErrorBody {
  /** Error code for programs, such as `unknown-match`. */
  error: string;
  /** Explanation for people, in English. */
  message: string;
}
