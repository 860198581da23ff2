"""Environments for reinforcement learning: Gymnasium, PettingZoo and OpenSpiel.

They need the extra `rl` or `openspiel` of this package.
"""
