"""The engine of Dama."""
