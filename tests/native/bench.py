"""What each engine finds in fixed searches, one thread, limits of depth or nodes: `tests/data/bench.json`.

Each line of the file is a question (position, limits) and what the engine answered: move, score, nodes and so on. A
change of search or evaluation changes answers; then

    python -m tests.native.bench

asks everything again (about ten seconds) and writes the file anew, so that the change shows in the diff. A line without
an answer is a new question. What a question is, says the function of its kind below; those of one kind are asked in
turn. The numbers are the same with every compiler and with and without wide instructions.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import arbiter.games.ataxx.law as ataxx_law
import arbiter.games.dama.law as dama_law
import arbiter.games.othello.law as othello_law
import bots.ataxx.game
import bots.dama.game
import bots.othello.game
import native.dama.engine
from native.ataxx.engine import Ataxx, play_itself
from native.common.context import Limits, Report
from native.dama.engine import FOR_EVER, Dama
from native.dama.tables import SHIPPED, Tables
from native.domino.engine import solve, solve_2d
from native.othello.engine import Othello

FILE = Path(__file__).parent.parent / "data" / "bench.json"
HASH_MIB = 1
"""A table so small that searches fill it, and what is thrown out decides how many nodes they need."""
LIMIT_S = 100.0
"""The hands of Domino are searched to the end in less than a second each: this only ends what has gone wrong."""

Line = dict[str, Any]


def limits(line: Line) -> Limits:
    """Give what limits a search: `depth` in plies, `limit` in nodes."""
    return Limits(depth=line.get("depth"), nodes=line.get("limit"))


def found(report: Report) -> Line:
    """Give what a search is compared by."""
    proved = {"exact": True} if report.exact else {}
    return {"move": report.move, "score": report.score, "nodes": report.nodes, "plies": report.depth, **proved}


def othello_board(line: Line) -> tuple[int, int]:
    """Give the board of `position`, `BOARD SIDE`."""
    return bots.othello.game.bitboards(othello_law.parse_position(line["position"]))


def othello_evaluations(lines: Iterable[Line]) -> Iterator[Line]:
    """Estimate margins, in hundredths of a disc; and the chance to win against somebody fallible, 1024 for sure."""
    engine = Othello(HASH_MIB)
    for line in lines:
        board = othello_board(line)
        yield {"score": engine.evaluate(*board), "chance": engine.chance(*board, 2).score}


def othello_searches(lines: Iterable[Line]) -> Iterator[Line]:
    """Search one after another with the same table, so that old entries have to give way."""
    engine = Othello(HASH_MIB)
    for line in lines:
        yield found(engine.search(*othello_board(line), limits(line)))


def othello_endgames(lines: Iterable[Line]) -> Iterator[Line]:
    """Solve the endgames of `othello_endgames.json`, each with an empty table, large enough."""
    engine = Othello(16)
    for line in lines:
        engine.clear()
        yield found(engine.solve(*othello_board(line)))


def ataxx_evaluations(lines: Iterable[Line]) -> Iterator[Line]:
    """Estimate, in hundredths of a stone, by the learned evaluation and by the one made by hand."""
    learned, by_hand = Ataxx(HASH_MIB), Ataxx(HASH_MIB, b"")
    for line in lines:
        position = bots.ataxx.game.to_engine(ataxx_law.parse_fen(line["position"]))
        yield {"learned": learned.evaluate(position), "by_hand": by_hand.evaluate(position)}


def ataxx_searches(lines: Iterable[Line]) -> Iterator[Line]:
    """Search one after another with the same table, learned, by hand, or (`plain`) by stones alone."""
    engines = {"learned": Ataxx(HASH_MIB), "by_hand": Ataxx(HASH_MIB, b""), "plain": Ataxx(HASH_MIB)}
    for line in lines:
        position = bots.ataxx.game.to_engine(ataxx_law.parse_fen(line["position"]))
        engine = engines[line["by"]]
        search = engine.search_plain if line["by"] == "plain" else engine.search
        yield found(search(position, limits(line)))


def ataxx_games(lines: Iterable[Line]) -> Iterator[Line]:
    """Play games of self-play, which make the positions to learn from: how many, and a checksum of all of them."""
    engine = Ataxx(HASH_MIB)
    for line in lines:
        records, positions = play_itself(engine, line["seed"], line["nodes"])
        yield {"positions": positions, "crc": zlib.crc32(records)}


def dama_games(lines: Iterable[Line]) -> Iterator[Line]:
    """Play games of self-play with the shipped tablebase: how many positions, and a checksum of all of them."""
    engine = dama_engine()
    for line in lines:
        records, positions = native.dama.engine.play_itself(engine, line["seed"], line["nodes"])
        yield {"positions": positions, "crc": zlib.crc32(records)}


def dama_engine() -> Dama:
    """Give an engine with the shipped tablebase, whatever else is built."""
    tables = Tables()
    tables.add(SHIPPED)
    return Dama(HASH_MIB, tables)


def dama_searches(lines: Iterable[Line]) -> Iterator[Line]:
    """Search one after another with the same table and the shipped tablebase; `left`: plies until the game is drawn."""
    engine = dama_engine()
    for line in lines:
        board = bots.dama.game.bitboards(dama_law.parse_position(line["position"]))
        yield found(engine.search(*board, limits(line), line.get("left", FOR_EVER)))


def dama_wins(lines: Iterable[Line]) -> Iterator[Line]:
    """Find wins that search and tablebase prove together, each with an empty table."""
    for line in lines:
        yield from dama_searches([line])


def dama_evaluations(lines: Iterable[Line]) -> Iterator[Line]:
    """Estimate, in hundredths of log odds; `left`: plies until the game is drawn."""
    engine = Dama(HASH_MIB)
    for line in lines:
        board = bots.dama.game.bitboards(dama_law.parse_position(line["position"]))
        yield {"score": engine.evaluate(*board, line.get("left", FOR_EVER))}


def domino_rows(lines: Iterable[Line]) -> Iterator[Line]:
    """Find the best rows of hands, 24 counts."""
    for line in lines:
        rules = {"zero_stays": line.get("zero_stays", False), "early_stop": line.get("early_stop", False)}
        row = solve(line["hand"], LIMIT_S, **rules)
        text = b"".join(row.text()).decode().strip()
        yield {"score": row.score, "bound": row.bound, "nodes": row.nodes, "row": text}


def domino_boards(lines: Iterable[Line]) -> Iterator[Line]:
    """Find the best two-dimensional boards of hands."""
    for line in lines:
        board = solve_2d(line["hand"], LIMIT_S)
        text = b"".join(board.text()).decode().strip()
        yield {"score": board.score, "bound": board.bound, "nodes": board.nodes, "board": text}


KINDS: dict[str, Callable[[Iterable[Line]], Iterator[Line]]] = {
    "othello evaluations": othello_evaluations,
    "othello searches": othello_searches,
    "othello endgames": othello_endgames,
    "ataxx evaluations": ataxx_evaluations,
    "ataxx searches": ataxx_searches,
    "ataxx forced wins": ataxx_searches,
    "ataxx games": ataxx_games,
    "dama evaluations": dama_evaluations,
    "dama searches": dama_searches,
    "dama wins": dama_wins,
    "dama games": dama_games,
    "domino rows": domino_rows,
    "domino boards": domino_boards,
}


def read() -> dict[str, list[Line]]:
    """Give the lines of the file by kind."""
    kinds: dict[str, list[Line]] = json.loads(FILE.read_text("utf-8"))
    return kinds


def question(line: Line) -> Line:
    """Give a line without what the engine answered."""
    return {key: value for key, value in line.items() if key != "found"}


def asked_again(kind: str, lines: list[Line]) -> list[Line]:
    """Give the lines with what the engine answers now."""
    questions = [question(line) for line in lines]
    return [{**line, "found": answer} for line, answer in zip(questions, KINDS[kind](questions), strict=True)]


def main() -> None:
    """Write the file with what the engines answer now."""
    kinds = read()
    parts = []
    for kind in KINDS:
        lines = asked_again(kind, kinds[kind])
        parts.append(f'"{kind}": [\n' + ",\n".join(f"  {json.dumps(line)}" for line in lines) + "\n]")
    FILE.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
