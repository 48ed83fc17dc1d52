"""Play by mail: incoming mails as commands, and outgoing mails about turns."""
