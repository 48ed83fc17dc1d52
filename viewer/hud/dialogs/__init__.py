"""Dialogs as data, and their drawing."""
