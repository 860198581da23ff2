"""A page's modules as one script: it does the same, and what cannot be joined is refused."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from lastdigit.web.files import STATIC, script
from lastdigit.web.joining import CannotJoin, joined

MODULES = {
    "main.js": 'import { sum as add, list } from "./parts/sums.js";\n'
    'import * as words from "./words.js";\nimport "./parts/seen.js";\n'
    "console.log(words.say(add(list())), seen);\n",
    "parts/sums.js": 'import { ONE } from "../words.js";\n'
    '/**\n * A sum: import("../types").\n */\n'
    "export const sum = (/** @type {number[]} */ all) => all.reduce((one, other) => one + other);\n"
    "// export const nothing = 1;\n"
    "export function* all() {\n  yield ONE;\n  yield 2; // two\n}\n"
    "export function list() {\n  return [...all()];\n}\n",
    "parts/seen.js": 'import { ONE } from "../words.js";\nglobalThis.seen = ONE;\n',
    "words.js": "export const ONE = 1;\nexport class Word {}\n"
    "export const say = (number) => `the sum\n// is ${number}`;\n".replace("\n// is", " is"),
}


def run(source: str, folder: Path, *options: str, words: Sequence[str] = ()) -> str:
    """Run a script with node and return what it prints."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("joined scripts are run by node, and there is none here")
    (folder / "script.mjs").write_text(source)
    command = [node, *options, str(folder / "script.mjs"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_one_script_does_what_the_modules_do(tmp_path: Path) -> None:
    for path, source in MODULES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(source)
    made = joined("main.js", MODULES.__getitem__)
    assert made.count("ONE = 1") == 1, "each module is there once"
    assert "import" not in made
    assert run(made, tmp_path) == "the sum is 3 1\n"


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("export default 3;\n", "export default"),
        ("export let changing = 1;\n", "export let"),
        ('export { h } from "./dom.js";\n', "export { h }"),
        ('import { one } from "./main.js";\n', "imports itself"),
        ('import { ONE, two as ONE_MORE } from "./words.js";\n', "wants two of words.js"),
    ],
)
def test_what_cannot_be_joined_is_refused(source: str, told: str) -> None:
    modules = {"main.js": source, "words.js": "export const ONE = 1;\n"}
    with pytest.raises(CannotJoin, match=told):
        joined("main.js", modules.__getitem__)


PARSE_ALL = """
import { readFileSync } from "node:fs";
import { SourceTextModule } from "node:vm";
for (const path of process.argv.slice(2)) {
    try {
        new SourceTextModule(readFileSync(path, "utf8"));
    } catch (error) {
        console.log(`${path}: ${error}`);
    }
}
"""


def test_every_page_is_one_script_without_syntax_errors(tmp_path: Path) -> None:
    pages = {path.stem: script(path.stem) for path in (STATIC / "pages").glob("*.js")}
    # A module that is imported later is not in the script.
    assert [page for page, made in pages.items() if "await import(" in made] == []
    for page, made in pages.items():
        (tmp_path / f"{page}.js").write_text(made)
    paths = sorted(str(path) for path in tmp_path.glob("*.js"))
    assert paths
    assert run(PARSE_ALL, tmp_path, "--experimental-vm-modules", "--no-warnings", words=paths) == ""
