"""``python -m viewer.cli`` runs the command line."""

import sys

from viewer.cli import main

sys.exit(main())
