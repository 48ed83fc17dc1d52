"""Analyses by the server's computer: asked for, done in small pieces, kept, and told."""
