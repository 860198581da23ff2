"""Named endpoints in endpoints.toml."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastdigit.errors import PlayerError, UsageError
from lastdigit.game.game import Seat
from lastdigit.match.match import Match
from lastdigit.players.budget import Budget
from lastdigit.players.llm import (
    ENDPOINT_FIELDS,
    LanguageModel,
    find_endpoint,
    load_endpoint,
    parse_endpoint,
)
from lastdigit.players.players import Reply, Settings
from tests.conftest import PATIENCE, ROOT, Run
from tests.players.chat_server import Body, Response, chat_server, completion, some_legal
from tests.players.games import set_up

URL = "http://127.0.0.1:11434/v1"


@pytest.fixture(autouse=True)
def config(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the path of endpoints.toml."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    file = tmp_path / "config" / "lastdigit" / "endpoints.toml"
    file.parent.mkdir(parents=True)
    return file


def legal(body: Body) -> Response:
    return completion(some_legal(body))


def first_answer(detail: str, settings: Settings, budget: Budget | None = None) -> Reply:
    """Return a model's first answer."""
    model = LanguageModel(detail, settings, budget or Budget(None))
    setup = set_up("digit-poison")
    model.begin(setup, Seat.ONE)
    return model.choose(Match(setup), PATIENCE)


def test_requests_follow_the_settings_of_a_named_endpoint(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTHER_KEY", "sk-other-123456")
    with chat_server(legal) as server:
        config.write_text(
            f'[mine]\nbase-url = "{server.url}"\nkey = "OTHER_KEY"\nmax-tokens = 512\n'
            'max-tokens-as = "max_tokens"\nreasoning-effort = "low"\n'
            "[mine.extra]\ntop_p = 0.5\nnested = { seed = 7 }\n"
            f'[open]\nbase-url = "{server.url}/"\n'
        )
        assert first_answer("org/model:8b@mine", Settings(temperature=0.0)).answer == "5"
        assert first_answer("a@2024@open", Settings(answer_tokens=9)).answer == "5"
    first, second = server.asked
    del first["messages"], second["messages"]
    assert first == {
        "path": "/v1/chat/completions",
        "model": "org/model:8b",
        "max_tokens": 512,
        "reasoning_effort": "low",
        "top_p": 0.5,
        "nested": {"seed": 7},
        "temperature": 0.0,
    }
    assert (second["model"], second["max_completion_tokens"]) == ("a@2024", 9)
    assert server.headers[0]["authorization"] == "Bearer sk-other-123456"
    assert "authorization" not in server.headers[1], "this endpoint needs no key"


def test_without_a_named_endpoint_the_settings_give_the_address() -> None:
    assert find_endpoint("a@2024@", URL).url == URL
    assert find_endpoint("@cf/model", URL).url == URL


WRONG = {
    "no table": ('mine = "http://here"', "must be a table"),
    "no address": ("[mine]\nmax-tokens = 5", "'base-url' is missing"),
    "another address": ('[mine]\nbase-url = "ftp://here"', "is not an address"),
    "a secret in it": (
        '[mine]\nbase-url = "http://me:pass@here"',
        "cannot contain a user name, password or query",
    ),
    "a misspelling": (f'[mine]\nbase-url = "{URL}"\nmax-token = 5', "Did you mean max-tokens"),
    "an unknown word": (f'[mine]\nbase-url = "{URL}"\nzzz = 5', "There is base-url, key"),
    "a key": (f'[mine]\nbase-url = "{URL}"\nkey = "sk-1-2"', "not the key"),
    "no number": (f'[mine]\nbase-url = "{URL}"\nmax-tokens = true', "a number above 0"),
    "half a price": (f'[mine]\nbase-url = "{URL}"\nprice-in = 1', "must be set together"),
    "a price below 0": (f'[mine]\nbase-url = "{URL}"\nprice-in = -1', "a million input tokens"),
    "a body of ours": (f'[mine]\nbase-url = "{URL}"\nextra = {{ model = "x" }}', "without model"),
    "a date": (
        f'[mine]\nbase-url = "{URL}"\nextra = {{ day = 2026-01-01 }}',
        "can be written as JSON",
    ),
    "no TOML": ("[mine", "is not valid TOML"),
    "another name": ("[mime]", "Did you mean mime"),
    "nothing": ("", "There is none"),
}


@pytest.mark.parametrize("what", WRONG)
def test_an_invalid_file_is_refused_with_a_reason(config: Path, what: str) -> None:
    text, reason = WRONG[what]
    config.write_text(text)
    with pytest.raises(UsageError, match=reason) as error:
        load_endpoint("mine")
    assert "pass@" not in str(error.value)
    assert "sk-1-2" not in str(error.value)


def test_a_missing_file_or_key_is_bad_usage(call: Run, config: Path) -> None:
    words = ("exam", "run", "llm:test@mine", "--games", "digit-duel", "--positions", "1")
    missing = call(*words)
    assert missing.code == 2
    assert "endpoints.toml does not exist" in missing.err
    config.write_text(f'[mine]\nbase-url = "{URL}"\nkey = "NOWHERE"\n')
    refused = call(*words)
    assert refused.code == 2
    assert "Set NOWHERE" in refused.err
    config.write_text(f'[mine]\nbase-url = "{URL}"\n')
    refused = call(*words, "--budget-money", "2.50")
    assert refused.code == 2
    assert "needs the prices" in refused.err
    assert call(*words, "--budget-money", "0.0000001").code == 2


def test_without_token_counts_the_reservation_is_charged_if_answers_are_limited() -> None:
    with chat_server(lambda body: completion(some_legal(body), tokens=None)) as server:
        settings = Settings(base_url=server.url, answer_tokens=50)
        budget = Budget(100_000)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("OPENAI_API_KEY", "anything")
            first_answer("test", settings, budget)
            sent = sum(len(one["content"].encode()) for one in server.asked[0]["messages"])
            assert budget.spent == sent + 50
            with pytest.raises(PlayerError, match="no token counts"):
                first_answer("test", Settings(base_url=server.url), Budget(100_000))


def test_every_field_is_documented_with_a_valid_example() -> None:
    page = (ROOT / "docs" / "models.md").read_text()
    for word in ENDPOINT_FIELDS:
        assert f"`{word}`" in page, word
    import tomllib

    example = page.partition("```toml\n")[2].partition("```")[0]
    tables = tomllib.loads(example)
    assert len(tables) >= 3
    for table in tables.values():
        assert parse_endpoint(table).url
