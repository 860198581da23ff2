"""What the API can be asked about oneself."""

from __future__ import annotations

from lastdigit.web.api import person_handlers
from lastdigit.web.api.operation import BODY, Operation
from lastdigit.web.schema import answers, people, puzzles, requests
from lastdigit.web.schema.refusals import Reason

PERSON_OPERATIONS = (
    Operation(
        "GET",
        "/api/stats",
        "What one has done: games, how often one was right where it mattered, puzzles, ladders",
        person_handlers.stats,
        puzzles.Statistics,
        is_job=True,
        refusals=(Reason.TOO_MANY,),
    ),
    Operation(
        "GET",
        "/api/me",
        "How much the server keeps of whoever asks",
        person_handlers.show_person,
        people.Person,
    ),
    Operation(
        "GET",
        "/api/me/export",
        "All that the server keeps of whoever asks, as a file",
        person_handlers.export_person,
        people.Export,
        is_job=True,
        refusals=(Reason.TOO_MANY,),
    ),
    Operation(
        "POST",
        "/api/me/forget",
        "Delete all that the server keeps of whoever asks, for good",
        person_handlers.forget_person,
        people.Person,
        requests.Body,
        refusals=BODY,
    ),
    Operation(
        "POST",
        "/api/me/own",
        "Be whoever sits at the server's own machine, by the link that it has printed",
        person_handlers.become_own,
        people.Person,
        people.OwnLink,
        refusals=(*BODY, Reason.BAD_KEY),
    ),
    Operation(
        "POST",
        "/api/me/key",
        "A one-time key by which another device becomes one's own",
        person_handlers.device_key,
        answers.Key,
        requests.Body,
        refusals=(*BODY, Reason.NOT_POSSIBLE),
    ),
    Operation(
        "POST",
        "/api/me/device",
        "Let this device be that of whoever was given a key; the secret comes as a cookie",
        person_handlers.take_device,
        people.Person,
        people.DeviceKey,
        refusals=(*BODY, Reason.BAD_KEY, Reason.NOT_POSSIBLE),
    ),
)
