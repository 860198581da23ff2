"""The command line.

Packages that add their own commands use the parser and error reporting from this package.
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
