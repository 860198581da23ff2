"""The shapes of what goes in and out: requests, answers, and refusals by name."""
