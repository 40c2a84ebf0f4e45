"""Players, games between them, and what is recorded of these."""
