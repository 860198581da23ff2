"""Matches, classrooms, puzzles and jobs on a running server, without HTTP."""
