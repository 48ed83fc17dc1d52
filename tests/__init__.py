"""The tests, in the folders of what they test."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Where bytecode is not kept, each of the some hundred processes that tests start compiles the whole
# program, and each that runs tests compiles all tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
