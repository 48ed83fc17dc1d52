"""The window and all that needs one."""
