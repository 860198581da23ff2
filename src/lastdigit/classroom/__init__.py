"""Classrooms: pupils who play each other or solve puzzles, and their standings."""
