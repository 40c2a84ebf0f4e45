"""Domino Lineare: proved optima, and a game to play."""

DEFAULT_SIZE = 12
"""Tiles of a random hand."""
OPTIMAL = "optimal"
"""The strategy of --ai if none is chosen."""
