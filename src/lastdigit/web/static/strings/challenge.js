// Texts of challenges, which are made and answered with links.

import { CHALLENGE_NAMES, ordinal, turns } from "../strings.js";

/** @typedef {import("../challenge/link.js").Result} ChallengeResult */

export const CHALLENGE = {
  title: "A challenge", results: "Who did better?",
  other: "The other player",
  about: {
    puzzle: "Send this link to a friend. Your friend gets the same puzzle and then sees both results.",
    game: "Send this link to a friend. Your friend plays from the same start against a computer of the same level, and then sees both results.",
  },
  name: "Your name (optional)", link: "Link for your friend", send: "Send the link", text: "Can you beat me at Last Digit?",
  backAbout: "Send this link back. The link shows both results side by side.",
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
  sameStart: (level) => `You play against the computer (${level}) from the same start.`,
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
    if (first.outcome !== second.outcome) return name === CHALLENGE_NAMES.you ? "You win this challenge!" : `${name} wins this challenge.`;
    if (kind === "puzzle") return `Both solved it. ${name} needed fewer tries.`;
    return first.outcome === "won" ? `Both won. ${name} needed fewer turns.` : `Both lost. ${name} lasted longer.`;
  },
};
