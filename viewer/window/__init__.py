"""The window and everything that needs one."""
