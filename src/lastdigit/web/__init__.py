"""The web server: a JSON API, WebSockets and the pages that use them. It needs the extra `web`."""
