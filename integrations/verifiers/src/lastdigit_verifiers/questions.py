"""Single questions, each with an exact reward."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf
from pydantic import field_validator

from lastdigit.exam import KINDS, MAX_REGRET, PromptItem, draw_prompt_items, split_names
from lastdigit_verifiers.settings import TALKER, PositionsConfig


class QuestionData(vf.TaskData):
    """A question, whole, so that a kept trace can be judged again."""

    posed: dict[str, Any]


class QuestionTask(vf.Task[QuestionData, vf.State, vf.TaskConfig]):
    """Judges an answer."""

    @vf.reward
    async def exact(self, trace: vf.Trace) -> float:
        """Return 1 for a right answer; a move that makes a win a draw is worth a half."""
        verdict = PromptItem(**self.data.posed).grade_answer(trace.last_reply)
        return float(verdict.right) if verdict.regret is None else 1 - verdict.regret / MAX_REGRET

    @vf.metric
    async def answered(self, trace: vf.Trace) -> dict[str, float]:
        """Tell format, both readers, and what random play gets."""
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
    """Which questions."""

    kinds: str = "move"
    """Kinds with commas between them, or `all`."""

    @field_validator("kinds")
    @classmethod
    def check_kinds(cls, given: str) -> str:
        """Refuse a kind that there is not, in a sentence."""
        for kind in split_names(given, KINDS):
            if kind not in KINDS:
                raise ValueError(f"There is no kind {kind!r}; there is {', '.join(KINDS)}.")
        return given


class QuestionsTaskset(vf.Taskset[QuestionTask, QuestionsConfig]):
    """The exam's kinds of question, of the split that was chosen."""

    def load(self) -> Iterator[QuestionTask]:
        """Yield the questions."""
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
    """Who answers."""

    agent: vf.AgentConfig = TALKER


class QuestionsEnv(vf.Env[QuestionsEnvConfig]):
    """One question, one answer."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        """Ask."""
        await agents.agent.run(task)
