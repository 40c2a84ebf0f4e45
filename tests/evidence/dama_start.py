"""Is the start of Dama a draw? What the engine says, without a limit of plies and with the tablebase of six pieces
(which it builds into `build/`): every opening of six plies by a search of its own, from the end back to the first
move; the start and each first move searched deeper and deeper, with the plies after which nothing changes; and games
of the engine against itself from each first move, 40 million nodes a move, which take ten seconds, until the tables
know who wins. Then the positions before that, from the last one back, are proved as they are in a game that is drawn
after 100 plies, as far as 400 million nodes prove each. Scores are hundredths of log odds from player 1. Work that is
done is kept in `build/`, by what the engine is: an interrupted measurement goes on where it was. docs/dama-start.md
says what follows from it.
"""

from __future__ import annotations

import functools
import hashlib
import json
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from arbiter.games.dama import law
from bots.dama.game import bitboards, move_of, seen_by_player_1
from bots.dama.tables import open_tables
from native.common.context import Limits, Report
from native.dama.engine import PROVED, WEIGHTS, Dama
from native.dama.tables import DRAW, UNKNOWN, Tables, is_lost
from tests.evidence.dama_late import build, proved
from tests.evidence.dama_tables import built
from tests.evidence.document import HOUSE
from tests.evidence.findings import Findings, Run, Table, Target

KEPT = HOUSE / "build" / "evidence"
PLIES = 6
LONGEST = 300
"""Plies of a game at most."""
NEAR = 10
"""Hundredths of log odds within which a score has not changed: 2.5 percent."""
EVEN = 50
"""Within which neither side is far ahead: it scores 62 % at most."""


class Work(NamedTuple):
    """Nodes of an opening, of the start and each first move, of a move of a game and of a proof; plies of a game."""

    opening: int
    deep: int
    move: int
    proof: int
    plies: int


class Desk(NamedTuple):
    """What a process works with."""

    engine: Dama
    tables: Tables


_desk: list[Desk] = []


def _open(path: str, hash_mib: int) -> None:
    tables = open_tables(Path(path))
    _desk[:] = [Desk(Dama(hash_mib, tables), tables)]


def _search(position: law.Position, limits: Limits) -> Report:
    """Search; the moves are those of the law, the score is player 1's."""
    report = seen_by_player_1(_desk[0].engine.search(*bitboards(position), limits), position.mover)
    return report._replace(score=_to_1(report.score, position))


def _to_1(score: int, position: law.Position) -> int:
    return score if position.mover == 1 else -score


def _opening(text: str, work: Work) -> int:
    """Give the score of a position."""
    _desk[0].engine.clear()
    return _search(law.parse_position(text), Limits(nodes=work.opening)).score


def _deepen(text: str, work: Work) -> list[tuple[int, int, str]]:
    """Search deeper and deeper; give each time the depth, the score and the move."""
    position, found, left = law.parse_position(text), list[tuple[int, int, str]](), work.deep
    _desk[0].engine.clear()
    for depth in range(1, 100):
        report = _search(position, Limits(depth=depth, nodes=left))
        left -= report.nodes
        if report.depth < depth or left <= 0:
            break
        found.append((depth, report.score, str(move_of(report))))
    return found


def _known(position: law.Position) -> str:
    """Say what the tables know of a position, "" for nothing."""
    if position.is_over():
        return f"won by {position.winner()}"
    value = _desk[0].tables.probe(*bitboards(position))
    if value == UNKNOWN:
        return ""
    winner = law.OPPONENT[position.mover] if is_lost(value) else position.mover
    return "drawn" if value == DRAW else f"won by {winner}"


def _game(text: str, work: Work) -> dict[str, Any]:
    """Play until the tables know the end; give the moves with their scores, the pieces at the end, and what it is."""
    position, moves = law.parse_position(text), list[tuple[str, int]]()
    _desk[0].engine.clear()
    while not (known := _known(position)) and len(moves) < work.plies:
        report = _search(position, Limits(nodes=work.move))
        moves.append((str(move_of(report)), report.score))
        position = position.play(move_of(report))
    return {"moves": moves, "pieces": sum(position.pieces()), "known": known}


def _late(game: str, work: Work, program: Path, tables: Path) -> tuple[int, int, str] | None:
    """Prove the positions of a game before those that the tables know, from the last one back.

    Give the first one of these that was proved: after how many plies it comes, its pieces, and what it is.
    """
    position, line = law.Position(), list[tuple[law.Position, int]]()
    for ply, text in enumerate(game.split()[: law.PLIES], 1):
        position = position.play(law.parse_move(text))
        line.append((position, law.PLIES - ply))
    unknown = [one for one in line[::-1] if not _known(one[0])]
    scores = proved(program, tables, work.proof, [(bitboards(position), left) for position, left in unknown])
    if not scores:
        return None
    position, left = unknown[len(scores) - 1]
    score = _to_1(scores[-1], position)
    return law.PLIES - left, sum(position.pieces()), f"won by {1 if score > 0 else 2}" if score else "drawn"


class Notebook:
    """Answers that were found, a line each in a file that belongs to this engine and this much work."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self._found: dict[str, Any] = dict(json.loads(line) for line in lines if line.endswith("]"))

    def answers(self, name: str, ask: Callable[[str], Any], texts: Sequence[str], tables: Path, mib: int) -> list[Any]:
        """Ask each position what was not asked before, on all cores."""
        missing = [text for text in texts if f"{name} {text}" not in self._found]
        cores = min(len(os.sched_getaffinity(0)), len(missing))
        if not missing:
            return [self._found[f"{name} {text}"] for text in texts]
        self._path.parent.mkdir(parents=True, exist_ok=True)
        context = multiprocessing.get_context("spawn")
        with self._path.open("a", encoding="utf-8") as file, context.Pool(cores, _open, (str(tables), mib)) as pool:
            for text, answer in zip(missing, pool.imap(ask, missing), strict=True):
                self._found[f"{name} {text}"] = answer
                file.write(json.dumps([f"{name} {text}", answer]) + "\n")
                file.flush()
        return [self._found[f"{name} {text}"] for text in texts]


def layers(plies: int) -> Iterator[dict[law.Position, list[law.Position]]]:
    """Give all positions after 0, 1, ... plies, each with those after it."""
    here = {law.Position(): list[law.Position]()}
    for _ in range(plies):
        here = {position: [position.play(move) for move in position.legal_moves()] for position in here}
        yield here
        here = {after: [] for afters in here.values() for after in afters}
    yield here


def unchanged(values: Sequence[Any], same: Callable[[Any, Any], bool]) -> int:
    """Give from how manieth value on all are the same as the last one."""
    at = len(values)
    while at > 1 and same(values[at - 2], values[-1]):
        at -= 1
    return at


def measure(run: Run) -> Findings:
    """Score all openings, deepen the first moves, play the games."""
    work = run.either(Work(300_000, 200_000_000, 40_000_000, 400_000_000, LONGEST), Work(100, 20_000, 500, 20_000, 95))
    tables = built(run, 6)
    mark = hashlib.sha256(WEIGHTS.read_bytes() + tables.read_bytes()[:4096] + repr(work).encode()).hexdigest()[:12]
    notebook = Notebook(run.either(KEPT, run.folder) / f"dama_start-{mark}.jsonl")
    *upper, last = layers(run.either(PLIES, 3))
    texts = [law.format_position(position) for position in last]
    found = notebook.answers("opening", functools.partial(_opening, work=work), texts, tables, 4)
    score = dict(zip(last, found, strict=True))
    line: dict[law.Position, law.Position] = {}
    for layer in reversed(upper):
        for position, afters in layer.items():
            line[position] = max(afters, key=lambda after: _to_1(score[after], position))
            score[position] = score[line[position]]

    start = law.Position()
    first = {move: start.play(move) for move in start.legal_moves()}
    asked = [start, *first.values()]
    names = ["the start", *map(str, first)]
    texts = [law.format_position(position) for position in asked]
    deep = notebook.answers("deep", functools.partial(_deepen, work=work), texts, tables, 256)
    games = notebook.answers("game", functools.partial(_game, work=work), texts[1:], tables, 256)
    ask = functools.partial(_late, work=work, program=build(run.folder), tables=tables)
    played = [
        " ".join([str(move), *(text for text, _ in game["moves"])]) for move, game in zip(first, games, strict=True)
    ]
    late = notebook.answers("late", ask, played, tables, 4)
    forced = sum(abs(one) >= PROVED for one in found)
    plies, counts = len(upper), [sum(map(test, found)) for test in (_is_even, _is_ahead, _is_behind)]
    whole = run.either(20_223, 238)
    return Findings(
        [
            Table(
                ("first move", "answers", f"score, by openings of {plies} plies"),
                [
                    (name, len(position.legal_moves()), f"{score[position]:+d}")
                    for name, position in zip(names, asked, strict=True)
                ],
            ),
            Table(
                (f"openings of {plies} plies", f"within {EVEN}", "player 1 ahead", "player 2 ahead", "won by force"),
                [(len(found), *counts, forced)],
            ),
            Table(
                ("from", "plies searched", "score", "move", "same move from", f"score within {NEAR} from"),
                [_settled(name, steps) for name, steps in zip(names, deep, strict=True)],
            ),
            Table(
                (
                    *("game from", "plies", "pieces left", "the tables say", "largest score on the way"),
                    *("with the limit, proved after plies", "pieces", "it is"),
                ),
                [
                    (
                        name,
                        1 + len(game["moves"]),
                        game["pieces"],
                        game["known"] or "nothing",
                        max((one for _, one in game["moves"]), key=abs, default=0),
                        *(proof or ("none", "", "")),
                    )
                    for name, game, proof in zip(first, games, late, strict=True)
                ],
            ),
        ],
        [Target("the openings are all that there are", f"{len(found):,}", len(found) == whole, portable=True)],
    )


def _settled(name: str, steps: list[tuple[int, int, str]]) -> tuple[object, ...]:
    depth, last, move = steps[-1]
    moves = unchanged([step[2] for step in steps], lambda a, b: a == b)
    scores = unchanged([step[1] for step in steps], lambda a, b: abs(a - b) <= NEAR)
    return name, depth, f"{last:+d}", move, steps[moves - 1][0], steps[scores - 1][0]


def _is_even(score: int) -> bool:
    return abs(score) <= EVEN


def _is_ahead(score: int) -> bool:
    return score > EVEN


def _is_behind(score: int) -> bool:
    return score < -EVEN
