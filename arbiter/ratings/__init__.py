"""Ratings, from scores alone: plain Python, as the numbers are few and the judge must start programs quickly."""
