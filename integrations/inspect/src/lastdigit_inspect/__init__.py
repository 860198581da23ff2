"""The exam of Last Digit as a task of Inspect: `inspect eval lastdigit_inspect/exam`."""

from lastdigit_inspect.exam import answer, exact, exam

__all__ = ["answer", "exact", "exam"]
