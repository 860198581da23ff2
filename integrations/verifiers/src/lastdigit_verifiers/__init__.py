"""The code that both environments share."""
