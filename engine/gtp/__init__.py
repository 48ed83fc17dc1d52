"""The engine's side of the Go Text Protocol."""
