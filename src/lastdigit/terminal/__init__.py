"""Lines in, lines out: playing, replaying, listing. Works from the contract; knows no game."""
