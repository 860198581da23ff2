"""The template for new games: a small but complete game with the name your-game."""
