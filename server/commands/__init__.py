"""The play-by-mail server's commands as lines of text: by HTTP, by mail, on a command line."""
