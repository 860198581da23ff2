"""Audit an exam run: recompute all results from the raw logs, and check the report."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from lastdigit.analysis.critical import critical_at
from lastdigit.arena.run import JOURNAL, Entry, journal_entries, read_manifest
from lastdigit.errors import LastDigitError, RecordError, printable
from lastdigit.exam.disguise import make_twins
from lastdigit.exam.grading import (
    ANSWERS,
    REPORT,
    Pair,
    exam_data,
    memory_data,
    move_answer_data,
    pair_answers,
    subscores_data,
)
from lastdigit.exam.keys import move_key, word_key
from lastdigit.exam.manifest import (
    RUN_SECRET,
    check_seal,
    commitment_of,
    content_hash,
    exam_version,
)
from lastdigit.exam.parsing import MoveAnswer
from lastdigit.exam.run import (
    TWIN_LOG,
    WORD_LOG,
    MoveItem,
    WordAnswer,
    move_item_data,
    parse_word_answer,
)
from lastdigit.game.game import Seat
from lastdigit.games import find
from lastdigit.match.match import Match, verify
from lastdigit.match.record import Event, Result, Setup
from lastdigit.players import prompt
from lastdigit.players.players import (
    LLM,
    Fault,
    NoMove,
    Reply,
    Settings,
    Try,
    UnreadableReply,
    ask_turn,
    form_and_detail,
)

LOGS = "logs"
MALFORMED = (AttributeError, RecursionError)
"""Unusual exceptions that malformed data can cause. Logs come from untrusted sources."""
NOT_DERIVED = ("python",)
"""Report fields that an audit does not recompute, because they describe the machine."""


class AuditedRun(NamedTuple):
    """A finished exam run whose results were recomputed from its raw logs by `audit_run`."""

    folder: Path
    manifest: Mapping[str, Any]
    answers: list[MoveAnswer]
    words: list[WordAnswer]
    pairs: list[Pair]
    """The answers to items that were asked twice, once plain and once disguised."""

    @property
    def name(self) -> str:
        """The name of the player who took the exam."""
        return str(self.manifest["player"]["name"])

    @property
    def reused(self) -> int:
        """The number of answers that were reused from earlier runs instead of being asked again."""
        own = commitment_of(self.manifest)
        sources = [one.entry.source for one in self.answers] + [one.source for one in self.words]
        return sum(source not in ("", own) for source in sources)


def log_hashes(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each log file in an exam run's folder, keyed by file name."""
    files = [folder / name for name in (JOURNAL, WORD_LOG, TWIN_LOG)]
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files if file.exists()
    }


def audit_run(folder: Path) -> AuditedRun:
    """Recompute and return the results of a finished exam run from its raw logs.

    Raise RecordError if the run is unfinished, if a log was changed, or if the results differ from
    those in the report.
    """
    try:
        return _audit(folder)
    except (LastDigitError, OSError, LookupError, TypeError, ValueError, *MALFORMED) as error:
        reason = str(error) if isinstance(error, LastDigitError) else "The log is incomplete."
        raise RecordError(f"{printable(str(folder))}: {reason}") from None


def _audit(folder: Path) -> AuditedRun:
    manifest = read_manifest(folder)
    if manifest.get("kind") != "exam":
        raise RecordError("This is not an exam run.")
    if not (folder / REPORT).exists():
        raise RecordError("The run is not finished: it has no report yet.")
    report = json.loads((folder / REPORT).read_bytes())
    secret = bytes.fromhex(report[RUN_SECRET])
    check_seal(manifest, secret)
    for name, found in log_hashes(folder).items():
        if report[LOGS].get(name) != found:
            raise RecordError(f"{name} is not the log of this report.")
    answers = list(_move_answers(folder, manifest))
    words = _word_answers(folder, manifest)
    derived = {**exam_data(manifest, answers, secret)}
    if words:
        derived |= subscores_data(words, answers)
    pairs: list[Pair] = []
    if "disguise" in manifest:
        pairs = _answer_pairs(folder, manifest, secret)
        derived |= memory_data(pairs, [one["name"] for one in manifest["games"]])
    for name, value in json.loads(json.dumps(derived)).items():
        if name not in NOT_DERIVED and report.get(name) != value:
            raise RecordError(f'"{name}" in the report does not match the log.')
    return AuditedRun(folder, manifest, answers, words, pairs)


def _move_answers(folder: Path, manifest: Mapping[str, Any]) -> Iterator[MoveAnswer]:
    """Yield the answers to the exam items that ask for a move, each recomputed from the raw log.

    Raise RecordError if an item does not match the manifest, or an answer does not match the log.
    """
    lines = [json.loads(line) for line in _lines(folder / ANSWERS)]
    questions = [_solve_item(line) for line in lines]
    if content_hash([move_item_data(item) for item in questions]) != manifest["questions"]:
        raise RecordError("The questions do not match the commitment.")
    entries = {entry.number: entry for entry in journal_entries(folder)}
    config = _config_hash(manifest)
    for number, (item, line) in enumerate(zip(questions, lines, strict=True), 1):
        if number not in entries:
            raise RecordError(f"Answer {number} is missing from {JOURNAL}.")
        answer = MoveAnswer(item, entries.pop(number))
        try:
            _check_answer(answer, manifest, config)
        except LastDigitError as error:
            raise RecordError(f"Answer {number} in {JOURNAL}: {error}") from None
        if json.loads(json.dumps(move_answer_data(answer))) != line:
            raise RecordError(f"Answer {number} in {ANSWERS} does not match {JOURNAL}.")
        yield answer
    if entries:
        raise RecordError(f"{JOURNAL} has answers to questions that were not asked.")


def _solve_item(line: Mapping[str, Any]) -> MoveItem:
    """Parse an exam item from a line of `answers.jsonl`, and solve its position again."""
    options = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in line["options"].items()
    }
    game = find(line["game"], **options)
    critical = critical_at(game, game.parse_state(line["position"]))
    if critical is None:
        raise RecordError(f"Question {line['number']} in {ANSWERS} is not a critical position.")
    return MoveItem(line["grade"], critical, line["effort"])


def _config_hash(manifest: Mapping[str, Any]) -> str:
    """Compute the hash of the player's settings from the manifest."""
    # The result must be the same as that of `keys.config_hash`.
    player = manifest["player"]
    data = {**player, "name": "", "prompts": {} if player["model"] else None}
    return content_hash([data, manifest["settings"]])


def _check_answer(answer: MoveAnswer, manifest: Mapping[str, Any], config_hash: str) -> None:
    """Raise LastDigitError if an answer was altered, or belongs to another item or player."""
    entry, critical, player = answer.entry, answer.item.critical, manifest["player"]
    setup = entry.record.setup
    if (setup.game, setup.options, setup.start) != (
        critical.game,
        critical.options,
        critical.position,
    ):
        raise RecordError("This answer belongs to a different question.")
    if (setup.players[0].kind, setup.players[0].name) != (player["who"], player["name"]):
        raise RecordError("This answer is from a different player.")
    versions = {one["name"]: one["version"] for one in manifest["games"]}
    if setup.version != versions[setup.game] or setup.package != manifest["lastdigit"]:
        raise RecordError("This answer is from a different version of the game.")
    shows = bool(player["sampling"] and player["sampling"]["showLegal"])
    version = exam_version(manifest)
    if entry.key != move_key(setup, config_hash, show_legal=shows, version=version):
        raise RecordError(
            "This version of Last Digit words this question differently (the run was made with "
            f"version {manifest['lastdigit']})."
        )
    verify(entry.record)
    if form_and_detail(player["who"])[0] == LLM:
        _check_tries(entry, manifest["settings"]["tries"])


def _check_tries(entry: Entry, max_tries: int) -> None:
    """Raise RecordError unless the logged move and statistics follow from the raw replies."""
    [turn] = entry.tries
    logged: Sequence[Mapping[str, Any]] = turn["tries"]
    events, faults = replay_turn(entry.record.setup, logged, max_tries)
    if tuple(events) != entry.record.events:
        raise RecordError("The move does not match the reply.")
    stats = entry.stats[0]
    counted = Counter(faults)
    if faults != [one.get("fault") for one in logged] or any(
        getattr(stats, fault) != counted[fault] for fault in Fault
    ):
        raise RecordError("The kinds of failed tries do not match the replies.")
    spent = [sum(one["tokens"][place] or 0 for one in logged) for place in range(2)]
    if (stats.tries, stats.tokens_in, stats.tokens_out) != (len(logged), *spent):
        raise RecordError("The numbers of tries and tokens do not match the replies.")


WITHOUT_TEXT = (Fault.FILTERED, Fault.REJECTED, Fault.TIMEOUT)
"""The kinds of failed attempt for which the log has no reply to parse."""


class LoggedFailure(NoMove):
    """Raised in a replay for an attempt that got no reply, for example because of a timeout."""

    def __init__(self, reason: str, fault: Fault) -> None:
        super().__init__(reason)
        self._fault = fault

    @property
    def fault(self) -> Fault:
        """The kind of failure according to the log, for example TIMEOUT."""
        return self._fault


class LogReplay:
    """A stand-in for a language model that returns the model's logged replies one after another."""

    def __init__(self, tries: Sequence[Mapping[str, Any]]) -> None:
        self._waiting: Iterator[Mapping[str, Any]] = iter(tries)

    def begin(self, setup: Setup, seat: Seat) -> None:
        """Do nothing: all replies are already in the log."""

    def choose(self, match: Match, seconds: float) -> Reply:  # noqa: ARG002
        """Return the next logged reply, with the move parsed from its raw text.

        Raise NoMove if the attempt failed, and RecordError if the log has no further attempt.
        """
        logged = next(self._waiting, None)
        if logged is None:
            raise RecordError("An attempt from this turn is missing from the log.")
        fault = logged.get("fault")
        if fault in WITHOUT_TEXT:
            raise LoggedFailure(str(logged["refusal"]), Fault(fault))
        reply = Reply(logged["raw"], "", finish=logged.get("finish", ""))
        try:
            return prompt.parse_answer(reply)
        except UnreadableReply as unreadable:
            raise UnreadableReply(logged["refusal"], unreadable.reply) from None

    def on_refusal(self, raw: str, reason: str) -> None:
        """Do nothing: the next reply is already in the log."""

    def on_result(self, result: Result) -> None:
        """Do nothing: the replay ends with the turn."""

    def check_exhausted(self) -> None:
        """Raise RecordError if the log has attempts that were not replayed."""
        if next(self._waiting, None) is not None:
            raise RecordError("The log contains attempts from after the turn ended.")


def replay_turn(
    setup: Setup, attempts: Sequence[Mapping[str, Any]], max_attempts: int
) -> tuple[list[Event], list[str | None]]:
    """Replay a logged turn of a language model, and return what happened.

    The first result is the list of events in the match. The second result has one element per
    attempt: the kind of failure, or None for a legal move. Raise RecordError if the log has too
    many or too few attempts.
    """
    match, replay = Match(setup), LogReplay(attempts)
    faults = [
        step.fault.value if step.fault else None
        for step in ask_turn(match, replay, Settings(tries=max_attempts), lambda: 0.0)
        if isinstance(step, Try)
    ]
    replay.check_exhausted()
    return list(match.events), faults


def _word_answers(folder: Path, manifest: Mapping[str, Any]) -> list[WordAnswer]:
    """Return the answers that were given in words, or [] if the exam did not ask for any.

    Raise RecordError if the logged items do not match the manifest.
    """
    if "words" not in manifest:
        return []
    answers = _parse_word_log(folder / WORD_LOG, manifest)
    if content_hash([answer.item for answer in answers]) != manifest["words"]:
        raise RecordError(f"The questions in {WORD_LOG} do not match the commitment.")
    return answers


def _answer_pairs(folder: Path, manifest: Mapping[str, Any], secret: bytes) -> list[Pair]:
    """Return pairs of answers to the exam items that were asked in both plain and disguised form.

    A disguise shows the same game with different words and symbols. The secret is the random seed
    for choosing the disguises. Raise RecordError if the log does not match the manifest or the
    secret.
    """
    answers = _parse_word_log(folder / TWIN_LOG, manifest)
    plain = [answer.item for answer in answers if not answer.item.rules]
    if content_hash(plain) != manifest["disguise"]["questions"]:
        raise RecordError(f"The questions in {TWIN_LOG} do not match the commitment.")
    twins = make_twins(plain, secret, exam_version(manifest))
    if [answer.item for answer in answers] != list(chain(*twins)):
        raise RecordError(f"The disguises in {TWIN_LOG} do not match the secret.")
    return pair_answers(twins, answers)


def _parse_word_log(path: Path, manifest: Mapping[str, Any]) -> list[WordAnswer]:
    """Return the answers in a log of exam items that are answered in words, sorted by item number.

    Raise RecordError if an answer does not match its raw reply, its prompt or the player's
    settings.
    """
    config, version = _config_hash(manifest), exam_version(manifest)
    # An item that was asked again with another prompt has two lines. The later one counts.
    lines = {line["number"]: line for line in map(json.loads, _lines(path))}
    answers = []
    for line in sorted(lines.values(), key=lambda line: int(line["number"])):
        answer = parse_word_answer(line)
        if line["key"] != word_key(answer.item, config, version) or answer.answer != _strict_answer(
            answer.raw
        ):
            raise RecordError(f"Answer {line['number']} in {path.name} does not match its text.")
        answers.append(answer)
    return answers


def _strict_answer(raw: str) -> str | None:
    """Return the text after "ANSWER: " on the last line of a reply, or None if there is none."""
    try:
        return prompt.parse_answer(Reply(raw, ""), prompt.ANSWER_MARK).answer
    except UnreadableReply:
        return None


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[:-1]
