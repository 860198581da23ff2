"""A game being played and a game that was played: set-up, events, result, and their words."""
