"""One budget for all threads and processes: every token counts exactly once."""

from __future__ import annotations

import pickle
from contextlib import ExitStack
from pathlib import Path

import pytest

from lastdigit.errors import BudgetSpent, PlayerError, RecordError
from lastdigit.players.budget import Budget, Price


def nobody_waits(_: float) -> None:
    pytest.fail("there is nobody to wait for")


def ask(budget: Budget, tokens_in: int = 100, tokens_out: int = 10) -> None:
    """Ask a question that takes so many tokens."""
    with budget.reserve() as question:
        question.tokens_in, question.tokens_out = tokens_in, tokens_out


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    return tmp_path / "spending.jsonl"


@pytest.mark.parametrize("kept", [True, False])
def test_the_budget_is_never_exceeded_by_questions_that_take_what_they_took(
    kept: bool, ledger: Path
) -> None:
    budget = Budget(500, None, ledger if kept else None, nobody_waits)
    for _ in range(4):
        ask(budget)
    with pytest.raises(BudgetSpent, match=r"500 tokens is spent: 440 used, .* may need 110"):
        ask(budget)
    assert budget.spent == 440


def test_a_budget_that_is_used_up_to_the_last_token_says_so(ledger: Path) -> None:
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


def test_what_is_set_aside_for_others_is_not_spent_again_but_waited_for(ledger: Path) -> None:
    with ExitStack() as theirs:
        other = Budget(330, None, ledger)
        ask(other)
        question = theirs.enter_context(other.reserve())
        question.tokens_in, question.tokens_out = 8, 2
        ask(Budget(330, None, ledger, nobody_waits))
        waiting = Budget(330, None, ledger, lambda _: theirs.close())
        with pytest.raises(BudgetSpent, match="230 used"):
            ask(waiting)


def test_before_the_first_answer_there_is_one_question_at_a_time(ledger: Path) -> None:
    with ExitStack() as theirs:
        question = theirs.enter_context(Budget(1_000, None, ledger).reserve())
        question.tokens_in, question.tokens_out = 900, 50
        waiting = Budget(1_000, None, ledger, lambda _: theirs.close())
        with pytest.raises(BudgetSpent, match="950 used"):
            ask(waiting)


def test_an_answer_whose_length_is_bounded_is_set_aside_in_full(ledger: Path) -> None:
    budget = Budget(1_000, None, ledger)
    with budget.reserve(600) as question:
        question.tokens_in, question.tokens_out = 300, 20
    with pytest.raises(BudgetSpent, match="may need 900"), budget.reserve(600):
        pass
    with budget.reserve(300) as question:
        assert question.reserved.tokens == 600


def test_nobody_says_what_it_took_so_what_was_set_aside_is_charged(ledger: Path) -> None:
    budget = Budget(None, None, ledger)
    ask(budget)
    with budget.reserve():
        pass
    assert budget.spent == 220


def test_what_an_endpoint_refuses_costs_nothing(ledger: Path) -> None:
    budget = Budget(None, None, ledger)
    ask(budget)
    with pytest.raises(PlayerError), budget.reserve():
        raise PlayerError("There is no such model.")
    assert budget.spent == 110


def test_a_run_that_goes_on_knows_what_was_spent_even_on_what_was_never_answered(
    ledger: Path,
) -> None:
    killed = Budget(1_000, None, ledger)
    ask(killed)
    unanswered = killed.reserve()
    unanswered.__enter__()  # and then the process was killed
    with ledger.open("ab") as file:
        file.write(b'{"question": "half a li')
    again = Budget(1_000, None, ledger, nobody_waits)
    again.settle_all(0)
    assert again.spent == 220
    ask(again)
    assert again.spent == 330
    last = Budget(None, None, ledger)
    last.settle_all(0)
    assert last.spent == 330


def test_whoever_outlives_its_run_charges_nothing_twice(ledger: Path) -> None:
    orphan = Budget(None, None, ledger)
    ask(orphan)
    with orphan.reserve() as question:
        Budget(None, None, ledger).settle_all(0)
        question.tokens_in, question.tokens_out = 5, 5
    again = Budget(None, None, ledger)
    again.settle_all(0)
    assert again.spent == 220


def test_a_folder_that_is_older_than_its_account_begins_with_what_its_games_took(
    ledger: Path,
) -> None:
    Budget(None, None, ledger).settle_all(0)
    assert not ledger.exists(), "where no model plays there is no account"
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


def test_an_account_that_cannot_be_read_or_written_is_named(tmp_path: Path, ledger: Path) -> None:
    with pytest.raises(PlayerError, match="cannot be written"):
        ask(Budget(None, None, tmp_path))
    ledger.write_text('{"settled": 7}\n')
    with pytest.raises(RecordError, match=r"spending.jsonl is broken"):
        ask(Budget(None, None, ledger))


PRICE = Price(2.0, 10.0)


def test_a_budget_in_money_goes_by_the_price_and_is_kept_over_restarts(ledger: Path) -> None:
    for left in (700, 400):
        budget = Budget(None, 1_000, ledger, nobody_waits)
        with budget.reserve(20, 5_000, PRICE) as question:
            question.tokens_in, question.tokens_out = 100, 10
        assert budget.money is not None
        assert budget.money - budget.spent_money == left
    with (
        pytest.raises(BudgetSpent, match=r"0\.001 in money is spent: 0\.0006 used, .*need 0\.0007"),
        Budget(None, 1_000, ledger).reserve(50, 5_000, PRICE),
    ):
        pass


def test_a_budget_that_not_even_the_first_question_fits_into_is_too_small(ledger: Path) -> None:
    for budget, said in (
        (Budget(None, 1_000, ledger), r"0\.001 in money is too small, .* may need 0\.020\.$"),
        (
            Budget(50, None, ledger),
            r"50 tokens is too small, because the first question may need 2000\.$",
        ),
    ):
        with (
            pytest.raises(BudgetSpent, match=f"The budget of {said}"),
            budget.reserve(2_000, 100, PRICE),
        ):
            pytest.fail("it is asked")


def test_what_was_used_is_told_as_exactly_as_the_budget(ledger: Path) -> None:
    with Budget(None, 100_000, ledger).reserve(None, 100, PRICE) as question:
        question.tokens_in, question.tokens_out = 5_000, 1_000
    with (
        pytest.raises(BudgetSpent, match=r"0\.0205 in money is spent: 0\.0200 used, .* 0\.0200\.$"),
        Budget(None, 20_500, ledger).reserve(1_000, 100, PRICE),
    ):
        pytest.fail("it is asked")


def test_the_first_question_counts_as_its_bytes_and_as_what_is_left_at_most(ledger: Path) -> None:
    budget = Budget(10_000, None, ledger)
    with budget.reserve(100, 3_000):
        pass  # nobody says what it took
    assert budget.spent == 3_100
    with budget.reserve(100, 9_000) as question:
        assert question.reserved.tokens == 6_900
    with pytest.raises(BudgetSpent, match="10000 used"), budget.reserve(100, 1):
        pass
