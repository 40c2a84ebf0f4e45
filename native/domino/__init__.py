"""The engine of Domino."""
