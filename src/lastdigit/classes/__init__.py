"""A class that plays together: who is in its room, who plays whom, how everybody stands."""
