"""Digit Duel: subtract digits of your number from the opponent's number until it is zero."""

from lastdigit.game.declaration import Declaration

GAME = Declaration(
    __name__,
    rules="variants:DigitDuel",
    text="text:DigitDuelText",
    second_person_text="text:DigitDuelSecondPersonText",
    solver="solver:DigitDuelSolver",
    kernel="kernels:kernel",
    lesson="lesson:LESSON",
    theme="theme:THEME",
    map="theme:DuelMap",
    puzzle_sources="lesson:DAILY",
    checker="checker:DigitDuel",
    prover="solver:DigitDuelProver",
    disguise="disguise:DuelDisguise",
)
