"""The camera, the pointer, the mouse and arrow keys at the table."""
