// Texts of the dialog for a new game.

import { turns } from "../strings.js";

/**
 * Return how many turns a game usually takes.
 * @param {[number, number]} range
 */
export const usual = ([low, high]) => (low === high ? turns(low) : `${low} to ${turns(high)}`);

export const SHEET = { close: "Close", which: "Which game" };

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
  range: (field, low, high) => `${field} must be a whole number from ${low} to ${high}.`,
};
