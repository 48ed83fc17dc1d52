"""Playing by mail: mails read as commands, and mails that tell whose turn it is."""
