"""Reviews as pages and tables show them: games, players, and losses in words that claim no more than is known."""

from __future__ import annotations

import csv
import dataclasses
import json
import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TextIO

from arbiter.games.extras import Reviewing
from arbiter.host.visible import visible_text
from arbiter.pages.amounts import amount, label
from arbiter.play.record import GameRecord
from arbiter.review.losses import PHASES, Decision, GameReview, ReviewedMove
from arbiter.review.result import Archive, Entry
from arbiter.review.run import Request, reviews
from arbiter.review.tally import Account, Given

LISTED = 500
"""Games of a page; `arbiter review --format csv` has all."""
RESULTS = {1: "won", 0: "drawn", -1: "lost"}


def decision_text(decision: Decision, record: GameRecord) -> str:
    """Say where a game was let go, without the move itself."""
    if decision.move is None:
        how = "proved" if decision.proved else "by estimate"
        return f"{'drawn' if record.winner() is None else 'lost'} from the start ({how})"
    before, after = decision.move.before, decision.move.after
    assert before is not None
    fell = RESULTS[after.result if decision.seen and after else -1 if record.winner() is not None else 0]
    how = (
        "proved" if decision.proved else f"estimate, depth {decision.move.depth}" if decision.move.depth else "estimate"
    )
    return f"{RESULTS[before.result]} before, {fell} after ({how}{'' if decision.seen else ', seen only later'})"


class GameRow(NamedTuple):
    """A game of the table: its moves that lost something, most first, and how who did not win let it go, by seat."""

    record: GameRecord
    players: tuple[int, int]
    decisions: list[tuple[int, Decision, str]]
    costly: list[ReviewedMove]
    totals: tuple[Given, Given]


@dataclasses.dataclass(frozen=True)
class ReviewView:
    """What the section of a page shows; players are counted as `names` are."""

    names: Sequence[str]
    rows: list[GameRow]
    table: list[Account]
    hows: list[str]
    unit: str
    terms: Reviewing | None
    reviewed: int

    phases = PHASES

    @staticmethod
    def mean(given: Given) -> str:
        """Write a mean loss: proved, and estimated."""
        parts = [f"{given.mean:.1f} of {given.proved}"] if given.mean is not None else []
        if given.estimated_mean is not None:
            parts.append(f"~{given.estimated_mean:.1f} of {given.estimated}")
        return "; ".join(parts) or "\N{EN DASH}"

    @staticmethod
    def blunders(account: Account) -> str:
        """Write how many blunders there are: proved, and estimated."""
        return f"{account.blunders}; ~{account.guessed}" if account.guessed else str(account.blunders)

    @staticmethod
    def best(given: Given) -> str:
        """Write the share of proved moves that were the best."""
        return "\N{EN DASH}" if given.best_share is None else f"{given.best_share:.0%} of {given.proved}"


def view(result: Archive, request: Request | None = None) -> ReviewView | None:
    """Make what a page shows of the reviews that there are; None without any. Raises StoreError."""
    table = [Account() for _ in result.names]
    rows: list[GameRow] = []
    hows, count, unit = set(), 0, ""
    for entry, review in reviews(result, request):
        count, unit = count + 1, review.unit
        hows.add(visible_text(review.how))
        for seat, player in enumerate(entry.players):
            table[player].add(review, seat)
        if count <= LISTED:
            rows.append(_row(entry, review))
    terms = result.game.reviewing
    return ReviewView(result.names, rows, table, sorted(hows), unit, terms, count) if count else None


def _row(entry: Entry, review: GameReview) -> GameRow:
    totals = Given(), Given()
    for move in review.moves:
        totals[move.seat].add(move)
    costly = sorted((move for move in review.moves if amount(move.loss) != "0"), key=lambda move: -move.loss)
    told = [(seat, one, decision_text(one, entry.record)) for seat, one in sorted(review.decisions.items())]
    return GameRow(entry.record, entry.players, told, costly, totals)


COLUMNS = (
    *("number", "player", "side", "ply", "step", "move"),
    *("loss_at_least", "loss_at_most", "proved", "estimate", "depth"),
    *("best", "line", "before", "after", "result_proved", "phase", "free", "blunder", "decisive"),
)


def write_csv(file: TextIO, result: Archive, request: Request) -> None:
    """Write a line for each move of the reviewed games."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for entry, review in reviews(result, request):
        for row in _rows(result, entry, review):
            cells = [", ".join(x) if isinstance(x, list) else "" if x is None else x for x in row.values()]
            writer.writerow([int(cell) if isinstance(cell, bool) else cell for cell in cells])


def write_json(file: TextIO, result: Archive, request: Request) -> None:
    """Write the reviewed games, with the same values for each move, and who let them go where."""
    found = {"game": result.game.name, "players": list(result.names), "games": list(data(result, request))}
    file.write(json.dumps(found, indent=1) + "\n")


def data(result: Archive, request: Request | None = None) -> Iterator[dict[str, Any]]:
    """Give reviewed games as JSON values, in their order."""
    for entry, review in reviews(result, request):
        yield to_json(result, entry, review)


def to_json(result: Archive, entry: Entry, review: GameReview) -> dict[str, Any]:
    """Give a reviewed game as JSON values."""
    decisions = [
        {
            "player": result.names[entry.players[seat]],
            "step": one.move.step if one.move else None,
            "ply": one.move.ply if one.move else None,
            "proved": one.proved,
            "told": decision_text(one, entry.record),
        }
        for seat, one in sorted(review.decisions.items())
    ]
    head = {"number": review.number, "how": review.how, "unit": review.unit, "decisions": decisions}
    return head | {"moves": list(_rows(result, entry, review))}


def _rows(result: Archive, entry: Entry, review: GameReview) -> Iterator[dict[str, Any]]:
    """Give what is known of each move; None where nothing is."""
    decisive = {(seat, one.move.step) for seat, one in review.decisions.items() if one.move}
    for move in review.moves:
        before, after = move.before, move.after
        values = (
            *(review.number, result.names[entry.players[move.seat]], result.game.sides[move.side], move.ply, move.step),
            *(move.move, move.least, None if math.isinf(move.most) else move.most, move.proved),
            *(None if move.estimate is None else round(move.estimate, 4), move.depth, move.best or None),
            *(list(move.line), before and RESULTS[before.result], after and RESULTS[after.result]),
            bool(before and after and before.proved and after.proved),
            *(PHASES[move.phase], move.free, move.blunder, (move.seat, move.step) in decisive),
        )
        yield dict(zip(COLUMNS, values, strict=True))


def text(view: ReviewView | None) -> Iterator[str]:
    """Say on a terminal what the section of a page says."""
    if view is None:
        yield "no game is reviewed"
        return
    yield f"judged by {'; '.join(view.hows)}; losses in {view.unit}, ~ is an estimate"
    for name, account in zip(view.names, view.table, strict=True):
        if account.games:
            told = f"mean loss {view.mean(account.total)}; proved best {view.best(account.total)}"
            yield f"{visible_text(name)}: {account.games} games, {told}; blunders {view.blunders(account)}"
    for row in view.rows:
        for seat, decision, told in row.decisions:
            move = decision.move
            where = f" {label(move)} {visible_text(move.move)} (better {visible_text(move.best)})" if move else ""
            yield f"game {row.record.number}: {visible_text(view.names[row.players[seat]])}{where}: {told}"
