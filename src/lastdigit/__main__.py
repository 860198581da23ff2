"""`python -m lastdigit` and the command `lastdigit`."""

import gc
import sys

GARBAGE_THRESHOLD = 50_000
"""Collect garbage less often than by default: most objects live until the command ends."""


def main() -> int:
    """Run the command. Exit cleanly on Ctrl-C, even while modules are being imported."""
    gc.set_threshold(GARBAGE_THRESHOLD)
    try:
        from lastdigit.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130
    finally:
        gc.freeze()  # spares the interpreter a last search for garbage in all modules


if __name__ == "__main__":
    sys.exit(main())
