"""The games: one room each, and what they have in common."""
