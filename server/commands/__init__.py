"""The play-by-mail server's commands as lines of text, sent by HTTP, mail or command line."""
