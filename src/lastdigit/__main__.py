"""`python -m lastdigit` and the command `lastdigit`."""

import sys


def main() -> int:
    """Run the command. Exit cleanly on Ctrl-C, even while modules are being imported."""
    try:
        from lastdigit.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
