"""Dama: law, referee, pictures, examination, openings."""
