"""Domino Lineare: proved optima, and a game to play."""

NAME = "domino-bot"
DEFAULT_TIME_S = 5.0
DEFAULT_SIZE = 12
"""Tiles of a random hand."""
LEVELS = 5
"""How well the program plays whom it races: 1 at random, 2 the first tile that fits, 3 the move that scores most, 4 the
best of some games at random, 5 the best that the optimiser finds."""
OPTIMAL = "optimal"
"""The strategy of --ai if none is chosen."""
