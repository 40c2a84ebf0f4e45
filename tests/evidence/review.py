"""What `arbiter review` says of games, against what is true. Endgames of Othello with at most 24 empty squares, played
at random, half of the moves for many replies, reviewed exactly: every loss and every decisive move, against a plain
alpha-beta of the tests (tests/review); the same endgames in a second each. Hands of Domino with at most nine tiles,
rows laid at random, against a dynamic programme. Endings of Dama with at most four pieces, against the tablebase. And
how many games that were lost by ten discs or more, between levels of our bot, have a decisive move after a review with
the default of a second a game.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time

from arbiter.play.table import cores
from tests.evidence.findings import Findings, Run, Table, Target
from tests.play.court import Court
from tests.review import truth

FAR = 10
"""Discs by which a game is lost clearly."""
PAIRINGS = ((2, 4), (3, 5), (4, 6))
"""Levels of the bot."""


def measure(run: Run) -> Findings:
    """Review everything."""
    court, targets = Court(run.folder), list[Target]()

    def compared(what: str, found: tuple[int, list[truth.Difference]]) -> None:
        count, wrong = found
        targets.append(
            Target(what, f"{count - len(wrong):,} of {count:,} losses", not wrong and count > 0, portable=True)
        )

    games = truth.othello_endgames(run.either(300, 10), run.either(24, 16), seed=24)
    path, margins = truth.write(run.folder / "o.json", "othello", games), truth.othello_truth(games, run.folder)
    hurried = truth.reviewed(court, path)
    exactly = truth.reviewed(court, path, "--exact")
    compared(
        f"{len(games)} Othello endgames: every loss is that of plain alpha-beta",
        truth.othello_differences(games, margins, exactly),
    )
    compared(
        "the same in a second each: what is marked as proved is", truth.othello_differences(games, margins, hurried)
    )
    hands = truth.domino_hands(run.either(1000, 20), seed=25)
    path = truth.write(run.folder / "d.json", "domino", [game for game, _, _ in hands])
    compared(
        f"{len(hands):,} hands of Domino: every loss is that of the optimum",
        truth.domino_differences(hands, truth.reviewed(court, path, "--exact")),
    )
    endings = truth.dama_endgames(run.either(300, 10), seed=26)
    path = truth.write(run.folder / "x.json", "dama", endings)
    compared(
        f"{len(endings)} endings of Dama: every loss is that of the tablebase",
        truth.dama_differences(truth.dama_truth(endings), truth.reviewed(court, path)),
    )
    rows, marked, told, lost = [], 0, 0, 0
    for low, high in run.track(PAIRINGS if not run.small else PAIRINGS[:1], "games"):
        row = decided(run, low, high, run.either(100, 6))
        rows.append((f"{low} against {high}", *row))
        lost, marked, told = lost + row[1], marked + row[2], told + row[3]
    share = marked / (lost - told) if lost > told else 0.0
    how = f"{marked} of {lost - told} ({100 * share:.1f} %), and {told} of {lost} are told to be lost from the start"
    targets.append(
        Target(f"of games lost by {FAR} discs or more 95 % have their decisive move marked", how, share >= 0.95)
    )
    header = ("levels", "games", f"lost by {FAR} or more", "decisive move", "lost from the start", "proved", "seconds")
    return Findings([Table(header, rows)], targets)


def decided(run: Run, low: int, high: int, games: int) -> tuple[int, int, int, int, int, str]:
    """Play and review games; give how many there are, how many were lost clearly, and what is said of these."""
    path = run.folder / f"{low}-{high}.json"
    arbiter = [sys.executable, "-P", "-m", "arbiter"]
    players = [f"othello-bot --level {level}" for level in (low, high)]
    played = [*arbiter, "--json", str(path), "--seed", "1", "--jobs", str(min(2, len(cores()))), *players, str(games)]
    subprocess.run(played, check=True, capture_output=True)
    begin = time.monotonic()
    done = subprocess.run([*arbiter, "review", str(path), "--format", "json"], check=True, capture_output=True)
    seconds = time.monotonic() - begin
    scores = [record["scores"] for record in json.loads(path.read_text(encoding="utf-8"))["records"]]
    reviewed = {game["number"]: game["decisions"] for game in json.loads(done.stdout)["games"]}
    found = [reviewed[number] for number, (a, b) in enumerate(scores, 1) if abs(a - b) >= FAR]
    of = [decisions[0] for decisions in found if decisions]
    marked = [one for one in of if one["step"] is not None]
    proved = sum(one["proved"] for one in marked)
    return games, len(found), len(marked), len(of) - len(marked), proved, f"{seconds:.0f}"
