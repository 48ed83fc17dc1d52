"""Entry point of ``python -m viewer.cli``."""

import sys

from viewer.cli import main

sys.exit(main())
