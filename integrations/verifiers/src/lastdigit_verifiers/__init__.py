"""What the two environments are made of."""
