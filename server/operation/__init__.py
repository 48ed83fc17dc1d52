"""Running a server: settings, start and stop, checks, backups, health, operators' commands."""
