"""Tournaments between computer players: the plan, runs that can be resumed, and reports."""
