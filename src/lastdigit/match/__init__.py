"""Matches between two players: their current state, their records and the text shown to players."""

from lastdigit.match.record import LEFT_UNFINISHED, Act, End, checked_name, option_values

__all__ = ["LEFT_UNFINISHED", "Act", "End", "checked_name", "option_values"]
