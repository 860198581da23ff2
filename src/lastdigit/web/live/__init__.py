"""Matches, classrooms, puzzles and jobs of a running server, without HTTP."""
