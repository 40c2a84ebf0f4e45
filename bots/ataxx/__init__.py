"""The Ataxx bot: the program of the CS 61B assignment, and an engine for tournaments elsewhere."""
