"""Single questions, each with an exact reward."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf
from pydantic import field_validator

from lastdigit.exam import KINDS, MAX_REGRET, PromptItem, draw_prompt_items, split_names
from lastdigit_verifiers.settings import TALKER, PositionsConfig


class QuestionData(vf.TaskData):
    """A complete question, so that a saved trace can be graded again."""

    posed: dict[str, Any]


class QuestionTask(vf.Task[QuestionData, vf.State, vf.TaskConfig]):
    """Grades an answer."""

    @vf.reward
    async def exact(self, trace: vf.Trace) -> float:
        """Return 1 for a right answer, and 0.5 for a move that turns a win into a draw."""
        verdict = PromptItem(**self.data.posed).grade_answer(trace.last_reply)
        return float(verdict.right) if verdict.regret is None else 1 - verdict.regret / MAX_REGRET

    @vf.metric
    async def answered(self, trace: vf.Trace) -> dict[str, float]:
        """Return the scores of format, strict and relaxed parser, and the chance of random play."""
        question = PromptItem(**self.data.posed)
        verdict = question.grade_answer(trace.last_reply)
        found = {
            "right": float(verdict.right),
            "format": float(verdict.answer is not None),
            "relaxed": float(verdict.relaxed),
        }
        if question.chance is not None and verdict.regret is not None:
            found |= {"regret": float(verdict.regret), "chance": question.chance}
        return found


class QuestionsConfig(PositionsConfig):
    """Selects the questions."""

    kinds: str = "move"
    """Kinds separated by commas, or `all`."""

    @field_validator("kinds")
    @classmethod
    def check_kinds(cls, given: str) -> str:
        """Raise an error for an unknown kind."""
        for kind in split_names(given, KINDS):
            if kind not in KINDS:
                raise ValueError(f"There is no kind {kind!r}. The kinds are {', '.join(KINDS)}.")
        return given


class QuestionsTaskset(vf.Taskset[QuestionTask, QuestionsConfig]):
    """The exam's kinds of question, from the chosen split."""

    def load(self) -> Iterator[QuestionTask]:
        """Yield a task for each question."""
        config = self.config
        kinds = split_names(config.kinds, KINDS)
        for one in draw_prompt_items(
            config.names, kinds, config.positions, config.seed, config.part
        ):
            data = QuestionData(
                name=f"{one.kind} {one.game} {one.position}",
                prompt=one.user,
                system_prompt=one.system,
                posed=one.data(),
            )
            yield QuestionTask(data, config.task)


class QuestionsEnvConfig(vf.EnvConfig):
    """Configures the agent."""

    agent: vf.AgentConfig = TALKER


class QuestionsEnv(vf.Env[QuestionsEnvConfig]):
    """One question, one answer."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        """Ask the agent once."""
        await agents.agent.run(task)
