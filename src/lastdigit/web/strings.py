"""Texts for pages that the server renders. Texts for scripts are in `static/strings`."""

from __future__ import annotations

NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")

TITLE = "Last Digit"
DESCRIPTION = "Five two-player number games: on one screen, by link, or against the computer."
DESCRIPTION_ALONE = "Five two-player number games, on one screen or against the computer."
NO_SCRIPT = "This page needs JavaScript. In a terminal, {command} offers the same games."

GAMES_HEADING = "{} games, each one tap away"
OPPONENT = "Opponent"
COMPUTER, LEVEL = "Computer:", "Computer level"
LINK, LINK_SHORT = "Invite a friend", "Friend"
HERE, HERE_SHORT = "Two players here", "Here"
MORE = "More ways to play"
PLAY, RULES_OF = "Play", "Rules of {}"

TODAYS_PUZZLE = "Today's puzzle"
TASK_HEADINGS = {"winner": "Who wins with perfect play?"}
"""Headings that are shorter than the puzzle's question, by task."""
SOLVE, SOLVE_NEXT, LOOK_AGAIN = "Solve it", "Next puzzle", "Look again"
HOLDERS = {"me": "You", "them": "Computer"}
"""The names of the players beside the rows of a puzzle."""
DAY_HEADING, SOLVE_ALL = ("{} puzzles,", "one of each game."), "Solve them"
ALL_DONE, NEXT_PUZZLES = "That's all for today.", "New puzzles at midnight UTC."
SOLVED = "{} of {} solved"
IN_A_ROW = "in a row"
NEXT_PUZZLE_IN = ("next ", "puzzle ", "in")

FIRST_HEADING = "{} two-minute number games"
FIRST_ABOUT = "Play against the computer or a friend."
FIRST_LESSON = "Learn a game in a minute"

ANOTHER_LESSON = "Another one?"
LESSON_HEADING = ("Learn a game", "in one minute.")
LESSON_ABOUT = "{}, {} steps"
LESSON_BUTTON = "Start the lesson"

UNFINISHED_GAME = "Your game is waiting"
YOUR_MOVE, THEIR_MOVE = "Your move", "Their move"
TURN_AGAINST = "{}, against {}"
CONTINUE = "Continue"
ALL_UNFINISHED = "all {}"
OTHER_UNFINISHED = "Other unfinished games"

NEXT_STEP = "Your next step"
AFTER_PUZZLE = "You have tried the puzzle. Now play the game."
AFTER_WIN, TRY_LEVEL = "You beat {}. Now try {}.", "Play {}"
AFTER_LOSS, AFTER_DRAW = "{} won last time. Try again.", "Your last game was a draw. Try again."
AFTER_GAME_HERE, PLAY_AGAIN = "Play another one?", "Play again"
AFTER_GAME_WITH, OPEN_GAME = "Play {} again?", "Go to the game"
NEW_GAME, LEARN_GAME = "New for you. Learn it in a minute.", "Learn it"
PRACTISE_GAME, PRACTISE = "You can beat every level. Try harder puzzles.", "Practise"

LADDERS, STATISTICS = "Your ladders", "statistics"
RUNGS_BEATEN = ", {} of {} rungs climbed. "
NEXT_RUNG, LADDER_FINISHED = "next: {}", "top reached"

HAVE_CODE = "Have a code?"
CODE_LABEL = "Code or link"
CODE_PLACEHOLDER = "letters, digits"
JOIN = "Join"

REMINDER, REMINDER_LINK = "Solve today's puzzles in Last Digit.", "Solve today's puzzles: {}"

CONTENTS = "Contents"


def in_words(count: int) -> str:
    """Return a count for the beginning of a sentence: in words up to ten."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def tries(left: int) -> str:
    return "one try" if left == 1 else f"{in_words(left).lower()} tries"


def day_or_days(count: int) -> str:
    return "day" if count == 1 else "days"


def countdown(seconds: int) -> str:
    """Format seconds as hours, minutes and seconds.

    >>> countdown(33_963)
    '9:26:03'
    """
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def turns(low: int, high: int) -> str:
    """Format the usual number of turns in a game.

    >>> turns(5, 5), turns(14, 20)
    ('5 turns', '14 to 20 turns')
    """
    return f"{high} turns" if low == high else f"{low} to {high} turns"
