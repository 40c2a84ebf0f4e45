"""The judge: makes two programs play each other over pipes and reports what happened."""

__version__ = "0.1.0"

GARBAGE = 50_000
"""Objects made until Python looks for cycles among them, of which there are next to none: as often as by default, after
every 700, it takes two fifths of the time in which `arbiter` starts and a tenth of a quick move."""
