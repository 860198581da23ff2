// What a review says of a move and of a whole game, in words.

const MOST = 4;

/**
 * @typedef {import("../types").ReviewData} Review
 * @typedef {import("../types").ReviewedMoveData} ReviewedMove
 */

/**
 * Return what a move did to the value, and by how much it could have been better.
 * @param {ReviewedMove} move
 */
export function verdictOf({ verdict, slower, moveValue }) {
  if (!slower) return verdict;
  return `${verdict}, ${moveValue === "win" ? "slower" : "shorter"} by ${slower}`;
}

/**
 * Return where the game turned, in words.
 * @param {Review} review
 * @param {string[]} names
 */
export function turningWords({ moves, turningPoint, givenUp, course }, names) {
  if (givenUp) return `${names[givenUp - 1]} was winning when it ended.`;
  if (!turningPoint) {
    const [first] = course;
    if (!first) return "No move changed the value of the game.";
    return `No move changed who wins: ${names[first - 1]} was winning from the start.`;
  }
  const { seat, move, best, valueBefore } = moves[turningPoint - 1];
  const kept = `${best.length === 1 ? "only " : ""}${some(best)} kept the ${valueBefore}`;
  return `The game turned at move ${turningPoint}: ${names[seat - 1]} played ${move}; ${kept}.`;
}

/**
 * Return the first few moves, the rest counted.
 * @param {string[]} moves
 */
function some(moves) {
  const rest = moves.length - MOST;
  if (rest > 0) return `${moves.slice(0, MOST).join(", ")} and ${rest} more`;
  return moves.length > 1 ? `${moves.slice(0, -1).join(", ")} or ${moves.at(-1)}` : moves[0];
}
