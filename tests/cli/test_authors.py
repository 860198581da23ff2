"""`lastdigit dev check`: the conformance checks of a game, one by one, and its exit code."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from lastdigit.cli import parsers
from lastdigit.game.options import Preset, option
from lastdigit.testing import CHECKS, DECLARATIONS
from lastdigit.testing import __name__ as kit
from lastdigit.testing.conformance import ConformanceError
from lastdigit.testing.template.your_game.rules import YourGame
from lastdigit.testing.text import RESERVED
from tests.conftest import Run


def test_every_check_is_run_and_listed(call: Run) -> None:
    done = call("dev", "check", "digit-poison", "--tries", "2")
    assert (done.code, done.err) == (0, "")
    count = len(DECLARATIONS) + len(CHECKS)
    assert len(re.findall("^  passed  ", done.out, re.MULTILINE)) == count
    assert done.out.endswith(f"All {count} checks passed.\n")
    assert max(map(len, done.out.splitlines())) <= 80


def test_a_failed_check_is_reported_with_advice(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def unkind(*_: object) -> None:
        raise ConformanceError("this one is not: be kinder")

    check, sentence = next(iter(CHECKS.items()))
    monkeypatch.setattr(f"{kit}.CHECKS", {check: sentence, unkind: "Games are kind."})
    done = call("dev", "check", "digit-poison")
    assert done.code == 1
    assert done.out.endswith(
        "  FAILED  Games are kind.\n"
        "          This one is not: be kinder.\n"
        f"{len(DECLARATIONS) + 1} checks passed, 1 failed.\n"
    )


@dataclass(frozen=True)
class Discount(YourGame):
    presets = (Preset("rulebook", "100 % of it", (9, 13)), YourGame.presets[1])
    begin: int = option(21, low=4, high=100, help="what 100 % is")


def test_percent_signs_in_option_texts_are_printed_unchanged() -> None:
    parser = parsers.command_parser("play", "", "")
    parsers.add_rules(parser, Discount)
    helped = " ".join(parser.format_help().split())
    assert "rulebook (100 % of it), quick" in helped
    assert "what 100 % is: 4 to 100" in helped


def test_an_unknown_game_is_bad_usage(call: Run) -> None:
    done = call("dev", "check", "chess")
    assert (done.code, done.out) == (2, "")
    assert 'There is no game "chess"' in done.err


@pytest.mark.parametrize("command", ["play", "show", "analyse", "solve"])
def test_the_options_of_every_command_are_reserved(command: str, call: Run) -> None:
    """Otherwise neither option could be given. The check of options knows all of them."""
    helped = call(command, "digit-poison", "--help").out
    own, _, rest = helped.partition("rule options of")
    others = own + rest.partition("\n\n")[2]
    found = set(re.findall(r"^  (?:-h, )?--([a-z0-9-]+)", others, re.MULTILINE))
    assert found <= RESERVED, "name them in RESERVED, lastdigit/testing/words.py"
