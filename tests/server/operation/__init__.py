"""What those who run a server do: watch it, check it, move it, and tell everybody something."""
