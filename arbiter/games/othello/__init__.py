"""Othello: law, referee, pictures, examination, openings."""
