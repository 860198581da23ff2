"""Convert logs of gg-bench to records of Last Digit."""

from lastdigit_gg_bench.conversion import ConvertedGame, LoggedGame, convert, parse_log

__all__ = ["ConvertedGame", "LoggedGame", "convert", "parse_log"]
