"""Looking and pointing at the table: the camera, the pointer, the mouse, and arrow keys."""
