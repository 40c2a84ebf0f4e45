"""Leagues of every game and format whose arbiter is killed again and again, and what the same leagues give undisturbed.

Of five players one crashes in each game and one is not there, so that both are suspended amid the kills.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

from tests.league.files import count, finish, lasting, run, write
from tests.play.court import HANG_S, Court, compile_player, python, told

GAMES = {"othello": "course", "ataxx": "course", "dama": "pipe", "domino": "course"}
"""Each game, and the protocol that its players speak here."""
FORMATS = ("round-robin", "gauntlet", "swiss", "knockout")
JOBS = str(min(2, len(os.sched_getaffinity(0))))
FIRST_TILE = "import sys\nwords = sys.stdin.read().split()\nprint('S', words[1], words[2], end='')\n"


def league(folder: Path, game: str, format_: str, pairs: int) -> str:
    """Make the programs and the file of a league; give its path."""
    folder.mkdir(parents=True, exist_ok=True)
    nuisance = compile_player("nuisance", folder)
    (folder / "first_tile.py").write_text(FIRST_TILE)
    honest = {
        "othello": lambda: f"{compile_player('instant', folder)} random",
        "ataxx": lambda: python("course.py", "plain"),
        "dama": lambda: f"{compile_player('plain_dama', folder)} 1",
        "domino": lambda: python(str(folder / "first_tile.py")),
    }[game]()
    players = dict.fromkeys(("one", "two", "three"), honest)
    players |= {"crashes": f"{nuisance} asked exits", "nobody": str(folder / "nobody")}
    settings = f"game = '{game}'\nformat = '{format_}'\npairs = {pairs}\nseed = 7\nsuspend = 2"
    settings += "\n[options]\nallow-early-stop = true" if game == "domino" else ""
    file = write(folder / "league.toml", players, settings)
    if game == "dama":
        file.write_text(file.read_text().replace("command =", f'protocol = "{GAMES[game]}"\ncommand ='))
    return str(file)


def killed(
    court: Court, words: list[str], journal: Path, games: int, kills: int, kill: Callable[[int], None] | None = None
) -> int:
    """Play a league of so many games with interruptions, and then to its end; give how often it was killed amid games.

    The arbiter is killed, but for each second time, if `kill` is given: then that does it to something else.
    """
    chance, done = random.Random(f"{words} {kills}"), 0
    for number in range(kills):
        arbiter = court.command(*words, "--db", str(journal))
        # Of the games that are left as many as the kills that are left allow, and then a moment within a game.
        wanted, end = max(games * number // (kills + 2), count(journal) + 1), time.monotonic() + HANG_S
        while count(journal) < wanted and arbiter.poll() is None and time.monotonic() < end:
            time.sleep(0.005)
        time.sleep(chance.uniform(0, 0.03))
        if arbiter.poll() is not None:
            arbiter.communicate()
            break
        if kill and number % 2:
            kill(arbiter.pid)
        arbiter.send_signal(signal.SIGKILL)
        arbiter.communicate()
        court.wait_until_nothing_is_left()
        done += 1
    status, _, errors = finish(court.command(*words, "--db", str(journal)))
    assert (status, told(errors)) == (0, ""), errors
    assert court.left() == []
    return done


def differences(
    court: Court, folder: Path, game: str, format_: str, pairs: int, kills: int
) -> tuple[int, int, list[str]]:
    """Play a league undisturbed and killed; give its games, the kills, and the tables in which the journals differ."""
    words = ["league", league(folder, game, format_, pairs), "--jobs", JOBS]
    straight, journal = folder / "straight.db", folder / "killed.db"
    status, _, errors = run(court, *words, "--db", str(straight))
    assert (status, told(errors)) == (0, ""), errors
    games = count(straight)
    done = killed(court, words, journal, games, kills)
    one, other = lasting(straight), lasting(journal)
    for found in (one, other):  # what a program of Ataxx says when the game is over may be heard or not
        found["cost"] = [row[:-1] for row in found["cost"]]
    return games, done, [table for table in one if one[table] != other[table]]
