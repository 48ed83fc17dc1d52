"""Everything that shows a game: scenes, camera, renderer, pictures."""
