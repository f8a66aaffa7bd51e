"""`python -m toolc` is the command `toolc`."""

import sys

from toolc.cli import main

sys.exit(main())
