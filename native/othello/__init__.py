"""The engine of Othello."""
