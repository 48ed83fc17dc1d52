"""The Go Text Protocol, our side."""
