"""The commands of the play-by-mail server, as lines of text: by HTTP, by mail, on a command line."""
