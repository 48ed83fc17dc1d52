"""``python -m boche`` runs the command line."""

import sys

from boche.viewer.cli import main

if __name__ == "__main__":
    sys.exit(main())
