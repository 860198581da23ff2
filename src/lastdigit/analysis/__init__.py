"""Exact answers for people and programs: positions, whole games, reviews. Prints nothing."""
