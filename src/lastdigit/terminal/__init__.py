"""The line-based terminal interface: play, practise, replay and list games."""
