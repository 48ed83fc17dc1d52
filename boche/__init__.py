"""Boche, Che, Boku and Octi: rules, a table in 3D, computer opponents, records and a server.

In a checkout the packages in this folder are links to the top-level folders. Git makes none on
Windows unless asked to; then they are found where they are.
"""

import os

if not os.path.isdir(os.path.join(__path__[0], "engine")):
    __path__.append(os.path.dirname(__path__[0]))
