"""Dama: the class Player of the assignment, its file protocol, a pipe protocol, and play on a terminal."""
