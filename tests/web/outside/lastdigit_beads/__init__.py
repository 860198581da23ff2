"""Beads: a game whose rows are unlike those of every game of ours, to try the page with."""

from lastdigit_beads.rules import Beads

GAME = Beads
