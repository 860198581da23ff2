"""Digit Poison: add a digit to a shared number, but never make it a multiple of the divisor."""

from lastdigit.game.declaration import Declaration

GAME = Declaration(
    __name__,
    rules="variants:DigitPoison",
    text="text:DigitPoisonText",
    second_person_text="text:DigitPoisonSecondPersonText",
    solver="solver:DigitPoisonSolver",
    kernel="kernels:kernel",
    lesson="lesson:LESSON",
    theme="theme:THEME",
    map="theme:PoisonMap",
    puzzle_sources="lesson:DAILY",
    checker="checker:DigitPoison",
    prover="solver:DigitPoisonProver",
    disguise="disguise:PoisonDisguise",
)
