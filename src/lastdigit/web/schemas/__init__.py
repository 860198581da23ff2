"""Types of the requests, responses and errors of the HTTP API."""
