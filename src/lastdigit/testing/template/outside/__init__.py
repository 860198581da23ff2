"""Template files for a separate package that contains one game."""
