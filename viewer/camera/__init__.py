"""The camera as plain data, and what is reckoned with it."""
