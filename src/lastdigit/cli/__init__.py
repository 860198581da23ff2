"""The command line.

Packages with commands of their own use the parser and the error reporting from here.
"""

from lastdigit.cli.main import main, run_safely
from lastdigit.cli.parsers import Formatter, Parser, Words, add_general_options, write_new

__all__ = [
    "Formatter",
    "Parser",
    "Words",
    "add_general_options",
    "main",
    "run_safely",
    "write_new",
]
