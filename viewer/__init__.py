"""Display of games: scenes, camera, renderer, window and exported pictures."""
