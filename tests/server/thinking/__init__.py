"""Who is thought for."""
