"""Full screen in a terminal: every game by the contract alone, with keys and mouse. Needs `tui`."""
