// Texts of analyses, reviews and maps.

import { turns } from "../strings.js";

/** @typedef {import("../types").PlayerInfo} Player */

export const PAIRING = {
  title: "These pairs decide the game.",
  /** @param {string} form */
  form: (form) => `Make ${form}. Then always answer a prime with its partner.`,
  theirs: "Every prime you can make has a partner, and the other player answers with it.",
  inWords: "The pairs as text",
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
    if (hopeless) return "From this start, the other player can always win. Take their seat and try to win.";
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
  about: "Analysis: who wins here and why, and which moves are best.",
  instead: "The starting position is shown instead.",
  setUp: "Set up by pressing tiles", ready: "Ready", press: "Press a tile, then its new digit.",
  become: "New digit", empty: "Remove it", turn: "Other player to move",
};
