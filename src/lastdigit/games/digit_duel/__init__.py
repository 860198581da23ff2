"""Digit Duel: subtract your digits from the opponent's number."""

from lastdigit.game.declaration import Declaration

GAME = Declaration(
    __name__,
    rules="rules:DigitDuel",
    text="dialogue:DigitDuelDialogue",
    second_person_text="dialogue:DigitDuelPlain",
    solver="insight:DigitDuelInsight",
    kernel="batch:kernel",
    lesson="lesson:LESSON",
    theme="identity:IDENTITY",
    map="map:DuelMap",
    puzzle_sources="puzzles:DAILY",
    checker="checker:DigitDuel",
    prover="proof:DigitDuelProver",
    disguise="disguise:DuelDisguise",
)
