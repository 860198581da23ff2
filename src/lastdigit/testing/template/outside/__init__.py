"""What a package with a game of its own needs besides the game."""
