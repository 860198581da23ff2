"""Number Morph: change one digit, form a prime nobody has used."""

from lastdigit.game.declaration import Declaration

GAME = Declaration(
    __name__,
    rules="rules:NumberMorph",
    text="dialogue:NumberMorphDialogue",
    second_person_text="dialogue:NumberMorphSecondPersonText",
    solver="insight:NumberMorphSolver",
    kernel="batch:kernel",
    lesson="lesson:LESSON",
    theme="identity:THEME",
    map="map:MorphMap",
    puzzle_sources="puzzles:DAILY",
    checker="checker:NumberMorph",
    prover="proof:NumberMorphProver",
    disguise="disguise:MorphDisguise",
)
