// A puzzle on the page: the answer so far, the tries and responses, the position, the choices, and the explanation
// afterwards. Only the server knows the solution.

import { action, boardOf, keyColumns } from "../board/board.js";
import { answersOf, MoveEntry, stepsOf } from "../board/entry.js";
import { digitOf, pressTile } from "../board/keyboard.js";
import { logs, numbers, strip, theirsFirst } from "../board/rows.js";
import { icon, tile } from "../components/tile.js";
import { byId, h, strong } from "../dom.js";
import { recall } from "../memory.js";
import { go, messageOf, post } from "../server.js";
import { NOT_NOW } from "../strings.js";
import { PUZZLE } from "../strings/puzzle.js";

/**
 * @typedef {import("../types").PuzzleInfo} PuzzleInfo
 * @typedef {import("../types").GradedAnswer} GradedAnswer
 * @typedef {import("../types").Solution} Solution
 * @typedef {import("../types").Try} Try
 * @typedef {{tries: Try[], left: number, solution: ?Solution, said?: string[]}} Progress `said`: the response to the last try
 */

export class Solving {
  /** The player's moves so far, in a puzzle that is played to the end. @type {string[]} */
  #moves = [];
  /** The marked choices, in a puzzle that does not ask for a move. @type {Set<string>} */
  marked = new Set();
  /** @type {string[]} */
  sentences = [];
  /** Why the last answer was not accepted. It did not use up a try. */
  problem = "";
  busy = false;

  /**
   * @param {PuzzleInfo} puzzle
   * @param {Progress} progress
   * @param {{changed: () => void, judge: (answers: string[]) => Promise<GradedAnswer>}} calls
   */
  constructor(puzzle, progress, calls) {
    this.puzzle = puzzle;
    this.shown = puzzle.shown;
    this.tries = [...progress.tries];
    this.left = progress.left;
    this.solution = progress.solution;
    this.sentences = progress.said ?? [];
    this.calls = calls;
    this.entry = new MoveEntry({
      changed: () => this.#change(),
      complete: () => this.give(),
      refused: (reason) => this.refuse(reason || NOT_NOW),
    });
  }

  get over() {
    return this.solution !== null;
  }

  get solved() {
    return this.tries.some(({ right }) => right);
  }

  /** Whether the answer is a move on the board. */
  get isMove() {
    return this.puzzle.task === "move" || this.puzzle.task === "play";
  }

  /** The seat to move. In a position from the player's own game it can be the second. */
  get mine() {
    return this.puzzle.shown.mover ?? 1;
  }

  get question() {
    return this.shown.question;
  }

  /** The view to show: once solved, the position after the right answer. */
  get view() {
    const given = this.tries.find(({ right }) => right)?.answer;
    const found = given === undefined ? -1 : (this.solution?.right.indexOf(given) ?? -1);
    return this.solution?.views[found] ?? this.shown.view;
  }

  get isOpen() {
    return !this.over && !this.busy;
  }

  /** The chosen answer, or null if it is not complete. */
  get answer() {
    const { choices } = this.puzzle;
    if (!this.isMove) return choices.filter((one) => this.marked.has(one)).join(" ") || null;
    return this.entry.whole(this.question) ? this.entry.chosen.join(" ") : null;
  }

  /** The last wrong answer. */
  get wrong() {
    return this.over ? null : (this.tries.findLast(({ right }) => !right)?.answer ?? null);
  }

  /**
   * Mark or unmark a choice. A list task takes several.
   * @param {string} text
   */
  mark(text) {
    if (!this.isOpen) return;
    const had = this.marked.delete(text);
    if (this.puzzle.task === "winner") this.marked.clear();
    if (!had) this.marked.add(text);
    this.#change();
  }

  clear() {
    this.marked.clear();
    this.entry.clear();
    this.calls.changed();
  }

  /** @param {string} reason */
  refuse(reason) {
    this.problem = reason;
    this.calls.changed();
  }

  /** Submit the chosen answer. */
  async give() {
    const { answer } = this;
    if (answer === null || !this.isOpen) return;
    this.busy = true;
    this.#change();
    try {
      this.#take(answer, await this.calls.judge([...this.#moves, answer]));
    } catch (problem) {
      this.problem = messageOf(problem);
    }
    this.busy = false;
    this.calls.changed();
  }

  /**
   * @param {string} answer
   * @param {GradedAnswer} judged
   */
  #take(answer, judged) {
    this.sentences = judged.sentences;
    this.left = judged.left;
    this.solution = judged.solution;
    if (judged.next) {
      this.#moves.push(answer);
      this.shown = judged.next;
      this.entry.clear();
      return;
    }
    if (!this.tries.some((one) => one.answer === answer)) this.tries.push({ answer, right: judged.right });
    if (this.over) this.entry.clear();
    else this.entry.dropLast();
    if (this.puzzle.task === "winner") this.marked.clear();
  }

  #change() {
    this.problem = "";
    this.calls.changed();
  }
}

/** @typedef {import("../components/tile.js").State} State */

/** A longer choice is a word, shown on a card instead of a tile. */
const SHORT = 2;

/**
 * @param {Solving} solving
 * @param {import("../dom.js").Child} further the actions when the puzzle is over
 */
export function table(solving, further) {
  const { puzzle, entry, question, solution, isMove, over, mine } = solving;
  const shown = { ...solving.shown, view: solving.view };
  const board = boardOf(shown, {
    chosen: entry.chosen,
    typed: entry.typed,
    open: solving.isOpen && isMove,
    hints: isMove && !solving.solved ? (solution?.right ?? []) : [],
    wrong: isMove && solving.wrong ? answersOf(question, solving.wrong) : [],
    answer: (depth, text) => entry.answer(question, depth, text),
    refuse: (reason) => solving.refuse(reason),
  });
  const rest = board.rest.filter(({ cells }) => cells.length);
  return h("section", { class: "puzzle-table", "data-key": `puzzle ${puzzle.name}`, "aria-labelledby": "task" },
    h("h2", { class: "puzzle-task", id: "task", tabindex: "-1" }, heading(solving)),
    numbers(theirsFirst(shown.view, mine), { mine, mover: over ? null : mine, notes: true, game: puzzle.game, ...(isMove ? board : {}) }),
    logs(rest.filter(({ total }) => total === null)),
    isMove ? !solving.solved && board.keys : choices(solving),
    // When the puzzle is over, the response comes before the next actions. Until then it must not push the button off the screen.
    over ? [line(solving), h("div", { class: "puzzle-further", "data-key": "further" }, further)] : [action({
      choice: chosenOf(solving), prompt: isMove ? board.prompt : PUZZLE.choose[puzzle.task], waits: PUZZLE.judging, open: solving.isOpen,
      play: () => solving.give(),
    }), line(solving)],
    rest.filter(({ total }) => total !== null).map(strip));
}

/** @param {Solving} solving */
function heading({ puzzle, over, solved, tries, solution, question }) {
  if (!over) return puzzle.question;
  if (solved) return PUZZLE.solved(tries.length);
  return PUZZLE.missed(inWords(puzzle, question, solution?.right ?? []));
}

/**
 * Return the right answers in words, with a move's button label.
 * @param {Solving["puzzle"]} puzzle
 * @param {Solving["question"]} question
 * @param {string[]} right
 */
function inWords({ task }, question, right) {
  if (task === "losers") return right.join(" ").replaceAll(" ", ", ");
  return right.map((move) => stepsOf(question, answersOf(question, move)).at(-1)?.choice?.button ?? move).join(PUZZLE.or);
}

/** @param {Solving} solving */
function chosenOf({ isMove, entry, question, answer, puzzle }) {
  if (isMove) return entry.whole(question);
  if (answer === null) return null;
  return { button: PUZZLE.claim[puzzle.task](answer.split(" ").join(puzzle.task === "losers" ? ", " : " ")), preview: null };
}

/**
 * Return the choices of a task that does not ask for a move. A list task takes several.
 * @param {Solving} solving
 */
function choices(solving) {
  const { puzzle, solution } = solving;
  const words = puzzle.choices.some((one) => one.length > SHORT);
  const right = new Set(solution?.right.flatMap((one) => (puzzle.task === "losers" ? one.split(" ") : [one])));
  return h("div", {
    class: words ? "keys words puzzle-choices" : "keys", role: "group", "aria-label": PUZZLE.choose[puzzle.task], "data-key": "choices",
    "data-roving": true, ...keyColumns(puzzle.choices.length),
  },
    puzzle.choices.map((one) => {
      const states = /** @type {State[]} */ ([
        !solving.over && solving.marked.has(one) && "chosen",
        right.has(one) && "found",
        puzzle.task === "winner" && solving.wrong === one && "wrong",
      ].filter(Boolean));
      const pressing = {
        "data-key": one, "data-answer": one, "aria-pressed": String(solving.marked.has(one)),
        "aria-disabled": String(!solving.isOpen), onclick: () => solving.mark(one),
      };
      if (!words) return tile(one, { ...pressing, as: "button", also: "key", holder: "me", states, label: one });
      return h("button", { ...pressing, class: ["key", "key-card", ...states].join(" "), type: "button" },
        h("span", { class: "key-name" }, PUZZLE.named(one)));
    }));
}

/**
 * Return the response to the last answer. The line is there even if empty, so that the layout does not jump.
 * @param {Solving} solving
 */
function line({ problem, sentences, over, solved, tries }) {
  const right = solved && over;
  const text = problem || (right ? PUZZLE.right : sentences.join(" "));
  const last = over && !solved && !sentences.length && tries.length ? PUZZLE.out : "";
  return h("p", {
    class: problem ? "sentence puzzle-line warning" : "sentence puzzle-line", role: "status", "data-key": "line",
    "data-empty": !(text || last),
  }, right && !problem && icon("check"), h("span", { class: "lines" }, strong(text || last || " ")));
}

/** The last response shown for each puzzle. @type {WeakMap<Solving, string[]>} */
const shown = new WeakMap();

/**
 * Scroll to a new response. On a phone, the button can cover it.
 * @param {Solving} solving
 */
export function showSaid(solving) {
  const { sentences } = solving;
  if (shown.get(solving) === sentences) return;
  shown.set(solving, sentences);
  if (sentences.length) document.querySelector(".puzzle-line")?.scrollIntoView({ block: "nearest" });
}

/**
 * Return the tries of a puzzle, used and left.
 * @param {Solving} solving
 */
export function triesOf({ puzzle, tries, left }) {
  const count = Math.max(puzzle.tries, tries.length);
  return h("div", { class: "tries", role: "img", "aria-label": PUZZLE.tries(tries.map(({ right }) => right), left), "data-key": "tries" },
    h("span", { class: "tries-label" }, PUZZLE.triesLabel),
    Array.from({ length: count }, (_, index) => {
      const done = tries[index];
      return h("span", { class: "try", "data-right": done ? String(done.right) : null }, done && icon(done.right ? "check" : "cross"));
    }));
}

/**
 * Handle a key.
 * @param {Solving} solving
 * @param {KeyboardEvent & {target: Element}} event
 * @param {boolean} digits whether digit keys answer
 */
export function pressKey(solving, event, digits) {
  const { entry, question, isMove, puzzle } = solving;
  const onKey = event.target.closest("button[data-answer]") !== null;
  if (event.key === "Escape") solving.clear();
  else if (digitOf(event) && digits && solving.isOpen) {
    const digit = digitOf(event) ?? "";
    if (isMove) entry.type(question, digit) || pressTile(byId("main"), digit);
    else if (puzzle.choices.includes(digit)) solving.mark(digit);
  } else if (event.key === "Enter" && !event.target.closest("a, button:not([data-answer])") && (isMove || !onKey)) {
    if (entry.typed) entry.settle(question);
    else if (solving.answer === null) return;
    else {
      event.preventDefault();
      solving.give();
    }
  }
}

/** @param {Solving} solving */
export const why = ({ solution }) =>
  solution && h("section", { class: "card daily-card", "data-key": "why" },
    h("h2", { class: "kicker" }, PUZZLE.why),
    h("p", {}, solution.reason));

/**
 * Continue from the position against a perfect computer.
 * @param {Solving} solving
 */
export async function playOut(solving) {
  const { game, options, position } = solving.puzzle;
  try {
    /** @type {import("../types").OwnMatch} */
    const { match } = await post("/api/matches", {
      game, options, position, against: "perfect", name: recall("name") ?? "Player 1", first: 1, seat: solving.mine,
    });
    go(`/match/${match.code}`);
  } catch (problem) {
    solving.refuse(messageOf(problem));
  }
}
