"""Leagues: many players, a schedule, a journal that survives anything, standings."""
