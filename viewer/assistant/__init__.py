"""Who plays and thinks at the table besides people."""
