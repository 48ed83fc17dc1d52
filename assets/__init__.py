"""Data files: palettes, table themes and sample records."""
