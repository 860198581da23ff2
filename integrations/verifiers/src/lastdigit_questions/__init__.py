"""Single questions as an environment of verifiers: `vf-eval lastdigit-questions`."""

from lastdigit_verifiers.chat import ChatHarness
from lastdigit_verifiers.questions import QuestionsEnv, QuestionsTaskset

__all__ = ["ChatHarness", "QuestionsEnv", "QuestionsTaskset"]
