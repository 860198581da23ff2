"""Dataset, solver and scorer of the exam's questions for Inspect.

Prompts, right answers and parsers come from `lastdigit.exam`. Only the strict parser counts.
"""

from __future__ import annotations

from collections.abc import Iterable

from click import ClickException
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    Metric,
    SampleScore,
    Score,
    Scorer,
    Target,
    Value,
    accuracy,
    metric,
    scorer,
    stderr,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver

from lastdigit import LastDigitError, catalogue
from lastdigit.exam import ALL, KINDS, SUBSCORES, PromptItem, draw_prompt_items, split_names
from lastdigit.players import DEFAULT_SETTINGS
from lastdigit.statistics import wilson_interval

ITEM = "posed"
"""The metadata key of a sample's question: a log has all data to score it again."""
FORMAT = "format"
TRIES = DEFAULT_SETTINGS.tries


@task
def exam(
    games: str | list[str] = ALL,
    kinds: str | list[str] = ALL,
    positions: int = 20,
    seed: int = 1,
    tries: int = TRIES,
) -> Task:
    """Ask questions of every game and kind.

    Args:
        games: names of games, separated by commas, or `all`
        kinds: `move`, `legal`, `result`, `outcome`, `value` and so on, or `all`
        positions: how many questions of each kind and game; fewer if there are not enough
        seed: determines the questions
        tries: how many answers a model can give if its move is not legal or cannot be read

    """
    try:
        asked = draw_prompt_items(_names(games, catalogue()), _names(kinds, KINDS), positions, seed)
    except LastDigitError as error:
        # Inspect's command line uses click, which shows this error as a sentence.
        raise ClickException(str(error)) from None
    return Task(
        dataset=MemoryDataset([sample(one, number) for number, one in enumerate(asked, 1)]),
        solver=answer(tries),
        scorer=exact(),
    )


def _names(given: str | list[str], known: Iterable[str]) -> list[str]:
    return split_names(given, known) if isinstance(given, str) else given


def sample(one: PromptItem, number: int) -> Sample:
    """Return a question as a sample of Inspect."""
    return Sample(
        id=f"{number}-{one.kind}-{one.game}",
        input=[ChatMessageSystem(content=one.system), ChatMessageUser(content=one.user)],
        target=one.right,
        metadata={
            "kind": one.kind,
            "game": one.game,
            "grade": one.grade,
            "chance": one.chance,
            ITEM: one.data(),
        },
    )


@solver
def answer(tries: int = TRIES) -> Solver:
    """Ask a question, and ask again after an illegal or unreadable move, as the exam does."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        one = PromptItem(**state.metadata[ITEM])
        for left in reversed(range(tries)):
            state = await generate(state)
            refused = one.refusal(state.output.completion)
            if not refused or not left:
                break
            state.messages.append(ChatMessageUser(content=refused))
        return state

    return solve


@metric
def four_numbers() -> Metric:
    """Return format, rules, calculation and strategy, each with its 95 % Wilson interval."""

    def counted(scores: list[SampleScore]) -> Value:
        found: dict[str, float] = {}
        for name, kinds in SUBSCORES.items():
            those = [one for one in scores if (one.sample_metadata or {})["kind"] in kinds]
            if those:
                good = sum(_is_good(one, name) for one in those)
                low, high = wilson_interval(good, len(those))
                found |= {name: good / len(those), f"{name} low": low, f"{name} high": high}
        return found

    return counted


def _is_good(one: SampleScore, number: str) -> bool:
    if number == FORMAT:
        return one.score.answer is not None
    return one.score.value in (CORRECT, 1, 1.0)


@metric
def random_moves() -> Metric:
    """Return the share of right moves of a random player in the questions for a move."""

    def counted(scores: list[SampleScore]) -> Value:
        chances = [(one.sample_metadata or {})["chance"] for one in scores]
        known = [chance for chance in chances if chance is not None]
        return sum(known) / len(known) if known else float("nan")

    return counted


@scorer(metrics=[accuracy(), stderr(), four_numbers(), random_moves()])
def exact() -> Scorer:
    """Grade with the solver and the rules; the loss of a move is saved as `regret`."""

    async def score(state: TaskState, target: Target) -> Score:
        del target  # the question itself has more data: the order of several moves does not matter
        verdict = PromptItem(**state.metadata[ITEM]).grade_answer(state.output.completion)
        return Score(
            value=CORRECT if verdict.right else INCORRECT,
            answer=verdict.answer,
            metadata={"regret": verdict.regret, "relaxed": verdict.relaxed},
        )

    return score
