"""Games as environments for learning. Moves and positions become numbers here, and only here.

Everything in this room needs the extra `rl`, `openspiel` or `mcp`; nothing outside it does.
"""

MISSING = (
    "The environments need gymnasium and pettingzoo, which are not installed: "
    "pip install 'lastdigit[rl]'"
)
MISSING_OPENSPIEL = (
    "The games in OpenSpiel need it, and it is not installed: pip install 'lastdigit[openspiel]'"
)
