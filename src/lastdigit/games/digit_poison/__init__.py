"""Digit Poison: append a digit, but never make the number divisible."""

from lastdigit.game.declaration import Declaration

GAME = Declaration(
    __name__,
    rules="rules:DigitPoison",
    text="dialogue:DigitPoisonDialogue",
    second_person_text="dialogue:DigitPoisonSecondPersonText",
    solver="insight:DigitPoisonSolver",
    kernel="batch:kernel",
    lesson="lesson:LESSON",
    theme="identity:THEME",
    map="map:PoisonMap",
    puzzle_sources="puzzles:DAILY",
    checker="checker:DigitPoison",
    prover="proof:DigitPoisonProver",
    disguise="disguise:PoisonDisguise",
)
