"""Matches while they are played: held, changed one event at a time, told of. Nothing of HTTP."""
