"""The camera as plain data, and calculations with it."""
