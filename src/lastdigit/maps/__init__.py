"""Maps: drawings of all positions of a solved game."""
