"""Export of scenes to files."""
