"""Executors: run the same function on many items, on this machine or on a cluster."""
