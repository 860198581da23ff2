"""Number Morph: change one digit of a shared prime to form a prime that has not been used."""

from lastdigit.game.declaration import Declaration

GAME = Declaration(
    __name__,
    rules="variants:NumberMorph",
    text="text:NumberMorphText",
    second_person_text="text:NumberMorphSecondPersonText",
    solver="solver:NumberMorphSolver",
    kernel="kernels:kernel",
    lesson="lesson:LESSON",
    theme="theme:THEME",
    map="theme:MorphMap",
    puzzle_sources="lesson:DAILY",
    checker="checker:NumberMorph",
    prover="solver:NumberMorphProver",
    disguise="disguise:MorphDisguise",
)
