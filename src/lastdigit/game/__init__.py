"""The interface between games and the code that plays, solves or displays them."""
