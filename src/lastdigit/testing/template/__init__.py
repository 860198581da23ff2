"""The template for new games: a small but complete game named your-game."""
