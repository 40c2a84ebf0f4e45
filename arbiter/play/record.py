"""What is known of a finished game: plain data, from which every score, table and page is made."""

from __future__ import annotations

import array
import base64
import dataclasses
import functools
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

from arbiter.games.contract import Transcript
from arbiter.games.players import End, Offence, Turn

Packed = tuple[str | tuple[str, ...], bytes, tuple[str, ...]]
"""Turns as columns: moves, a text of lines if none has a line end; seconds, then CPU seconds; standard error if any."""


class TurnColumns(Sequence[Turn]):
    """Turns as columns, of which one is made when it is asked for: a page that shows none needs 2 us a game, not 70."""

    __slots__ = ("_cpus", "_said", "moves", "times")

    def __init__(self, packed: Packed) -> None:
        """Take what `packed` has given; `moves` are texts, `times` wall-clock seconds."""
        moves, numbers, self._said = packed
        self.moves = tuple(moves.split("\n")) if isinstance(moves, str) else moves
        seconds, count = array.array("d", numbers), len(self.moves)
        self.times: Sequence[float] = seconds[:count]
        self._cpus = seconds[count:]

    @classmethod
    def packed(cls, turns: Sequence[Turn]) -> Packed:
        """Give turns as columns."""
        moves, times, cpus, said = zip(*turns, strict=True) if turns else ((), (), (), ())
        lines = "\n".join(moves)
        whole = moves and lines.count("\n") == len(moves) - 1
        return lines if whole else moves, array.array("d", times + cpus).tobytes(), said if any(said) else ()

    def __len__(self) -> int:
        """Give their number."""
        return len(self.moves)

    def __iter__(self) -> Iterator[Turn]:
        """Make one after the other."""
        return map(_TURN, zip(self.moves, self.times, self._cpus, self._said or ("",) * len(self), strict=True))

    @overload
    def __getitem__(self, at: int) -> Turn: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Turn, ...]: ...

    def __getitem__(self, at: int | slice) -> Turn | tuple[Turn, ...]:
        """Make one, or some."""
        return tuple(self)[at]

    def __eq__(self, other: object) -> bool:
        """Tell whether the others are the same turns."""
        return isinstance(other, TurnColumns | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        """Be found where a tuple of the same turns is."""
        return hash(tuple(self))

    def __repr__(self) -> str:
        """Write the turns."""
        return repr(tuple(self))


_TURN: Callable[[Any], Turn] = functools.partial(tuple.__new__, Turn)


@dataclasses.dataclass(frozen=True, slots=True)
class Cost:
    """What one player used in one game: wall-clock and CPU seconds, peak resident MiB, tail of standard error; and the
    seconds for which the program was ready to run but the machine was busy with something else; and the protections
    that were in force (bits, see `arbiter.host.launch.Protection`); and the CPU seconds, of all, that it used while the
    other player was to move.
    """

    wall_s: float = 0.0
    cpu_s: float = 0.0
    peak_mib: float = 0.0
    stderr: str = ""
    lag_s: float = 0.0
    protections: int = 0
    idle_cpu_s: float = 0.0


@dataclasses.dataclass(frozen=True, slots=True)
class GameRecord:
    """One finished game. Players are 0 (A) and 1 (B) in every field.

    `number` counts from 1; `first` is the player who moved first (black, say); `scores` are the points of A and
    B. An `offender` lost the game for `reason`, a sentence, and `evidence` holds the bytes that prove it (if any, at
    most 200); `also` is what the other player did wrong in the same game, if it failed too. Without an offender, `end`
    is FINISHED, or ADJUDICATED or VOID for `reason`. Behind that, whatever the end, the reason may say why an engine
    could not adjudicate, or what a player did that is not as it should be but costs nothing. `start` is the position
    from which it was played, or the hand, in the game's notation, empty where that is the usual one.
    """

    game: str
    number: int
    players: tuple[str, str]
    first: int
    turns: TurnColumns | tuple[Turn, ...]
    scores: tuple[int, int]
    end: End = End.FINISHED
    offender: int | None = None
    reason: str = ""
    evidence: bytes = b""
    costs: tuple[Cost, Cost] = (Cost(), Cost())
    start: str = ""
    also: Offence | None = None

    def offences(self) -> dict[int, Offence]:
        """Give what who did wrong, by player, the offender first."""
        if self.offender is None:
            return {}
        found = {self.offender: Offence(self.end, self.reason, self.evidence)}
        return found | ({1 - self.offender: self.also} if self.also else {})

    def __reduce__(self) -> tuple[Any, ...]:
        """Go to another process packed, which takes a third of the time."""
        a, b = self.costs
        return _unpacked, (TurnColumns.packed(self.turns), _COST(a), _COST(b), self.end.name, *_REST(self))

    def transcript(self) -> Transcript:
        """Give what a law must know to replay it."""
        return Transcript(self.number, self.start, self.moves())

    def moves(self) -> tuple[str, ...]:
        """Give the moves alone."""
        turns = self.turns
        return turns.moves if isinstance(turns, TurnColumns) else tuple([turn.move for turn in turns])

    def times(self) -> Sequence[float]:
        """Give the seconds that each of them took."""
        turns = self.turns
        return turns.times if isinstance(turns, TurnColumns) else [turn.time_s for turn in turns]

    def winner(self) -> int | None:
        """Player with more points, or None for a draw."""
        a, b = self.scores
        return None if a == b else int(b > a)

    def to_json(self) -> dict[str, Any]:
        """Give the record as JSON values; `evidence` becomes base64."""
        data = dataclasses.asdict(dataclasses.replace(self, turns=(), also=None))
        data["turns"] = [turn._asdict() for turn in self.turns]
        data |= _written(Offence(self.end, self.reason, self.evidence))
        data["also"] = _written(self.also) if self.also else None
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> GameRecord:
        """Read back what `to_json` gave. Raises KeyError, TypeError or ValueError for what it did not."""
        a, b = data["costs"]
        used = [value for cost in (a, b) for name, value in cost.items() if name != "stderr"]
        used += [turn[name] for turn in data["turns"] for name in ("time_s", "cpu_s") if name in turn]
        for value in (data["number"], data["first"], *data["scores"], *used):
            if type(value) not in (int, float):  # pages write them as they are
                raise TypeError(f"expected a number, found {value!r}")
        also = data.get("also")
        record = cls(
            **{
                **data,
                "players": tuple(data["players"]),
                "turns": tuple(Turn(**turn) for turn in data["turns"]),
                "scores": tuple(data["scores"]),
                **_read(data)._asdict(),
                "costs": (Cost(**a), Cost(**b)),
                "also": _read(also) if also else None,
            }
        )
        record.check()
        return record

    def check(self) -> None:
        """Raise TypeError or ValueError if something is not what a record has: others write files, too."""
        for number in (self.number, self.first, *self.scores):
            if type(number) is not int:
                raise TypeError(f"expected a whole number, found {number!r}")
        said = [turn.stderr for turn in self.turns] + [cost.stderr for cost in self.costs]
        reasons = [one.reason for one in self.offences().values()]
        for value in (self.game, *self.players, self.start, self.reason, *reasons, *self.moves(), *said):
            if not isinstance(value, str):
                raise TypeError(f"expected a text, found {value!r}")
        if (len(self.players), len(self.scores)) != (2, 2):
            raise ValueError(f"expected two players and their points, found {self.players!r} and {self.scores!r}")
        if self.first not in (0, 1) or self.offender not in (None, 0, 1):
            raise ValueError(f"expected 0 or 1, found first {self.first!r} and offender {self.offender!r}")


def _unpacked(turns: Packed, a: tuple[Any, ...], b: tuple[Any, ...], end: str, *rest: Any) -> GameRecord:
    game, number, players, first, scores, offender, reason, evidence, start, also = rest
    played, costs = TurnColumns(turns), (Cost(*a), Cost(*b))
    why = offender, reason, evidence
    return GameRecord(game, number, players, first, played, scores, End[end], *why, costs, start, also)


_APART = "turns", "costs", "end"
_REST = operator.attrgetter(*(field.name for field in dataclasses.fields(GameRecord) if field.name not in _APART))
_COST = operator.attrgetter(*(field.name for field in dataclasses.fields(Cost)))


def _written(offence: Offence) -> dict[str, str]:
    evidence = base64.b64encode(offence.evidence).decode("ascii")
    return {"end": offence.end.name, "reason": offence.reason, "evidence": evidence}


def _read(data: dict[str, Any]) -> Offence:
    return Offence(End[data["end"]], data["reason"], base64.b64decode(data["evidence"]))


@dataclasses.dataclass(frozen=True, slots=True)
class MatchRecord:
    """Everything a report of a match is made from.

    `options` are the limits and settings that a reader should know, as (name, value) texts such as
    `("time per move", "10 s")`. `interrupted` means that a person stopped the match before `games_planned` games;
    `failure` says why the arbiter itself did, "" if it did not. After `limit` plies a game is drawn, None: never.
    """

    game: str
    players: tuple[str, str]
    games_planned: int
    options: tuple[tuple[str, str], ...]
    records: tuple[GameRecord, ...]
    interrupted: bool
    limit: int | None = None
    failure: str = ""

    def to_json(self) -> dict[str, Any]:
        """Give the match as JSON values; the games as `GameRecord.to_json` gives them."""
        return {
            "game": self.game,
            "players": list(self.players),
            "games_planned": self.games_planned,
            "options": dict(self.options),
            "interrupted": self.interrupted,
            "failure": self.failure,
            "limit": self.limit,
            "records": [record.to_json() for record in self.records],
        }
