"""The web server: a JSON API, WebSockets and the pages that use them.

The server needs the extra `web`.
"""
