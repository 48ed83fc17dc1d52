"""Data for the table on a page: scenes of positions and of possible moves, drawn by the page."""
