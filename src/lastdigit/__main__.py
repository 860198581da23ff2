"""`python -m lastdigit` and the command `lastdigit`."""

import sys


def main() -> int:
    """Run the command; an interrupt is met calmly even while the rest is still being loaded."""
    try:
        from lastdigit.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
