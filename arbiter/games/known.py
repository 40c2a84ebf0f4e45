"""The games that there are."""

from __future__ import annotations

from arbiter.games.ataxx.referee import Ataxx
from arbiter.games.contract import Referee
from arbiter.games.dama.referee import Dama
from arbiter.games.domino.referee import Domino
from arbiter.games.othello.referee import Othello

GAMES: dict[str, Referee] = {referee.name: referee for referee in (Ataxx(), Dama(), Domino(), Othello())}
"""Every game that `--game` knows."""
