"""Incoming mails: their entry points, senders and commands, each handled once."""
