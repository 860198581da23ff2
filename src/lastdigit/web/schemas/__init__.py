"""Types for the HTTP API's requests, responses and errors."""
