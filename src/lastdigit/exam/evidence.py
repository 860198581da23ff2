"""An exam's run, derived again from what its log holds raw; what does not follow is refused.

Nothing that the run's own report says is believed. Positions are solved anew, moves are read anew
out of what the model said, games are played again by the rules, and the numbers that come out must
be those of the report. What cannot be seen is whether a model said it: whoever writes a whole log
can write it without asking anybody.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from lastdigit.arena.fixtures import Entry
from lastdigit.arena.positions import critical_at
from lastdigit.arena.run import JOURNAL, kept_entries, read_manifest
from lastdigit.errors import LastDigitError, RecordError, printable
from lastdigit.exam.asking import KEPT, TWICE, WordAnswer, read_word_answer
from lastdigit.exam.keys import move_key, word_key
from lastdigit.exam.manifest import RUN_SECRET, check_seal, commitment_of, content_hash
from lastdigit.exam.memory import Pair, memory_data, paired
from lastdigit.exam.numbers import numbers_data
from lastdigit.exam.plan import ExamQuestion, question_data
from lastdigit.exam.readers import ExamAnswer
from lastdigit.exam.report import ANSWERS, REPORT, answer_data, exam_data
from lastdigit.exam.retold import retold
from lastdigit.exam.twins import twins_of
from lastdigit.games import find
from lastdigit.match.match import verify
from lastdigit.players import prompt
from lastdigit.players.names import LLM, form_and_detail
from lastdigit.players.seats import Fault, Garbage, Reply

LOGS = "logs"
NO_LOG = (AttributeError, RecursionError)
"""What else Python says of data that are not what a log has; anybody may have written them."""
NOT_DERIVED = ("python",)
"""What a report says of the machine, not of the answers."""


class Examined(NamedTuple):
    """A run that was derived again."""

    folder: Path
    manifest: Mapping[str, Any]
    answers: list[ExamAnswer]
    words: list[WordAnswer]
    pairs: list[Pair]
    """What was asked plain and in a disguise."""

    @property
    def name(self) -> str:
        """What the player is called."""
        return str(self.manifest["player"]["name"])

    @property
    def taken_over(self) -> int:
        """How many answers were given in an earlier run."""
        own = commitment_of(self.manifest)
        sources = [one.entry.source for one in self.answers] + [one.source for one in self.words]
        return sum(source not in ("", own) for source in sources)


def log_hashes(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of what a run has logged raw, file by file."""
    files = [folder / name for name in (JOURNAL, KEPT, TWICE)]
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files if file.exists()
    }


def examined(folder: Path) -> Examined:
    """Return a run as it follows from its log; raises RecordError that says what does not."""
    try:
        return _examined(folder)
    except (LastDigitError, OSError, LookupError, TypeError, ValueError, *NO_LOG) as error:
        reason = str(error) if isinstance(error, LastDigitError) else "The log is not a whole one."
        raise RecordError(f"{printable(str(folder))}: {reason}") from None


def _examined(folder: Path) -> Examined:
    manifest = read_manifest(folder)
    if manifest.get("kind") != "exam":
        raise RecordError("This is no run of an exam.")
    if not (folder / REPORT).exists():
        raise RecordError("The run has not ended: there is no report yet.")
    report = json.loads((folder / REPORT).read_bytes())
    secret = bytes.fromhex(report[RUN_SECRET])
    check_seal(manifest, secret)
    for name, found in log_hashes(folder).items():
        if report[LOGS].get(name) != found:
            raise RecordError(f"{name} is not the log that the report was made from.")
    answers = list(_answers(folder, manifest))
    words = _words(folder, manifest)
    derived = {**exam_data(manifest, answers, secret)}
    if words:
        derived |= numbers_data(words, answers)
    pairs: list[Pair] = []
    if "disguise" in manifest:
        pairs = _pairs(folder, manifest, secret)
        derived |= memory_data(pairs, [one["name"] for one in manifest["games"]])
    for name, value in json.loads(json.dumps(derived)).items():
        if name not in NOT_DERIVED and report.get(name) != value:
            raise RecordError(f'"{name}" of the report does not follow from the log.')
    return Examined(folder, manifest, answers, words, pairs)


def _answers(folder: Path, manifest: Mapping[str, Any]) -> Iterator[ExamAnswer]:
    """Yield the answers, each as its raw text has it, to the questions that were committed to."""
    lines = [json.loads(line) for line in _lines(folder / ANSWERS)]
    questions = [_question(line) for line in lines]
    if content_hash([question_data(question) for question in questions]) != manifest["questions"]:
        raise RecordError("The questions are not those that were committed to.")
    entries = {entry.number: entry for entry in kept_entries(folder)}
    config = _config(manifest)
    for number, (question, line) in enumerate(zip(questions, lines, strict=True), 1):
        if number not in entries:
            raise RecordError(f"Answer {number} is missing in {JOURNAL}.")
        answer = ExamAnswer(question, entries.pop(number))
        try:
            _check(answer, manifest, config)
        except LastDigitError as error:
            raise RecordError(f"Answer {number} in {JOURNAL}: {error}") from None
        if json.loads(json.dumps(answer_data(answer))) != line:
            raise RecordError(f"Answer {number} in {ANSWERS} does not follow from {JOURNAL}.")
        yield answer
    if entries:
        raise RecordError(f"{JOURNAL} has answers that nobody asked for.")


def _question(line: Mapping[str, Any]) -> ExamQuestion:
    """Return the question of a line, solved anew."""
    options = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in line["options"].items()
    }
    game = find(line["game"], **options)
    critical = critical_at(game, game.parse_state(line["position"]))
    if critical is None:
        raise RecordError(f"Question {line['number']} in {ANSWERS} leaves nothing to decide.")
    return ExamQuestion(line["grade"], critical, line["effort"])


def _config(manifest: Mapping[str, Any]) -> str:
    """Return the hash of who was asked and how, as `keys.config_hash` makes it."""
    player = manifest["player"]
    data = {**player, "name": "", "prompts": {} if player["model"] else None}
    return content_hash([data, manifest["settings"]])


def _check(answer: ExamAnswer, manifest: Mapping[str, Any], config: str) -> None:
    """See that an answer is one to this question, by this player, and follows from what was said.

    Raises RecordError, or another error of ours, with the reason.
    """
    entry, critical, player = answer.entry, answer.question.critical, manifest["player"]
    setup = entry.record.setup
    if (setup.game, setup.options, setup.start) != (
        critical.game,
        critical.options,
        critical.position,
    ):
        raise RecordError("It is an answer to another question.")
    if (setup.players[0].kind, setup.players[0].name) != (player["who"], player["name"]):
        raise RecordError("It is another player's.")
    versions = {one["name"]: one["version"] for one in manifest["games"]}
    if setup.version != versions[setup.game] or setup.package != manifest["lastdigit"]:
        raise RecordError("It was given in another version of the game.")
    shows = bool(player["sampling"] and player["sampling"]["showLegal"])
    if entry.key != move_key(setup, config, show_legal=shows):
        raise RecordError(
            "It was asked in other words, or by other settings, than this version of Last Digit "
            f"has for this manifest (the run's is {manifest['lastdigit']})."
        )
    verify(entry.record)
    if form_and_detail(player["who"])[0] == LLM:
        _check_tries(entry, manifest["settings"]["tries"])


def _check_tries(entry: Entry, tries: int) -> None:
    """See that the moves of a game are what the model's own words say."""
    [turn] = entry.tries
    said: Sequence[Mapping[str, Any]] = turn["tries"]
    events, faults = retold(entry.record.setup, said, tries)
    if tuple(events) != entry.record.events:
        raise RecordError("The move is not the one in what was said.")
    done = entry.deeds[0]
    counted = Counter(faults)
    if faults != [one.get("fault") for one in said] or any(
        getattr(done, fault) != counted[fault] for fault in Fault
    ):
        raise RecordError("The faults are not those of what was said.")
    spent = [sum(one["tokens"][place] or 0 for one in said) for place in range(2)]
    if (done.tries, done.tokens_in, done.tokens_out) != (len(said), *spent):
        raise RecordError("The counts are not those of what was said.")


def _words(folder: Path, manifest: Mapping[str, Any]) -> list[WordAnswer]:
    """Return the answers in words, to the questions that were committed to."""
    if "words" not in manifest:
        return []
    found = _said(folder / KEPT, manifest)
    if content_hash([one.question for one in found]) != manifest["words"]:
        raise RecordError(f"The questions in {KEPT} are not those that were committed to.")
    return found


def _pairs(folder: Path, manifest: Mapping[str, Any], secret: bytes) -> list[Pair]:
    """Return the answers plain and in the disguises that the secret draws, which was revealed."""
    found = _said(folder / TWICE, manifest)
    plain = [one.question for one in found if not one.question.rules]
    if content_hash(plain) != manifest["disguise"]["questions"]:
        raise RecordError(f"The questions in {TWICE} are not those that were committed to.")
    twins = twins_of(plain, secret)
    if [one.question for one in found] != list(chain(*twins)):
        raise RecordError(f"The disguises in {TWICE} are not those that the secret draws.")
    return paired(twins, found)


def _said(path: Path, manifest: Mapping[str, Any]) -> list[WordAnswer]:
    """Return the answers in words that a log has, each as its raw text has it."""
    config = _config(manifest)
    # What was asked again, in other words, stands there twice; the later one counts.
    kept = {line["number"]: line for line in map(json.loads, _lines(path))}
    found = []
    for line in sorted(kept.values(), key=lambda line: int(line["number"])):
        one = read_word_answer(line)
        if line["key"] != word_key(one.question, config) or one.answer != _read(one.raw):
            raise RecordError(
                f"Answer {line['number']} in {path.name} does not follow from its text."
            )
        found.append(one)
    return found


def _read(raw: str) -> str | None:
    """Return the answer in a text, by the strict reader."""
    try:
        return prompt.read_answer(Reply(raw, ""), prompt.ANSWER_MARK).move
    except Garbage:
        return None


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[:-1]
