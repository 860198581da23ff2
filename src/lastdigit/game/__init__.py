"""The contract between games and everything that plays, solves or shows them."""
