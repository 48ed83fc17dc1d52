"""What pages are made of, and their way to pixels."""
