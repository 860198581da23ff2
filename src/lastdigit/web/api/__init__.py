"""The HTTP API and its WebSockets: routes, handlers by subject, rate limits and errors."""
