"""Puzzles: made and certified by the solver, dealt by the day, judged, and learned from."""
