"""`python -m fourfold` is the command line."""

import sys

from .cli.cli import main

sys.exit(main())
