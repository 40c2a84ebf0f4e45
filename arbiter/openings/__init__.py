"""Sets of openings: read from files, and made by engines."""
