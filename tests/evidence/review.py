"""What `arbiter review` says of games, against what is true. Endgames of Othello with at most 24 empty squares, played
at random, half of the moves for many replies, reviewed exactly: every loss and every decisive move, against a plain
alpha-beta of the tests (tests/review); the same endgames in a second each. Endgames of Ataxx with one or two empty
squares, or in which one side is hunted: bounds of losses, and who could have won, against another one. Hands of Domino
with at most nine tiles, rows laid at random, against a dynamic programme. Endings of Dama with at most four pieces,
against the tablebase. And how many games that were lost by ten discs or more, between levels of our bot, have a
decisive move after a review with the default of a second a game. Who is told instead to be lost from the start must be
white, who is (docs/othello-solved.md), and lost in each position of its own turns: all with at most 24 empty squares by
plain alpha-beta, of the earlier ones those that `othello-bot analyse` proves within 1.5 million nodes. The small
version judges these games by ten plies, no clock.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time

from arbiter.games.othello.law import TEXT, Position, format_position
from arbiter.play.record import GameRecord
from arbiter.play.table import cores
from tests.evidence.findings import Findings, Run, Table, Target
from tests.play.court import Court
from tests.review import truth

FAR = 10
"""Discs by which a game is lost clearly."""
LATE = 24
"""Empty squares of what plain alpha-beta judges."""
NODES = 1_500_000
"""Of a proof of an earlier position."""
DEPTH = "10"
"""Plies by which the small version judges games, the same each time, in place of the default second for each: by that
it happened once, on a busy machine, that one of 27 positions was not lost."""
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
    lines = truth.ataxx_endgames(run.either(200, 6), seed=27)
    path, known = truth.write(run.folder / "a.json", "ataxx", lines), truth.ataxx_truth(lines, run.folder)
    bounds, results, wrong = truth.ataxx_differences(known, truth.reviewed(court, path))
    held = f"{bounds:,} bounds and {results:,} results, {len(wrong)} of them wrong"
    targets.append(Target(f"{len(lines)} endgames of Ataxx: all that is claimed holds", held, not wrong, portable=True))
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
    turns: list[str] = []
    for low, high in run.track(PAIRINGS if not run.small else PAIRINGS[:1], "games"):
        row = decided(run, low, high, run.either(100, 6), turns)
        rows.append((f"{low} against {high}", *row))
        lost, marked, told = lost + row[1], marked + row[2], told + row[3]
    share = marked / (lost - told) if lost > told else 0.0
    how = f"{marked} of {lost - told} ({100 * share:.1f} %), and {told} of {lost} are told to be lost from the start"
    targets.append(
        Target(f"of games lost by {FAR} discs or more 95 % have their decisive move marked", how, share >= 0.95)
    )
    late, early, unproved, faults = lost_turns(run, turns)
    how = f"proved for {late} late positions and {early} of {early + unproved} earlier ones; {faults} are not lost"
    targets.append(Target("who is told to be lost from the start is", how, not faults, portable=True))
    header = ("levels", "games", f"lost by {FAR} or more", "decisive move", "lost from the start", "proved", "seconds")
    return Findings([Table(header, rows)], targets)


def positions(record: GameRecord) -> list[str]:
    """Give the positions of a game of Othello as `analyse` reads them."""
    found = [Position()]
    for turn in record.turns:
        found.append(found[-1].play(TEXT.index(turn.move)))
    return list(map(format_position, found))


def lost_turns(run: Run, turns: list[str]) -> tuple[int, int, int, int]:
    """Give how many positions are proved to be lost for who is to move, late and earlier ones, how many are not proved,
    and how many are not lost.
    """
    late = [text for text in turns if text.split()[0].count("-") <= LATE]
    early = sorted(set(turns) - set(late))
    (margins,) = truth.othello_truth([truth.Game("", (), tuple(late), (0, 0))], run.folder) if late else [[]]
    asked = [sys.executable, "-P", "-m", "bots.othello", "analyse", "--nodes", str(NODES)]
    done = subprocess.run(asked, input="\n".join(early), check=True, capture_output=True, text=True)
    exact = [int(line.split("\t")[0]) for line in done.stdout.splitlines() if line.split("\t")[2] == "exact"]
    wrong = sum(margin >= 0 for margin in [*margins, *exact]) + sum(not text.endswith("white") for text in turns)
    return len(margins), len(exact), len(early) - len(exact), wrong


def decided(run: Run, low: int, high: int, games: int, turns: list[str]) -> tuple[int, int, int, int, int, str]:
    """Play and review games; give how many there are, how many were lost clearly, and what is said of these.

    `turns` gets all positions in which those were to move who are told to be lost from the start.
    """
    path = run.folder / f"{low}-{high}.json"
    arbiter = [sys.executable, "-P", "-m", "arbiter"]
    players = [f"othello-bot --level {level}" for level in (low, high)]
    jobs = 1 if run.small else min(2, len(cores()))  # by one the same games each time
    played = [*arbiter, "--json", str(path), "--seed", "1", "--jobs", str(jobs), *players, str(games)]
    subprocess.run(played, check=True, capture_output=True)
    begin = time.monotonic()
    how = ["--depth", DEPTH] if run.small else []
    done = subprocess.run([*arbiter, "review", str(path), "--format", "json", *how], check=True, capture_output=True)
    seconds = time.monotonic() - begin
    records = [GameRecord.from_json(record) for record in json.loads(path.read_text(encoding="utf-8"))["records"]]
    scores = [record.scores for record in records]
    reviewed = {game["number"]: game["decisions"] for game in json.loads(done.stdout)["games"]}
    found = [reviewed[number] for number, (a, b) in enumerate(scores, 1) if abs(a - b) >= FAR]
    of = [decisions[0] for decisions in found if decisions]
    for record in records:
        decisions = reviewed[record.number]
        if abs(record.scores[0] - record.scores[1]) >= FAR and decisions and decisions[0]["step"] is None:
            loser = record.scores.index(min(record.scores))
            turns += positions(record)[0 if loser == record.first else 1 : len(record.turns) : 2]
    marked = [one for one in of if one["step"] is not None]
    proved = sum(one["proved"] for one in marked)
    return games, len(found), len(marked), len(of) - len(marked), proved, f"{seconds:.0f}"
