"""Digit Dilemma: build a multiple of 7 from a shared pool of digits."""

from lastdigit.game.declaration import Declaration

GAME = Declaration(
    __name__,
    rules="rules:DigitDilemma",
    text="dialogue:DigitDilemmaDialogue",
    second_person_text="dialogue:DigitDilemmaSecondPersonText",
    solver="insight:DigitDilemmaSolver",
    kernel="batch:kernel",
    lesson="lesson:LESSON",
    theme="identity:THEME",
    map="map:DilemmaMap",
    puzzle_sources="puzzles:DAILY",
    checker="checker:DigitDilemma",
    disguise="disguise:DilemmaDisguise",
)
