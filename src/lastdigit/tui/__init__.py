"""The full-screen terminal interface, for any game, with keys and mouse. Needs the extra `tui`."""
