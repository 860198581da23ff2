"""Puzzles for all games: daily puzzles, practice, worksheets, and statistics about a player."""
