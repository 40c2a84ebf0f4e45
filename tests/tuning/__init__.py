"""Numbers of a search, tuned together by games of the engine against itself."""
