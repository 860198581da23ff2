// The words about what the server keeps of somebody.

import { inWords, plural } from "../words.js";

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
   * Without a server.
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
