"""Digit Duel: subtract your digits from the opponent's number."""

from lastdigit.game.declaration import Declaration

GAME = Declaration(
    __name__,
    rules="rules:DigitDuel",
    text="dialogue:DigitDuelDialogue",
    second_person_text="dialogue:DigitDuelSecondPersonText",
    solver="insight:DigitDuelSolver",
    kernel="batch:kernel",
    lesson="lesson:LESSON",
    theme="identity:THEME",
    map="map:DuelMap",
    puzzle_sources="puzzles:DAILY",
    checker="checker:DigitDuel",
    prover="proof:DigitDuelProver",
    disguise="disguise:DuelDisguise",
)
