// The shapes of what the server is asked and answers, for editors and for `make page`.
// Made from docs/openapi.json by tools/declarations.py: change neither of the two by hand.

/**
 * A game before it is played; `picture` shows an example, `lesson` says if there is one.
 *
 * `quick` is the name of the preset that the page chooses first.
 */
export interface GameInfo {
  card: string;
  editable: EditableData[];
  example: string;
  goal: string;
  identity: IdentityData;
  lesson: boolean;
  name: string;
  options: OptionData[];
  picture: RowData[];
  presets: PresetData[];
  quick: string;
  summary: string;
  title: string;
  version: number;
}

/**
 * Where the digits of a shown number stand in a position's text: which word it is.
 *
 * `empty` stands for a place without a digit; null where every place has one.
 */
export interface EditableData {
  empty: string | null;
  field: number;
}

/** A game's colours, each for a light and a dark theme, and its mark: SVG on 64 by 64. */
export interface IdentityData {
  deep: [string, string];
  edge: [string, string];
  fill: [string, string];
  mark: string;
  on: [string, string];
  wash: [string, string];
}

/**
 * A rule that the players may set.
 *
 * Where it is `sized`, its numbers are written in the base of the game, and it may be as large as
 * the game's sizes say; where it `follows`, its default is another then.
 */
export interface OptionData {
  allowed: string;
  beyond: boolean;
  default: number | boolean | number[] | null;
  follows: boolean;
  help: string;
  name: string;
  none: string | null;
  range: [number, number] | null;
  sized: boolean;
  type: "integer" | "list" | "yes/no";
}

/**
 * Cells that belong together, and whose they are; `hidden` ones before them are left out.
 *
 * Where there can only be so many cells, `total` is how many.
 */
export interface RowData {
  cells: CellData[];
  hidden: number;
  kind: RowKind;
  label: string;
  seat: 1 | 2 | null;
  total: number | null;
}

/**
 * One thing to show; `answer` is what a click on it says; `changed` by the last move.
 *
 * `note` says in a word or two what it does or is, `seat` who put it there, `effect` is a sign of
 * what it does to the other's number. What a cell has not, or is not, is left out.
 */
export interface CellData {
  answer?: string;
  caption?: string;
  changed?: boolean;
  effect?: string;
  look?: Look;
  note?: string;
  seat?: 1 | 2;
  text: string;
}

/** How a cell stands there, besides what it says: used up, closed, next to be filled, feared. */
export type Look = "feared" | "next" | "plain" | "present" | "spent" | "struck";

/** What a row of a view is a picture of. */
export type RowKind = "log" | "number" | "pool";

/** A named set of options. */
export interface PresetData {
  about: string;
  attempts: number | null;
  name: string;
  options: Record<string, number | boolean | number[] | null>;
  suggested: boolean;
  turns: [number, number];
}

/** The rules of a game, and what holds in every game, both as Markdown and as HTML. */
export interface Rulebook {
  game: string;
  title: string;
  page: string;
  everyGame: string;
  pageHtml: string;
  everyGameHtml: string;
}

/** How a game is learned, step by step. */
export interface LessonInfo {
  game: string;
  title: string;
  goal: string;
  steps: LessonStep[];
}

/** One position and one thing to find in it; any answer may be tried. */
export interface LessonStep {
  ask: string;
  count: number;
  done: string;
  heading: string;
  position: string;
  question: Question;
  replies: ReplyData[];
  task: string;
  view: RowData[];
}

/** What a turn asks, in a few words. */
export interface Question {
  prompt: string;
  answers: Choice[];
}

/**
 * An answer to a question; the next question after it, or none when it completes a move.
 *
 * `sign` is a short sign for it where the game has one, such as /2; `reason` says why it is
 * closed. To whoever is to move `button` is what making the move is called, `preview` what it
 * would bring about, `makes` the number that its key shows.
 */
export interface Choice {
  text: string;
  label: string;
  sign: string | null;
  status: Status;
  reason: string | null;
  button: string | null;
  preview: string | null;
  makes: string | null;
  next: Question | null;
}

/** What is known of an answer before it is tried. */
export type Status = "legal" | "try" | "unavailable";

/**
 * A move of a step: its button's claim, whether it is one to find, and what is said to it.
 *
 * `view` is what the board shows after a move that ends the step, where it is allowed.
 */
export interface ReplyData {
  button: string;
  move: string;
  right: boolean;
  sentence: string;
  view: RowData[] | null;
}

/** A position with its exact value for the player to move, every move's, and why. */
export interface Analysis {
  game: string;
  moves: JudgedMoveData[];
  pairing: PairingData | null;
  position: string;
  positionValue: Value;
  remoteness: number | null;
  shown: Position;
  why: string;
}

/** A move with what it is worth to the player who makes it (names as in the UWAPI). */
export interface JudgedMoveData {
  deltaRemoteness: number | null;
  move: string;
  moveValue: Value;
  position: string;
  positionValue: Value;
  remoteness: number | null;
}

/** What a position is worth to the player to move, if nobody errs from here on. */
export type Value = "draw" | "lose" | "win";

/** Pairs that decide a game: whatever the other makes is answered with its partner. */
export interface PairingData {
  form: string | null;
  pairs: [string, string][];
  places: PlaceData[];
}

/** Something that can be made, and where it stands in a picture: column and row, from 0. */
export interface PlaceData {
  column: number;
  row: number;
  text: string;
}

/** A position after `turn` moves: what to show, and what is asked unless the game is over. */
export interface Position {
  turn: number;
  position: string;
  mover: 1 | 2 | null;
  view: RowData[];
  question: Question | null;
}

/** A position to be analysed: by default the start, and moves from there on. */
export interface Inquiry {
  options?: Record<string, number | boolean | number[] | null>;
  position?: string | null;
  moves?: string[];
}

/**
 * A whole game as a picture: `drawn` is SVG without colours, in a field of this size.
 *
 * `choice` says whether a place that is pressed is chosen; else it is analysed. With the way of a
 * game on it, `turns` says how many it took, and `follows` whether the map itself is another one
 * after each: what is on the way has the number of its turn as `data-turn`.
 */
export interface MapData {
  choice: boolean;
  drawn: string;
  finding: string;
  follows: boolean;
  game: string;
  grid: GridData | null;
  height: number;
  notes: string[];
  position: string;
  title: string;
  turns: number;
  width: number;
}

/**
 * Positions too many to be drawn one by one, in a square whose corner is `left` and `top`.
 *
 * `codes` has a number of two bytes for each, the lower byte first, as base64 of zlib: the plies
 * to the end, twice, and one more where the player to move wins; row by row, the lowest first.
 */
export interface GridData {
  across: string;
  base: number;
  codes: string;
  left: number;
  length: number;
  position: string;
  side: number;
  top: number;
  up: string;
}

/** A computer player. */
export interface ComputerInfo {
  name: string;
  about: string;
}

/**
 * A match at which the asking device has a seat, in a line.
 *
 * `outcome` is how it ended for whoever asks; null at both seats, and while it goes on.
 */
export interface MatchSummary {
  code: string;
  game: string;
  title: string;
  names: [string, string];
  seats: (1 | 2)[];
  against: string;
  changed: string;
  result: string | null;
  outcome: "drawn" | "lost" | "won" | null;
  yourTurn: boolean;
}

/**
 * The puzzles of a day, one of each game, and how one has done.
 *
 * `seconds` are left of today; `running` are one's days in a row, `week` the last seven; `soFar`
 * is how many one has solved at the first try, the second and so on, and how many not; `share` can
 * be shown to anybody.
 */
export interface Daily {
  day: number;
  date: string;
  today: number;
  seconds: number;
  running: number;
  week: DayInfo[];
  soFar: number[];
  share: string;
  puzzles: DailyPuzzle[];
}

/** A day, and whether one has solved a puzzle of it while it lasted. */
export interface DayInfo {
  day: number;
  date: string;
  solved: boolean;
}

/**
 * A puzzle of a day, and how one has done: `left` are the tries still to be had.
 *
 * `said` is what was said to the last try, where that was wrong.
 */
export interface DailyPuzzle {
  puzzle: PuzzleInfo;
  tries: Try[];
  left: number;
  solved: boolean;
  solution: Solution | null;
  said: string[];
}

/**
 * A puzzle to be solved; nothing in it tells the answer.
 *
 * `choices` is empty where finding a legal move is part of it; `shown` is the position as somebody
 * sees it who is to answer.
 */
export interface PuzzleInfo {
  name: string;
  game: string;
  title: string;
  options: Record<string, number | boolean | number[] | null>;
  position: string;
  view: RowData[];
  goal: string;
  task: "losers" | "move" | "play" | "winner";
  question: string;
  choices: string[];
  grade: number;
  tries: number;
  shown: Position;
}

/** An answer that somebody has given. */
export interface Try {
  answer: string;
  right: boolean;
}

/**
 * What is right, and why; told when a puzzle is over.
 *
 * `views` are what the board shows after each right answer that is a move.
 */
export interface Solution {
  right: string[];
  reason: string;
  views: RowData[][];
}

/**
 * What an answer is worth, and what it allows.
 *
 * `left` are the tries still to be had; `next` is where a win that is played out has come to;
 * `solution` comes when the puzzle is over. The secret is for programs that have none yet: by it
 * the server knows whose tries these are.
 */
export interface Judged {
  right: boolean;
  over: boolean;
  sentences: string[];
  left: number;
  next: Position | null;
  solution: Solution | null;
  secret: string | null;
}

/** An answer to the puzzle that a game has on a day. */
export interface DailyAnswer {
  day: number;
  game: string;
  /** one answer; where a win is played out, one's own moves so far */
  answers: string[];
}

/**
 * A puzzle to practise with, at one's own level or of a grade that was asked for.
 *
 * `lead` says where it comes from, if it is not new; `tries` are those at one that is not over,
 * and `said` what was said to the last; `rating` says one's level in the game, once there is one.
 */
export interface Practised {
  puzzle: PuzzleInfo;
  lead: string;
  tries: Try[];
  said: string[];
  grades: number[];
  rating: string | null;
}

/** An answer to any puzzle, which is known by what was given of it. */
export interface PuzzleAnswer {
  game: string;
  task: "losers" | "move" | "play" | "winner";
  position: string;
  /** one answer; where a win is played out, one's own moves so far */
  answers: string[];
  options?: Record<string, number | boolean | number[] | null>;
}

/** A match that somebody sits at. The secret is for programs; a browser has it as a cookie. */
export interface OwnMatch {
  match: Match;
  secret: string | null;
}

/**
 * A match as its reader sees it. `number` is that of its last event.
 *
 * `you` are the reader's seats; all words are for the reader, who is `you` at one seat, and nobody
 * is at two seats or none. `goal` stands above the board, `lesson` says whether the game
 * has one; `beginning` says where an unusual start comes from, `notice` is something to know now.
 * Until both players sit, `agreed` states the terms: the start, unusual rules, who begins.
 * `may` says what each seat can do now, `grace` for how many milliseconds one may be away. `moves`
 * may lack the oldest: the first is that of turn `firstTurn`.
 */
export interface Match {
  code: string;
  game: string;
  title: string;
  goal: string;
  beginning: string | null;
  agreed: string | null;
  lesson: boolean;
  against: string;
  options: Record<string, number | boolean | number[] | null>;
  players: [PlayerInfo, PlayerInfo];
  first: 1 | 2;
  terms: TermsInfo;
  you: (1 | 2)[];
  number: number;
  begun: boolean;
  position: Position;
  moves: Turn[];
  firstTurn: number;
  news: News | null;
  notice: string | null;
  aid: Aid | null;
  pending: Pending | null;
  clocks: Clocks | null;
  may: Record<string, string[]>;
  grace: number;
  result: Ending | null;
  rematch: string | null;
}

/**
 * Who sits where: `joined` once the seat is taken, `away` for so many milliseconds.
 *
 * `label` is who that is to the reader: You, Computer, Ben; `subject` the same at the beginning of
 * a sentence: The computer. `device` is a mark that changes when
 * the seat is taken to another device.
 */
export interface PlayerInfo {
  name: string;
  label: string;
  subject: string;
  kind: string;
  joined: boolean;
  device: string | null;
  away: number | null;
}

/** What was agreed on beyond the rules. */
export interface TermsInfo {
  timeLimit: number | null;
  clock: [number, number] | null;
  attempts: number | null;
  hints: boolean;
}

/** A move of the history: its exact text, its line in a list, and the number that it made. */
export interface Turn {
  turn: number;
  seat: 1 | 2;
  move: string;
  text: string;
  number: string;
}

/** The last thing that happened, as it is told to the reader. */
export interface News {
  act: string;
  seat: 1 | 2;
  text: string;
  sentence: string;
}

/** A list to look things up in: its title, and its rows once the reader has opened it. */
export interface Aid {
  title: string;
  rows: RowData[] | null;
}

/** What one player has offered or asked and the other has not answered. */
export interface Pending {
  what: "draw" | "undo";
  seat: 1 | 2;
}

/** Milliseconds left for each player now, and whose are running. */
export interface Clocks {
  left: [number, number];
  running: 1 | 2 | null;
}

/** How the game ended; `headline` tells the reader who has won, `sentence` also why. */
export interface Ending {
  end: string;
  winner: 1 | 2 | null;
  reason: string;
  headline: string;
  sentence: string;
}

/** A match to be set up: which game by which rules, against whom, who begins, how fast. */
export interface Arrangement {
  game: string;
  preset?: string | null;
  options?: Record<string, number | boolean | number[] | null>;
  /** `here` (two people at one screen), `link` (a friend elsewhere), or the name of a computer player */
  against?: string;
  name?: string;
  otherName?: string | null;
  /** `winner`: against a computer, begin so that whoever sets the match up can win it, whatever the computer does; where that cannot be, they begin */
  first?: 1 | 2 | "toss" | "winner";
  position?: string | null;
  /** whoever sets the match up sits there */
  seat?: 1 | 2;
  timeLimit?: number | null;
  clock?: TimeControl | null;
  attempts?: number | null;
  hints?: boolean;
}

/** Seconds for the whole game, and how many each move adds. */
export interface TimeControl {
  seconds: number;
  increment?: number;
}

/** A game against a rung of the ladder, which is known by its level. */
export interface Climb {
  game: string;
  level: string;
  name?: string;
}

/** Somebody who takes the free seat, or brings a seat from another device by its key. */
export interface SitDown {
  name?: string | null;
  key?: string | null;
}

/** A new name for the player who waits for the other. */
export interface NewName {
  name: string;
}

/** What came of a command: a refused try is `accepted: false`, and its sentence says why. */
export interface Effect {
  accepted: boolean;
  sentence: string;
  advice: Advice | null;
  match: Match;
}

/** What a step of a hint says: a sentence, the answers to look at, the moves it judges. */
export interface Advice {
  kind: Hint;
  sentence: string;
  answers: string[];
  moves: JudgedMoveData[];
}

/** What a player can ask for that gives something away. */
export type Hint = "aid" | "hint" | "idea" | "look" | "moves" | "values";

/** Try a move. */
export interface Play {
  do: "move";
  after: number;
  seat?: 1 | 2 | null;
  /** as the terminal takes it */
  move: string;
}

/** Give the game up. */
export interface Resign {
  do: "resign";
  after: number;
  seat?: 1 | 2 | null;
}

/** Offer a draw. */
export interface Offer {
  do: "offer";
  after: number;
  seat?: 1 | 2 | null;
}

/** Take the own last move back; against a person, ask to. */
export interface Undo {
  do: "undo";
  after: number;
  seat?: 1 | 2 | null;
}

/** Agree to what the other player offers or asks. */
export interface Accept {
  do: "accept";
  after: number;
  seat?: 1 | 2 | null;
}

/** Do not agree. */
export interface Decline {
  do: "decline";
  after: number;
  seat?: 1 | 2 | null;
}

/**
 * Ask for help, in steps: the idea, where to look, the move, every move's value.
 *
 * Without a kind it is the step after the last one of this turn; `aid` opens the list that some
 * games have to look things up in, for the rest of the game.
 */
export interface AskHint {
  do: "hint";
  after: number;
  seat?: 1 | 2 | null;
  kind?: "aid" | "hint" | "idea" | "look" | "values" | null;
}

/** Claim the win because the other player has left. */
export interface Claim {
  do: "claim";
  after: number;
  seat?: 1 | 2 | null;
}

/** A body; an unknown field is refused, so that a slip of the pen is noticed. */
export interface Body {
}

/**
 * The code that a player says to a friend, and for how many seconds more it works.
 *
 * Null after that, until a new one is asked for.
 */
export interface Invitation {
  spoken: string | null;
  seconds: number;
}

/**
 * What a spoken code leads to, by its own code: a match, which can be looked at with it.
 *
 * `key` says that what was typed is the key of a seat there, with which one can sit down. `room`
 * says that it is no match but a class room, which one can join.
 */
export interface Invited {
  code: string;
  key: boolean;
  room: boolean;
}

/** A code as somebody has heard it; small letters, blanks and dashes do no harm. */
export interface CodeEntry {
  spoken: string;
}

/** A one-time key that takes a seat to another device, and for how many seconds it is valid. */
export interface Key {
  key: string;
  seconds: number;
}

/** A match so far in the rulebook's own words, as a terminal tells it. */
export interface Log {
  text: string;
}

/** A whole game judged; `course` says who was winning after each turn, the start first. */
export interface ReviewData {
  accuracy: [AccuracyData, AccuracyData];
  course: (1 | 2 | null)[];
  game: string;
  givenUp: 1 | 2 | null;
  moves: ReviewedMoveData[];
  players: [string, string];
  result: ResultData;
  turningPoint: number | null;
  turningText: string;
}

/** At how many critical positions a player was right, and how many there were. */
export interface AccuracyData {
  critical: number;
  right: number;
}

/**
 * One move of a game, judged; `text` tells it, `number` is what it made.
 *
 * `bestText` is what the moves that would have been right are called, where another was made.
 */
export interface ReviewedMoveData {
  best: string[];
  bestText: string[];
  critical: boolean;
  move: string;
  moveValue: Value;
  number: string;
  position: string;
  right: boolean;
  seat: 1 | 2;
  slower: number | null;
  text: string;
  turn: number;
  valueBefore: Value;
  verdict: Verdict;
  verdictText: string;
}

/** What a move did to the value of the position. */
export type Verdict = "kept the draw" | "kept the win" | "lost anyway" | "only move" | "threw the draw away" | "threw the win away";

/** How a match ended. */
export interface ResultData {
  end: string;
  reason: string;
  winner: 1 | 2 | null;
}

/** What one has done here; `waiting` are finished games that were not judged yet: ask again. */
export interface Statistics {
  daysRunning: number;
  games: Record<string, CountedData>;
  habits: string[];
  ladders: Record<string, RungData[]>;
  mostDaysRunning: number;
  ratings: Record<string, RatingData>;
  total: CountedData;
  trend: string[];
  waiting: number;
  week: DayData[];
}

/** What somebody has done in one game, or in all. */
export interface CountedData {
  accuracy: ShareData;
  months: MonthData[];
  played: number;
  puzzlesRightAtFirst: ShareData;
  recent: ShareData;
  weeks: WeekData[];
  won: number;
  wonWithoutHelp: number;
}

/** How many of how many, and the 95 % interval of that; None of none. */
export interface ShareData {
  count: number;
  interval: [number, number] | null;
  right: number;
}

/** How often somebody was right where it mattered, in one month. */
export interface MonthData {
  accuracy: ShareData;
  month: string;
}

/** The same in one week, known by its Monday. */
export interface WeekData {
  accuracy: ShareData;
  monday: string;
}

/** A rung of a ladder: the computer's level and name, and how far one is with it. */
export interface RungData {
  beaten: boolean;
  level: string;
  name: string;
  running: number;
}

/** A rating, and how far its 95 % interval goes to either side. */
export interface RatingData {
  giveOrTake: number;
  mean: number;
}

/** A day, and whether one has solved a puzzle of it while it lasted. */
export interface DayData {
  date: string;
  day: number;
  solved: boolean;
}

/**
 * How much is kept: answers to puzzles, and games at which one sits or sat.
 *
 * `own`: it is whoever sits at the server's own machine, with what was done in its terminal.
 */
export interface Person {
  answers: number;
  games: number;
  own: boolean;
}

/** All that is kept: answers to puzzles, and games as records (docs/records.md). */
export interface Export {
  exported: string;
  answers: KeptAnswer[];
  games: Record<string, unknown>[];
}

/** An answer to a puzzle; `day` is the day whose puzzle it was, if of any. */
export interface KeptAnswer {
  puzzle: string;
  game: string;
  grade: number;
  answer: string;
  right: boolean;
  day: number | null;
  at: string;
}

/** What stands in the link that `lastdigit serve --mine` prints. */
export interface OwnLink {
  link: string;
}

/** The key that another device shows. */
export interface DeviceKey {
  key: string;
}

/** A room that one has opened or joined, in a line. */
export interface RoomSummary {
  code: string;
  title: string;
  role: "guest" | "pupil" | "teacher";
  open: boolean;
  kind: "by-hand" | "everyone" | "puzzles";
  game: string;
  gameTitle: string;
  pupils: number;
}

/**
 * A room as whoever asks sees it; boards are for the teacher and for the projector.
 *
 * The games that have `ended`, the latest first, are for the teacher alone.
 *
 * The secret is for programs that have none yet.
 */
export interface OwnRoom {
  room: RoomInfo;
  you: RoomPlace;
  boards: RoomBoard[];
  ended: RoomGame[];
  secret: string | null;
}

/**
 * A class room as everybody sees it; the pupils are in the order of their standing.
 *
 * `seed` is null for everyone but the teacher until the room is closed.
 */
export interface RoomInfo {
  code: string;
  title: string;
  kind: "by-hand" | "everyone" | "puzzles";
  game: string;
  gameTitle: string;
  goal: string;
  preset: string;
  grade: number | null;
  count: number;
  seed: number | null;
  open: boolean;
  number: number;
  pupils: PupilInfo[];
  playing: number;
  finished: number;
  explained: string;
}

/** How a pupil stands. Points are written as people write them, such as 1.5. */
export interface PupilInfo {
  number: number;
  name: string;
  place: number;
  points: string;
  won: number;
  drawn: number;
  lost: number;
  toPlay: number;
  state: "away" | "freed" | "here" | "out" | "playing" | "waiting";
  puzzles: ("begun" | "missed" | "open" | "solved")[];
}

/** Who one is in a room, and for a pupil what comes next. */
export interface RoomPlace {
  role: "guest" | "pupil" | "teacher";
  number: number | null;
  name: string;
  out: boolean;
  waiting: boolean;
  match: string | null;
  against: string | null;
}

/** A game of the class as it is projected; `result` says who has just won, `reason` why. */
export interface RoomBoard {
  code: string;
  names: [string, string];
  mover: 1 | 2 | null;
  winner: 1 | 2 | null;
  turn: number;
  view: RowData[];
  result: string | null;
  reason: string | null;
}

/** A game of the class that is over; nobody has won a draw. */
export interface RoomGame {
  code: string;
  names: [string, string];
  winner: 1 | 2 | null;
}

/** A class room to be opened: what is played there, or which puzzles are solved. */
export interface OpenRoom {
  game: string;
  kind?: "by-hand" | "everyone" | "puzzles";
  title?: string;
  preset?: string | null;
  grade?: number | null;
  count?: number;
  seed?: number | null;
}

/** A pupil who comes in. */
export interface JoinRoom {
  name: string;
}

/** Whether a pupil waits for the next game. */
export interface Readiness {
  ready?: boolean;
}

/** Put two pupils together for one more meeting, which is two games. */
export interface Pair {
  do: "pair";
  one: number;
  two: number;
}

/** Leave a pupil out who has gone: games not finished are void. */
export interface LeaveOut {
  do: "leave-out";
  pupil: number;
}

/** Take a pupil back who was left out. */
export interface TakeBack {
  do: "take-back";
  pupil: number;
}

/** Let a pupil come in again, from another device, under the same name. */
export interface Free {
  do: "free";
  pupil: number;
}

/** Give a pupil another name. */
export interface Rename {
  do: "rename";
  pupil: number;
  name: string;
}

/** Close the room: its code opens nothing any more, and what was not finished is void. */
export interface Close {
  do: "close";
}

/** The puzzles of a class, and how far one is with each. */
export interface RoomPuzzles {
  puzzles: DailyPuzzle[];
}

/** A pupil's answer to a puzzle of the class, counted from 1. */
export interface RoomAnswer {
  puzzle: number;
  /** one answer; where a win is played out, one's own moves so far */
  answers: string[];
}

/** Why something was not done: a name for programs, a sentence for people. */
export interface RefusalBody {
  error: string;
  message: string;
}
