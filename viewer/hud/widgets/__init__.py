"""The elements of pages, and their drawing."""
