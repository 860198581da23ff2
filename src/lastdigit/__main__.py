"""`python -m lastdigit` is `lastdigit`."""

import sys

from lastdigit.cli import main

if __name__ == "__main__":
    sys.exit(main())
