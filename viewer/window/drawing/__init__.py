"""The drawing of a window: textures, and the frame composed of them."""
