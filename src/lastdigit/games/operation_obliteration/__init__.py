"""Operation Obliteration: change a shared number until the opponent has no legal operation."""

from lastdigit.game.declaration import Declaration

GAME = Declaration(
    __name__,
    rules="variants:OperationObliteration",
    text="text:OperationObliterationText",
    second_person_text="text:OperationObliterationSecondPersonText",
    solver="solver:OperationObliterationSolver",
    kernel="kernels:kernel",
    lesson="lesson:LESSON",
    theme="theme:THEME",
    map="theme:ObliterationMap",
    puzzle_sources="lesson:DAILY",
    checker="checker:OperationObliteration",
    disguise="disguise:ObliterationDisguise",
)
