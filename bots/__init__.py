"""The players: one package per game."""
