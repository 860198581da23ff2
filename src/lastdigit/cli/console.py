"""Where a command's words come from and where its text goes."""

from __future__ import annotations

import argparse
import os
import sys

from lastdigit.terminal.console import Console, wants_colour


def console_for(given: argparse.Namespace) -> Console:
    """Return the terminal or pipe that the command was started on."""
    colour = wants_colour(sys.stdout, given.color, os.environ)
    return Console(sys.stdin, sys.stdout, colour=colour)
