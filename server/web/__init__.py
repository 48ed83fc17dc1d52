"""The server over HTTP: pages, a JSON API, commands as text, and streams of what happens."""
