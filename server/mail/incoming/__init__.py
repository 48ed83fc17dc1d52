"""Mails that come in: the doors, who sent them, what they are to do, and that once."""
