"""Domino Lineare: proved optima, and a game to play."""
