"""The engine of Ataxx."""
