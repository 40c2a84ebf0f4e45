"""Learning an evaluation from games of an engine against itself, the same for each game that has a small network."""
