"""The full-screen terminal interface, for keyboard and mouse.

The interface needs the extra `tui`.
"""
