"""Domino Lineare: proved optima, and a game to play."""

NAME = "domino-bot"
DEFAULT_TIME_S = 5.0
DEFAULT_SIZE = 12
"""Tiles of a random hand."""
OPTIMAL = "optimal"
"""The strategy of --ai if none is chosen."""
