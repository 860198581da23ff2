/**
 * The shapes of what the server tells, as far as the page uses them; schema/answers.py is their source.
 *
 * @typedef {{text: string, caption: ?string, answer: ?string, changed: boolean}} Cell
 * @typedef {{kind: "number" | "pool" | "log", label: string, seat: ?number, cells: Cell[], hidden: number}} Row
 * @typedef {{text: string, label: string, sign: ?string, status: "legal" | "try" | "unavailable", reason: ?string, next: ?Question}} Choice
 * @typedef {{prompt: string, answers: Choice[]}} Question
 * @typedef {{turn: number, position: string, mover: ?number, view: Row[], question: ?Question}} Position
 * @typedef {{move: string, moveValue: string, position: string, positionValue: string, remoteness: ?number}} JudgedMove
 * @typedef {{
 *   name: string, type: "integer" | "yes/no", default: number | boolean | null, range: ?[number, number],
 *   allowed: string, none: ?string, help: string
 * }} Option
 * @typedef {{turn: number, seat: number, move: string, numbers: string}} Turn
 * @typedef {{name: string, kind: string, joined: boolean, device: ?string, away: ?number}} Player
 * @typedef {{
 *   code: string, game: string, title: string, against: string, players: [Player, Player], you: ?number[],
 *   number: number, begun: boolean, position: Position, moves: Turn[], firstTurn: number,
 *   news: ?{act: string, seat: number, text: string, sentence: string}, opening: string,
 *   pending: ?{what: "draw" | "undo", seat: number},
 *   clocks: ?{left: [number, number], running: ?number}, may: Record<string, string[]>, grace: number,
 *   result: ?{end: string, winner: ?number, reason: string, sentence: string}, rematch: ?string,
 *   options: Record<string, number | boolean | null>,
 *   terms: {timeLimit: ?number, clock: ?[number, number], attempts: ?number, hints: boolean}
 * }} Match
 */
export {};
