"""Export questions about all games as one dataset: data files, a card and Croissant metadata.

The same version, seed and number of questions give the same data files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from textwrap import indent
from typing import Any, NamedTuple

from lastdigit.analysis.critical import Split
from lastdigit.exam.dataset import (
    PromptItem,
    Row,
    draw_prompt_items,
    item_id,
    question_columns,
    size_category,
    to_jsonl,
)

EXPORT_VERSION = "2.0.0"
"""Increase the first number if the same seed gives other data files."""
SPLITS = (Split.TRAIN, Split.EXAM)
"""The splits that have a pool of questions with measured difficulty."""
CARD, CROISSANT = "README.md", "croissant.json"


class Column(NamedTuple):
    """A column of the data files."""

    name: str
    dtype: str
    """The type in Hugging Face's format."""
    about: str


COLUMNS = (
    Column("id", "string", "hash of the question"),
    Column("kind", "string", "kind of question"),
    Column("game", "string", "name of the game"),
    Column("options", "string", "rule options that differ from the rulebook, as JSON"),
    Column("position", "string", "the position that the question is about"),
    Column("grade", "int64", "difficulty from 1, or null if it was not measured"),
    Column("chance", "float64", "probability that a random legal move is right, or null"),
    Column("prompt", "string", "the text for a model, as in `lastdigit exam run`"),
    Column("answers", "strings", "all right answers (for a plan, one of them)"),
    Column("judge", "string", "more data for grading an answer, as JSON"),
    Column("split", "string", "train or exam"),
)


class DataFile(NamedTuple):
    """A data file of an export."""

    kind: str
    split: Split
    rows: int
    content: bytes

    @property
    def path(self) -> str:
        return f"{self.kind}/{self.split}.jsonl"

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def data_files(
    games: Iterable[str], kinds: Iterable[str], count: int, seed: int
) -> Iterator[DataFile]:
    """Yield a file for each kind of question and split, unless it would be empty.

    Each file has up to `count` questions about each game.
    """
    names = list(games)
    for kind in kinds:
        for split in SPLITS:
            rows = [
                _row(item, split) for item in draw_prompt_items(names, [kind], count, seed, split)
            ]
            if rows:
                yield DataFile(kind, split, len(rows), to_jsonl(rows))


def _row(item: PromptItem, split: Split) -> Row:
    options = json.dumps(item.options, sort_keys=True)
    shown = (item.question or {}).get("moves", ())
    return {
        "id": item_id(item.kind, item.game, options, item.position, *shown),
        "kind": item.kind,
        "game": item.game,
        "options": options,
        "position": item.position,
        **question_columns(item),
        "chance": item.chance,
        "split": str(split),
    }


CARD_TEMPLATE = """\
---
pretty_name: Last Digit
license: mit
language: [en]
size_categories: ["{size}"]
tags: [games, combinatorial-game-theory, reasoning]
configs:
{configs}
dataset_info:
{features}
---
# Last Digit, version {version}

    {command}

{rows} questions about two-player number games, each with all right answers. The games are solved,
so every answer is exact. The command above writes the same data files with every package that makes
version {version}. This copy was made by `lastdigit` {package}.

`{croissant}` describes the files in the Croissant format.

    load_dataset("FOLDER", "{kind}")          # Hugging Face datasets
    mlcroissant.Dataset("FOLDER/{croissant}").records("{kind}/train")

A SHA-256 of the game, its options and the position decides the split, so no position is in both.
Do not train on `exam`: its questions are from the pool of `lastdigit exam run`.

| File | Rows | SHA-256 |
| --- | --: | --- |
{files}

| Column | Type | Meaning |
| --- | --- | --- |
{columns}

`lastdigit.exam.PromptItem.from_row(row).grade_answer(reply)` grades a reply.
"""


def card(files: Sequence[DataFile], package: str, command: str) -> str:
    """Return the dataset card in Hugging Face's format, with the hashes of all files.

    `command` is the command that makes this dataset, and `package` is the version of `lastdigit`.
    """
    rows = sum(file.rows for file in files)
    kinds = list(dict.fromkeys(file.kind for file in files))
    features = "\n".join(_feature(column) for column in COLUMNS)
    return CARD_TEMPLATE.format(
        version=EXPORT_VERSION,
        package=package,
        command=command,
        rows=f"{rows:,}",
        size=size_category(rows),
        kind=kinds[0],
        croissant=CROISSANT,
        configs="\n".join(_config(kind, files) for kind in kinds),
        features="\n".join(
            f"- config_name: {kind}\n  features:\n{indent(features, '  ')}" for kind in kinds
        ),
        files="\n".join(f"| {file.path} | {file.rows:,} | {file.sha256} |" for file in files),
        columns="\n".join(f"| `{name}` | {dtype} | {about} |" for name, dtype, about in COLUMNS),
    )


def _config(kind: str, files: Sequence[DataFile]) -> str:
    lines = [f"- config_name: {kind}", "  data_files:"]
    for file in files:
        if file.kind == kind:
            lines += [f"  - split: {file.split}", f"    path: {file.path}"]
    return "\n".join(lines)


def _feature(column: Column) -> str:
    kind = "sequence: string" if column.dtype == "strings" else f"dtype: {column.dtype}"
    return f"- name: {column.name}\n  {kind}"


CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
"""The JSON-LD context that Croissant 1.0 prescribes."""
CROISSANT_TYPES = {
    "string": "sc:Text",
    "strings": "sc:Text",
    "int64": "sc:Integer",
    "float64": "sc:Float",
}


def croissant(files: Sequence[DataFile]) -> bytes:
    """Return the metadata of the data files in the Croissant format 1.0."""
    data = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": "last-digit",
        "description": "Questions about two-player number games, with exact answers.",
        "license": "https://spdx.org/licenses/MIT.html",
        "version": EXPORT_VERSION,
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": file.path,
                "name": file.path,
                "contentUrl": file.path,
                "contentSize": f"{len(file.content)} B",
                "encodingFormat": "application/jsonlines",
                "sha256": file.sha256,
            }
            for file in files
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": record_set,
                "name": record_set,
                "description": f"{file.rows} questions of the kind {file.kind}.",
                "field": [_field(record_set, file.path, column) for column in COLUMNS],
            }
            for file in files
            for record_set in [f"{file.kind}/{file.split}"]
        ],
    }
    return f"{json.dumps(data, indent=1)}\n".encode()


def _field(record_set: str, path: str, column: Column) -> dict[str, Any]:
    field: dict[str, Any] = {
        "@type": "cr:Field",
        "@id": f"{record_set}/{column.name}",
        "name": f"{record_set}/{column.name}",
        "description": column.about,
        "dataType": CROISSANT_TYPES[column.dtype],
        "source": {"fileObject": {"@id": path}, "extract": {"column": column.name}},
    }
    return field | ({"repeated": True} if column.dtype == "strings" else {})
