"""Engines: they do the same small work for many items, here or on many machines.

What is worked on, and what becomes of it, is for those who ask.
"""
