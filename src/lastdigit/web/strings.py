"""Texts that the server fills into pages. The scripts' texts are in `static/strings.js`."""

from __future__ import annotations

NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")

TITLE = "Last Digit"
DESCRIPTION = "Two-player games with numbers: at one screen, over a link, or against the computer."
DESCRIPTION_ALONE = "Two-player games with numbers, at one screen or against the computer."
NO_SCRIPT = "Playing here needs JavaScript. In a terminal, {command} plays the same games."

ONE_TAP = "{} games, one tap each"
OPPOSITE = "Who sits opposite"
COMPUTER, LEVEL = "Computer:", "How strong the computer plays"
LINK, LINK_SHORT = "A friend, by link", "Friend"
HERE, HERE_SHORT = "Two of us, here", "Here"
MORE = "More ways to play"
PLAY, RULES_OF = "Play", "Rules of {}"

TODAYS = "Today's puzzle"
HEADINGS = {"winner": "Who wins if nobody errs?"}
"""What a task asks, where the puzzle's own words are too long for a strip."""
SOLVE, LOOK_AGAIN = "Solve it", "Look again"
DAY_HEADING, SOLVE_THEM = ("{} puzzles,", "one of each game."), "Solve them"
ALL_DONE, COME_BACK = "That is all for today.", "New ones come at midnight, UTC."
SOLVED = "{} of {} solved"
RUNNING = "running"
NEXT = ("next ", "puzzle ", "in")

LESSON_KICKER, LESSON_AGAIN = "New here?", "Another one?"
LESSON_HEADING = ("Learn a game", "in one minute.")
LESSON_ABOUT = "{}, {} steps"
LESSON_BUTTON = "Start the lesson"

WAITING = "Your game is waiting"
YOUR_MOVE, THEIR_MOVE = "Your move", "The other moves"
AGAINST = "{}, against {}"
GO_ON = "Go on"
ALL_WAITING = "all {}"
OTHERS_WAIT = "Other games that wait"

LADDER, COUNTED = "Your ladders", "your numbers"
BEATEN, NEXT_RUNG, TOP = ", {} of {} rungs beaten. ", "next: {} ({})", "top reached"

HAVE_CODE = "Have a code?"
CODE_ABOUT = "It leads to your seat, or lets you watch."
CODE_LABEL = "Code or link"
CODE_SHAPE = "letters, digits"
JOIN = "Join"

CONTENTS = "Contents"


def in_words(count: int) -> str:
    """Return a count as a sentence begins with it: in words up to ten."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def tries(left: int) -> str:
    """Return how many tries are left."""
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
    """Return how many turns a game usually takes.

    >>> turns(5, 5), turns(14, 20)
    ('5 turns', '14 to 20 turns')
    """
    return f"{high} turns" if low == high else f"{low} to {high} turns"


# On a worksheet, while it is on a screen

SHEET_BAR = (
    '<p class="bar"><button id="print" type="button">Print</button> '
    '<a href="/worksheet">Another sheet</a> <a href="/class">For a class</a></p>'
)
