"""Environments for reinforcement learning: Gymnasium, PettingZoo and OpenSpiel.

The environments need the extra `rl` or `openspiel` of this package.
"""
