"""Digit Dilemma: be the first to build a multiple of 7 from a shared pool of digits."""

from lastdigit.game.declaration import Declaration

GAME = Declaration(
    __name__,
    rules="variants:DigitDilemma",
    text="text:DigitDilemmaText",
    second_person_text="text:DigitDilemmaSecondPersonText",
    solver="solver:DigitDilemmaSolver",
    kernel="kernels:kernel",
    lesson="lesson:LESSON",
    theme="theme:THEME",
    map="theme:DilemmaMap",
    puzzle_sources="lesson:DAILY",
    checker="checker:DigitDilemma",
    disguise="disguise:DilemmaDisguise",
)
