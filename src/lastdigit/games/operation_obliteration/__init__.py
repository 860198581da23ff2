"""Operation Obliteration: leave the opponent without a valid operation."""

from lastdigit.game.declaration import Declaration

GAME = Declaration(
    __name__,
    rules="rules:OperationObliteration",
    text="dialogue:OperationObliterationDialogue",
    second_person_text="dialogue:OperationObliterationSecondPersonText",
    solver="insight:OperationObliterationSolver",
    kernel="batch:kernel",
    lesson="lesson:LESSON",
    theme="identity:THEME",
    map="map:ObliterationMap",
    puzzle_sources="puzzles:DAILY",
    checker="checker:OperationObliteration",
    disguise="disguise:ObliterationDisguise",
)
