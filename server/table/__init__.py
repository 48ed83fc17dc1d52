"""The table on a page: scenes of positions and of what may be played, made here, drawn there."""
