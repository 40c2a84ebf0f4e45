"""What reviews say against what is true: endgames of random moves, judged by plain programs of the tests."""

from __future__ import annotations

import csv
import io
import json
import random
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from arbiter.games.ataxx.law import BLUE, PASS, RED, distance, format_fen, format_move
from arbiter.games.ataxx.law import Move as AtaxxMove
from arbiter.games.ataxx.law import Position as AtaxxPosition
from arbiter.games.dama.law import Position as DamaPosition
from arbiter.games.dama.law import format_position as dama_text
from arbiter.games.domino.law import PLAIN, SPECIAL, Options, Row, Tile, tile
from arbiter.games.domino.referee import hand_text
from arbiter.games.othello.law import EMPTY, TEXT, format_position
from arbiter.games.othello.law import Position as OthelloPosition
from arbiter.games.players import End, Turn
from arbiter.play.record import GameRecord, MatchRecord
from bots.dama.game import bitboards
from native.dama.tables import DRAW, SHIPPED, Tables, is_lost
from tests.domino.plain_row import best_score, player
from tests.play.court import Court

HERE = Path(__file__).parent
NAMES = ("first player", "second player")


class Game(NamedTuple):
    """A random game: where it starts, its moves, and the text of each position for whoever judges it."""

    start: str
    moves: tuple[str, ...]
    positions: tuple[str, ...]
    scores: tuple[int, int]
    end: End = End.FINISHED


RESULTS = {1: "won", 0: "drawn", -1: "lost"}


class Difference(NamedTuple):
    """What a review says of a move, and what is true."""

    game: int
    step: int
    said: Any
    true: Any


def write(path: Path, game: str, games: Sequence[Game], limit: int | None = None) -> Path:
    """Write games as `--json` does; the first player moves first in the odd ones."""
    records = []
    for number, one in enumerate(games, 1):
        first = (number - 1) % 2
        scores = one.scores[::-1] if first else one.scores
        turns = tuple(Turn(move, 0.01) for move in one.moves)
        records.append(GameRecord(game, number, NAMES, first, turns, (scores[0], scores[1]), one.end, start=one.start))
    match = MatchRecord(game, NAMES, len(records), (), tuple(records), interrupted=False, limit=limit)
    path.write_text(json.dumps(match.to_json()), encoding="utf-8")
    return path


def reviewed(court: Court, path: Path, *words: str) -> dict[int, list[dict[str, str]]]:
    """Review a result as a user does; give the lines of the CSV by game."""
    arbiter = court.command("review", str(path), "--format", "csv", *words)
    text, errors = arbiter.communicate()
    assert (arbiter.returncode, errors) == (0, "")
    assert court.left() == []
    found: dict[int, list[dict[str, str]]] = defaultdict(list)
    for row in csv.DictReader(io.StringIO(text)):
        found[int(row["number"])].append(row)
    return found


def losses(rows: dict[int, list[dict[str, str]]]) -> Iterator[tuple[int, int, dict[str, str]]]:
    """Give number, step and line of every move."""
    for number, lines in rows.items():
        for line in lines:
            yield number, int(line["step"]), line


# ---- Othello -------------------------------------------------------------------------------------------------------


def othello_endgames(count: int, empties: int, seed: int) -> list[Game]:
    """Play random games; they start with at most so many empty squares, some with few."""
    rng, found = random.Random(seed), list[Game]()
    while len(found) < count:
        moves, position = list[str](), OthelloPosition()
        wanted = rng.randint(empties // 2, empties)
        while not position.is_over() and (position.board.count(EMPTY) > wanted or len(moves) % 2):
            moves.append(TEXT[move := rng.choice(position.legal_moves())])
            position = position.play(move)
        played, texts = list[str](), [format_position(position)]
        while not position.is_over():
            legal = position.legal_moves()
            if rng.random() < 0.5:  # games of random moves alone are over soon
                most = max(len(position.play(move).legal_moves()) for move in legal)
                legal = [move for move in legal if len(position.play(move).legal_moves()) == most]
            played.append(TEXT[move := rng.choice(legal)])
            position = position.play(move)
            texts.append(format_position(position))
        if played:
            found.append(Game(", ".join(moves), tuple(played), tuple(texts), position.score()))
    return found


def othello_truth(games: Sequence[Game], folder: Path) -> list[list[int]]:
    """Give the margin of each position of games, for who is to move, by plain alpha-beta."""
    told = iter(_asked("plain_othello", games, folder))
    return [[int(next(told)) for _ in game.positions] for game in games]


def _asked(name: str, games: Sequence[Game], folder: Path) -> list[str]:
    """Compile a program of this folder, and give the words that it says of the positions of games."""
    program = folder / name
    strict = ["-std=c11", "-O2", "-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror"]
    subprocess.run(["cc", *strict, "-o", program, HERE / f"{name}.c"], check=True)
    asked = "".join(f"{text}\n" for game in games for text in game.positions)
    return subprocess.run([program], input=asked, capture_output=True, text=True, check=True).stdout.split()


def othello_differences(
    games: Sequence[Game], truth: Sequence[Sequence[int]], rows: dict[int, list[dict[str, str]]]
) -> tuple[int, list[Difference]]:
    """Compare every loss that is marked as proved, and every decisive move; give their number and what differs."""
    proved, wrong = 0, []
    for number, step, line in losses(rows):
        values = truth[number - 1]
        loss = values[step - 1] + values[step]
        low, high = float(line["loss_at_least"]), float(line["loss_at_most"] or "inf")
        proved += line["proved"] == "1"
        if not low <= loss <= high or (line["proved"] == "1") != (low == high):
            wrong.append(Difference(number, step, (low, high), loss))
        if line["result_proved"] == "1" and line["decisive"] != str(int(step == decisive(values, step % 2))):
            wrong.append(Difference(number, step, "decisive", decisive(values, step % 2)))
    return proved, wrong


def decisive(values: Sequence[int], odd: int) -> int | None:
    """Give the last move of who makes the odd (or even) ones after which its result is worse, if it has not won."""
    last = values[-1] if (len(values) - 1) % 2 != odd else -values[-1]
    if last > 0:
        return None
    sign = [(value > 0) - (value < 0) for value in values]
    fell = [step for step in range(1, len(values)) if step % 2 == odd and sign[step - 1] > -sign[step]]
    return fell[-1] if fell else None


# ---- Ataxx ---------------------------------------------------------------------------------------------------------


class Margin(NamedTuple):
    """What is true of a position, for who is to move: its margin in pieces is in between, or is this."""

    low: int
    high: int

    @property
    def sign(self) -> int | None:
        """Tell who wins, if that is known."""
        return 1 if self.low > 0 else -1 if self.high < 0 else 0 if self.low == self.high else None


def ataxx_endgames(count: int, seed: int, empties: int = 2) -> list[Game]:
    """Play random games; they start with a few empty squares, or near the end of one who is hunted."""
    rng, found = random.Random(seed), list[Game]()
    while len(found) < count:
        hunted, position = len(found) % 2, AtaxxPosition()
        while not position.is_over():
            pieces = min(position.board.count(RED), position.board.count(BLUE))
            if pieces == 1 if hunted else position.board.count("-") <= rng.randint(1, empties):
                break
            legal = position.legal_moves()
            greedy = hunted and position.to_move == len(found) // 2 % 2
            position = position.play(
                max(legal, key=lambda move: _gain(position, move)) if greedy else _spread(rng, legal)
            )
        played, texts, start = list[str](), [position], position
        while not position.is_over() and len(played) < 8:
            move = _spread(rng, position.legal_moves())
            played.append(format_move(move))
            position = position.play(move)
            texts.append(position)
        if played and position.is_over():
            lines = tuple(f"{one.board} {one.mover} {one.jumps}" for one in texts)
            found.append(Game(format_fen(start), tuple(played), lines, position.score()))
    return found


def _spread(rng: random.Random, legal: Sequence[AtaxxMove]) -> AtaxxMove:
    near = [move for move in legal if move != PASS and distance(*move) == 1]
    return rng.choice(near if near and rng.random() < 0.8 else legal)


def _gain(position: AtaxxPosition, move: AtaxxMove) -> int:
    return position.play(move).board.count(position.mover)


def ataxx_truth(games: Sequence[Game], folder: Path) -> list[list[Margin]]:
    """Give what a plain search can prove of each position of games."""
    found = iter(_asked("plain_ataxx", games, folder))
    return [[Margin(int(next(found)), int(next(found))) for _ in game.positions] for game in games]


def ataxx_differences(
    truth: Sequence[Sequence[Margin]], rows: dict[int, list[dict[str, str]]]
) -> tuple[int, int, list[Difference]]:
    """Compare what a review claims of each loss and each result with what must be; give how many bounds and results it
    claims that are known here too, and what differs.
    """
    bounds, results, wrong = 0, 0, []
    for number, step, line in losses(rows):
        before, after = truth[number - 1][step - 1], truth[number - 1][step]
        true_least, true_most = max(0, before.low + after.low), before.high + after.high
        low, high = float(line["loss_at_least"]), float(line["loss_at_most"] or "inf")
        bounds += low > 0 or high < 48
        if low > true_most or high < true_least:
            wrong.append(Difference(number, step, (low, high), (true_least, true_most)))
        signs = before.sign, after.sign
        if line["result_proved"] == "1" and None not in signs:
            results += 1
            said = line["before"], line["after"]
            true = RESULTS[before.sign or 0], RESULTS[-(after.sign or 0)]
            if said != true:
                wrong.append(Difference(number, step, said, true))
    for number, lines in rows.items():
        known = [margin.sign for margin in truth[number - 1]]
        if None in known or not all(line["result_proved"] == "1" for line in lines):
            continue
        values = [sign or 0 for sign in known]
        said_decisive = {int(line["step"]) for line in lines if line["decisive"] == "1"}
        if said_decisive != {decisive(values, odd) for odd in (0, 1)} - {None}:
            wrong.append(Difference(number, 0, said_decisive, values))
    return bounds, results, wrong


# ---- Domino --------------------------------------------------------------------------------------------------------

RULES = [Options(zero_stays, early_stop) for zero_stays in (False, True) for early_stop in (False, True)]


def domino_hands(count: int, seed: int, most: int = 9) -> list[tuple[Game, list[Tile], Options]]:
    """Draw small hands; both players lay tiles at random until none fits."""
    rng, found = random.Random(seed), []
    for number in range(count):
        options, digits = RULES[number % 4], rng.randint(2, 6)
        plain = [kind for kind in PLAIN if kind[1] <= digits]
        hand = [rng.choice(SPECIAL if rng.random() < 0.25 else plain) for _ in range(rng.randint(2, most))]
        lines, scores = [], []
        for _ in range(2):
            row, left, line = Row(options), Counter(hand), list[str]()
            while choices := list(row.moves(kind for kind, copies in left.items() if copies)):
                move = rng.choice(choices)
                row.place(move)
                left[tile(move.a, move.b)] -= 1
                line.append(str(move))
            lines.append(" ".join(line))
            scores.append(row.score)
        words = " ".join(["--zero-stays"] * options.zero_stays + ["--allow-early-stop"] * options.early_stop)
        game = Game(hand_text(hand) + (f"{words}\n" if words else ""), tuple(lines), (), (scores[0], scores[1]))
        found.append((game, hand, options))
    return found


def domino_truth(hand: list[Tile], options: Options, line: str) -> list[int]:
    """Give what a row can have in the end, before its first tile and after each, by a dynamic programme."""
    words = line.split()
    rules = (options.zero_stays, options.early_stop)
    row, left, values = Row(options), Counter(hand), [best_score(list(hand), *rules)]
    kinds = sorted(set(hand))
    play_on = player(kinds, *rules)
    for at in range(0, len(words), 3):
        move = next(m for m in row.moves(left) if str(m) == " ".join(words[at : at + 3]))
        row.place(move)
        left[tile(move.a, move.b)] -= 1
        lying = Counter(digit for pair in row.tiles for digit in pair)
        seen = tuple(lying[digit] for digit in range(7))
        values.append(play_on(tuple(left[kind] for kind in kinds), row.tiles[0], row.tiles[-1], seen))
    return values


def domino_differences(
    hands: Sequence[tuple[Game, list[Tile], Options]], rows: dict[int, list[dict[str, str]]]
) -> tuple[int, list[Difference]]:
    """Compare every loss with the optimum, and every decisive move; give their number and what differs."""
    count, wrong = 0, []
    for number, (game, hand, options) in enumerate(hands, 1):
        truth = [domino_truth(hand, options, line) for line in game.moves]
        for line in rows[number]:
            turn, step = int(line["ply"]) - 1, int(line["step"])
            loss = truth[turn][step - 1] - truth[turn][step]
            said = float(line["loss_at_least"]), float(line["loss_at_most"])
            count += 1
            if said != (loss, loss) or line["proved"] != "1":
                wrong.append(Difference(number, step, said, loss))
            rival = truth[1 - turn][-1]
            ahead = [(value > rival) - (value < rival) for value in truth[turn]]
            fell = [at for at in range(1, len(ahead)) if ahead[at - 1] > ahead[at]] if ahead[-1] <= 0 else []
            if line["decisive"] != str(int(bool(fell) and step == fell[-1])):
                wrong.append(Difference(number, step, "decisive", fell))
    return count, wrong


# ---- Dama ----------------------------------------------------------------------------------------------------------


def dama_endgames(count: int, seed: int, plies: int = 40) -> list[Game]:
    """Play random endings of at most four pieces, to their end or for so many plies."""
    rng, found = random.Random(seed), list[Game]()
    dark = [square for square in range(64) if (square // 8 + square % 8) % 2]
    while len(found) < count:
        board = ["."] * 64
        for square in rng.sample(dark, rng.randint(2, 4)):
            piece = rng.choice("xXoO")
            board[square] = piece.upper() if square // 8 == (7 if piece in "xX" else 0) else piece
        position = DamaPosition("".join(board), 1)
        moves, texts, start = list[str](), [position], dama_text(position)
        while not position.is_over() and len(moves) < plies:
            move = rng.choice(position.legal_moves())
            moves.append(str(move))
            position = position.play(move)
            texts.append(position)
        if moves and {"x", "o"} <= set(start.split()[0].lower()):
            end = End.FINISHED if position.is_over() else End.ADJUDICATED
            found.append(Game(start, tuple(moves), tuple(map(dama_text, texts)), position.score(), end))
    return found


def dama_truth(games: Sequence[Game]) -> list[list[int]]:
    """Give the result of each position of games for who is to move, 1, 0 or -1, by the tablebase."""
    tables = Tables()
    tables.add(SHIPPED)

    def result(text: str) -> int:
        board, mover = text.split()
        rows = [board[at : at + 8] for at in range(0, 64, 8)]
        position = DamaPosition("".join(reversed(rows)), int(mover))
        if position.is_over():
            return -1
        value = tables.probe(*bitboards(position))
        return 0 if value == DRAW else -1 if is_lost(value) else 1

    return [[result(text) for text in game.positions] for game in games]


def dama_differences(
    truth: Sequence[Sequence[int]], rows: dict[int, list[dict[str, str]]]
) -> tuple[int, list[Difference]]:
    """Compare every loss, which must be proved; give their number and what differs."""
    count, wrong = 0, []
    for number, step, line in losses(rows):
        loss = truth[number - 1][step - 1] + truth[number - 1][step]
        count += 1
        if line["proved"] != "1" or float(line["loss_at_least"]) != loss:
            wrong.append(Difference(number, step, (line["loss_at_least"], line["proved"]), loss))
    return count, wrong
