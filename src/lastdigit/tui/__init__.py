"""The full-screen terminal interface, for keyboard and mouse. It needs the extra `tui`."""
