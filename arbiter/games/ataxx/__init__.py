"""Ataxx: law, referee, pictures, examination, openings."""
