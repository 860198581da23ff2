"""Games as environments for learning. Moves and positions become numbers here, and only here.

Everything in this room needs the extra `rl`, `openspiel` or `mcp`; nothing outside it does.
"""
