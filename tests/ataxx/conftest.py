"""The machine that runs the tests may be slow: no example of hypothesis has a deadline."""

from hypothesis import settings

settings.register_profile("without deadline", deadline=None)
settings.load_profile("without deadline")
