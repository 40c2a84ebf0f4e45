"""Domino: law, referee, pictures, examination, openings."""
