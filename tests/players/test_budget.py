"""A budget shared by threads and processes: every token counts exactly once."""

from __future__ import annotations

import pickle
from contextlib import ExitStack
from pathlib import Path

import pytest

from lastdigit.errors import BudgetSpent, PlayerError, RecordError
from lastdigit.players.budget import Budget, Price


def fail_if_waiting(_: float) -> None:
    pytest.fail("no other question is running")


def ask(budget: Budget, tokens_in: int = 100, tokens_out: int = 10) -> None:
    """Ask a question that uses 100 input and 10 output tokens by default."""
    with budget.reserve() as question:
        question.tokens_in, question.tokens_out = tokens_in, tokens_out


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    return tmp_path / "spending.jsonl"


@pytest.mark.parametrize("has_ledger", [True, False])
def test_the_budget_is_never_exceeded_by_similar_questions(has_ledger: bool, ledger: Path) -> None:
    budget = Budget(500, None, ledger if has_ledger else None, fail_if_waiting)
    for _ in range(4):
        ask(budget)
    with pytest.raises(BudgetSpent, match=r"500 tokens is spent: 440 used, .* may need 110"):
        ask(budget)
    assert budget.spent == 440


def test_a_budget_that_is_fully_used_is_reported(ledger: Path) -> None:
    budget = Budget(110, None, ledger)
    ask(budget)
    with pytest.raises(BudgetSpent, match=r"is spent: 110 used\.$"):
        ask(budget)


def test_every_process_sees_what_the_others_have_spent(ledger: Path) -> None:
    one, two = Budget(300, None, ledger), Budget(300, None, ledger)
    ask(one)
    ask(two)
    with pytest.raises(BudgetSpent):
        ask(one)
    assert one.spent == 220


def test_a_question_waits_for_tokens_that_others_have_reserved(ledger: Path) -> None:
    with ExitStack() as theirs:
        other = Budget(330, None, ledger)
        ask(other)
        question = theirs.enter_context(other.reserve())
        question.tokens_in, question.tokens_out = 8, 2
        ask(Budget(330, None, ledger, fail_if_waiting))
        waiting = Budget(330, None, ledger, lambda _: theirs.close())
        with pytest.raises(BudgetSpent, match="230 used"):
            ask(waiting)


def test_only_one_question_is_asked_before_the_first_answer(ledger: Path) -> None:
    with ExitStack() as theirs:
        question = theirs.enter_context(Budget(1_000, None, ledger).reserve())
        question.tokens_in, question.tokens_out = 900, 50
        waiting = Budget(1_000, None, ledger, lambda _: theirs.close())
        with pytest.raises(BudgetSpent, match="950 used"):
            ask(waiting)


def test_the_full_limit_of_an_answer_is_reserved(ledger: Path) -> None:
    budget = Budget(1_000, None, ledger)
    with budget.reserve(600) as question:
        question.tokens_in, question.tokens_out = 300, 20
    with pytest.raises(BudgetSpent, match="may need 900"), budget.reserve(600):
        pass
    with budget.reserve(300) as question:
        assert question.reserved.tokens == 600


def test_the_reservation_is_charged_if_there_are_no_token_counts(ledger: Path) -> None:
    budget = Budget(None, None, ledger)
    ask(budget)
    with budget.reserve():
        pass
    assert budget.spent == 220


def test_a_refused_question_costs_nothing(ledger: Path) -> None:
    budget = Budget(None, None, ledger)
    ask(budget)
    with pytest.raises(PlayerError), budget.reserve():
        raise PlayerError("There is no such model.")
    assert budget.spent == 110


def test_a_resumed_run_counts_the_reservations_of_unanswered_questions(
    ledger: Path,
) -> None:
    killed = Budget(1_000, None, ledger)
    ask(killed)
    unanswered = killed.reserve()
    unanswered.__enter__()  # then the process was killed
    with ledger.open("ab") as file:
        file.write(b'{"question": "half a li')
    again = Budget(1_000, None, ledger, fail_if_waiting)
    again.settle_all(0)
    assert again.spent == 220
    ask(again)
    assert again.spent == 330
    last = Budget(None, None, ledger)
    last.settle_all(0)
    assert last.spent == 330


def test_a_process_that_outlives_its_run_is_not_charged_twice(ledger: Path) -> None:
    orphan = Budget(None, None, ledger)
    ask(orphan)
    with orphan.reserve() as question:
        Budget(None, None, ledger).settle_all(0)
        question.tokens_in, question.tokens_out = 5, 5
    again = Budget(None, None, ledger)
    again.settle_all(0)
    assert again.spent == 220


def test_a_ledger_in_an_older_folder_starts_with_the_tokens_of_its_games(
    ledger: Path,
) -> None:
    Budget(None, None, ledger).settle_all(0)
    assert not ledger.exists(), "without a model there is no ledger"
    for _ in range(2):
        budget = Budget(1_000, None, ledger)
        budget.settle_all(700)
        assert budget.spent == 700


def test_a_budget_can_be_sent_to_another_process(ledger: Path) -> None:
    budget = Budget(1_000, None, ledger)
    ask(budget)
    sent = pickle.loads(pickle.dumps(budget))
    ask(sent)
    ask(budget)
    assert budget.spent == 330


def test_an_unusable_ledger_is_named_in_the_error(tmp_path: Path, ledger: Path) -> None:
    with pytest.raises(PlayerError, match="cannot be written"):
        ask(Budget(None, None, tmp_path))
    ledger.write_text('{"settled": 7}\n')
    with pytest.raises(RecordError, match=r"spending.jsonl is broken"):
        ask(Budget(None, None, ledger))


PRICE = Price(2.0, 10.0)


def test_a_budget_in_money_uses_the_price_and_survives_restarts(ledger: Path) -> None:
    for left in (700, 400):
        budget = Budget(None, 1_000, ledger, fail_if_waiting)
        with budget.reserve(20, 5_000, PRICE) as question:
            question.tokens_in, question.tokens_out = 100, 10
        assert budget.money is not None
        assert budget.money - budget.spent_money == left
    with (
        pytest.raises(BudgetSpent, match=r"0\.001 in money is spent: 0\.0006 used, .*need 0\.0007"),
        Budget(None, 1_000, ledger).reserve(50, 5_000, PRICE),
    ):
        pass


def test_a_budget_smaller_than_the_first_question_is_refused(ledger: Path) -> None:
    for budget, expected in (
        (Budget(None, 1_000, ledger), r"0\.001 in money is too small, .* may need 0\.020\.$"),
        (
            Budget(50, None, ledger),
            r"50 tokens is too small, because the first question may need 2000\.$",
        ),
    ):
        with (
            pytest.raises(BudgetSpent, match=f"The budget of {expected}"),
            budget.reserve(2_000, 100, PRICE),
        ):
            pytest.fail("the question was asked")


def test_used_money_is_printed_with_the_precision_of_the_budget(ledger: Path) -> None:
    with Budget(None, 100_000, ledger).reserve(None, 100, PRICE) as question:
        question.tokens_in, question.tokens_out = 5_000, 1_000
    with (
        pytest.raises(BudgetSpent, match=r"0\.0205 in money is spent: 0\.0200 used, .* 0\.0200\.$"),
        Budget(None, 20_500, ledger).reserve(1_000, 100, PRICE),
    ):
        pytest.fail("the question was asked")


def test_the_first_question_reserves_its_bytes_and_at_most_the_rest_of_the_budget(
    ledger: Path,
) -> None:
    budget = Budget(10_000, None, ledger)
    with budget.reserve(100, 3_000):
        pass  # without token counts
    assert budget.spent == 3_100
    with budget.reserve(100, 9_000) as question:
        assert question.reserved.tokens == 6_900
    with pytest.raises(BudgetSpent, match="10000 used"), budget.reserve(100, 1):
        pass
