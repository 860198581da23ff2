"""Play in a browser: a JSON API, live news over a socket, and the page that uses them.

Needs the extra `web`. Nothing else in the package imports this room but the command `serve`.
"""
