"""Operations of the HTTP API on the requester's own data."""

from __future__ import annotations

from lastdigit.web.api import person_handlers
from lastdigit.web.api.operation import BODY, Operation
from lastdigit.web.schemas import matches, puzzles
from lastdigit.web.schemas.errors import Reason

PERSON_OPERATIONS = (
    Operation(
        "GET",
        "/api/stats",
        "Get your statistics",
        person_handlers.stats,
        puzzles.Statistics,
        is_job=True,
        refusals=(Reason.TOO_MANY,),
        details="Includes games, right moves, puzzles, and progress against computer opponents.",
    ),
    Operation(
        "GET",
        "/api/me",
        "Get the amount of your saved data",
        person_handlers.show_person,
        puzzles.Person,
    ),
    Operation(
        "GET",
        "/api/me/export",
        "Export your saved data",
        person_handlers.export_person,
        puzzles.Export,
        is_job=True,
        refusals=(Reason.TOO_MANY,),
    ),
    Operation(
        "POST",
        "/api/me/forget",
        "Delete your saved data",
        person_handlers.forget_person,
        puzzles.Person,
        matches.Body,
        refusals=BODY,
        details="This cannot be undone. Returns how much was deleted. Matches against other people "
        "remain without your name.",
    ),
    Operation(
        "POST",
        "/api/me/own",
        "Sign in as the server's owner",
        person_handlers.become_own,
        puzzles.Person,
        puzzles.OwnLink,
        refusals=(*BODY, Reason.BAD_KEY),
        details="The link is the one that `lastdigit serve --mine` prints. Your data then includes "
        "games played in the terminal.",
    ),
    Operation(
        "POST",
        "/api/me/key",
        "Create a key to add a device",
        person_handlers.device_key,
        matches.Key,
        matches.Body,
        refusals=(*BODY, Reason.NOT_POSSIBLE),
        details="The other device can use the key once to share your saved data.",
    ),
    Operation(
        "POST",
        "/api/me/device",
        "Add this device to your data",
        person_handlers.take_device,
        puzzles.Person,
        puzzles.DeviceKey,
        refusals=(*BODY, Reason.BAD_KEY, Reason.NOT_POSSIBLE),
        details="The key comes from a device that you already use. The secret of the shared data "
        "is returned in the `Set-Cookie` header. Data that this device has saved so far is merged.",
    ),
)
