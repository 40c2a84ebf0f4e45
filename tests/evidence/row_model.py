"""Rows of any hand as a model for OR-Tools CP-SAT: what each phase of a row plays, as a trail through digits.

It is made from the rules alone and shares nothing with the optimiser. Digits are those at the end of the game, so that
tiles match for good; phase r is the time with r of [11|11] to come. The row as it lies is an edge between its two ends,
plain tiles are edges, and a wild tile is one between whatever it joins. A trail through all edges of a phase exists if
they are connected and an odd number of them meets at no digits but the ends: this is all that the model asks.
"""

from __future__ import annotations

import importlib
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from arbiter.games.domino.law import MIRROR, PLAIN, RAISE, WILD, Options, Tile
from tests.evidence import row_trail
from tests.evidence.row_trail import DIGITS, First, Last, Pair, Played, worth

SIDES = (0, 1)
PAIRS: list[Pair] = list(PLAIN)
"""Two digits, or one twice, at the end of the game."""


class Answer(NamedTuple):
    """A row, as a line of moves, with its score; nothing scores more than `bound`. Seconds are of the processor."""

    line: str
    score: int
    bound: int
    seconds: float


class _Phase:
    """The variables of a phase, and what they ask of each other."""

    def __init__(self, rows: _Rows, number: int, before: list[list[Any]] | None) -> None:
        """`before` says for each side which digit it shows, 0 for a wild one; None for the first phase."""
        self.rows, self.number, self.flag = rows, number, rows.model.new_bool_var
        hand, count = rows.hand, rows.model.new_int_var
        self.tiles = [tile for tile in hand if tile in PLAIN]
        self.joins = {pair: count(0, hand[WILD], "") for pair in (PAIRS if hand[WILD] else [])}
        self.copies = {tile: count(0, hand[tile], "") for tile in self.tiles}
        self.twice = {tile: count(0, hand[MIRROR] // 2, "") for tile in self.tiles}  # two mirrors
        self.back = {tile: self.flag("") for tile in self.tiles}  # one more, which leads back
        self.beside_wild = count(0, hand[MIRROR], "")
        self.starts, self.ends, self.after = (self._digit_of_sides() for _ in range(3))
        self.still = self._of_sides()  # nothing is laid at that side
        self.caps = self._of_sides()  # a wild tile is the last one of that side
        self.reached = self._digits()
        self.first: dict[First, Any] = {}
        self.before = before or self._begin()
        self.last: list[dict[Last, Any]] = [self._lasts() for _ in SIDES]
        self._tiles()
        for side in SIDES:
            self._side(side)
        self._parity()
        self._connection()

    def _of_sides(self) -> list[Any]:
        return [self.flag("") for _ in SIDES]

    def _digits(self) -> list[Any]:
        return [self.flag("") for _ in range(7)]

    def _digit_of_sides(self) -> list[list[Any]]:
        found = [self._digits() for _ in SIDES]
        for flags in found:
            self.rows.model.add_exactly_one(flags)
        return found

    def final(self, tile: Tile) -> Pair:
        """Give the digits that a plain tile of this phase has in the end."""
        return row_trail.final(tile, self.number)

    def _begin(self) -> list[list[Any]]:
        """Choose the first tile, whose mirror may lie beside it: what both sides show then."""
        before = self._digit_of_sides()
        for tile in [*self.tiles, *([WILD] if self.joins else [])]:
            a, b = self.final(tile) if tile != WILD else (0, 0)
            for shown in dict.fromkeys([(a, b), (a, a), (b, b)] if self.rows.hand[MIRROR] else [(a, b)]):
                self.first[tile, shown] = first = self.flag("")
                for side in SIDES:
                    self.rows.model.add_implication(first, before[side][shown[side]])
        self.rows.model.add_exactly_one(self.first.values())
        return before

    def _lasts(self) -> dict[Last, Any]:
        """Choose the last tile of a side: from which digit to which; one with its mirror leads back."""
        found = {}
        for tile in self.tiles if self.joins else []:
            for a, b in dict.fromkeys([self.final(tile), self.final(tile)[::-1]]):
                found[tile, a, b, False] = self.flag("")
                found[tile, a, a, True] = self.flag("")
        return found

    def wild_tiles(self) -> Any:
        """Count the wild tiles of the phase."""
        return sum(self.joins.values()) + sum(self.caps) + self._first(WILD)

    def mirrors(self, tile: Tile) -> Any:
        """Count the mirrors beside a kind of plain tile."""
        return 2 * self.twice[tile] + self.back[tile] + self._first(tile, turned=True)

    def _first(self, tile: Tile, *, turned: bool = False) -> Any:
        return sum(
            flag
            for (other, shown), flag in self.first.items()
            if other == tile and (not turned or shown != self.final(tile))
        )

    def _inner(self, tile: Tile) -> Any:
        """Count the copies that are neither the first tile nor the last one of a side."""
        lasts = [flag for last in self.last for (other, *_, back), flag in last.items() if other == tile and not back]
        return self.copies[tile] - self._first(tile) - sum(lasts)

    def _tiles(self) -> None:
        model, mirrors = self.rows.model, self.rows.hand[MIRROR]
        for tile in self.tiles:
            model.add(self.twice[tile] <= mirrors * self.copies[tile])
            inner = self._inner(tile)
            model.add(self.back[tile] <= (self.copies[tile] if tile[0] == tile[1] else inner))
            lasts = [flag for last in self.last for (other, *_, back), flag in last.items() if other == tile and back]
            model.add(sum(lasts) <= self.back[tile])
            model.add(sum(lasts) <= inner)
        model.add(self.beside_wild <= mirrors * self.wild_tiles())

    def _side(self, side: int) -> None:
        model, still, cap = self.rows.model, self.still[side], self.caps[side]
        becomes = 0 if self.rows.options.zero_stays or not self.number else (self.number - 1) % 6 + 1
        for flags in (self.starts[side], self.ends[side]):
            model.add(flags[0] == 0)
        for digit in DIGITS:
            model.add_implication(self.before[side][digit], self.starts[side][digit])
            model.add(self.starts[side][digit] == self.ends[side][digit]).only_enforce_if(still)
            wild = [still, self.before[side][0]]
            model.add(self.starts[side][digit] == self.starts[1 - side][digit]).only_enforce_if(wild)
        model.add_implication(cap, still.negated())
        model.add_implication(cap, self.after[side][becomes])
        for digit in range(7):
            shown = self.after[side][digit or becomes]
            model.add_bool_or([still.negated(), self.before[side][digit].negated(), shown])
            if not self.joins or not self.number:
                model.add_bool_or([still, cap, self.ends[side][digit].negated(), shown])
        if self.joins and self.number:
            model.add_exactly_one([still, cap, *self.last[side].values()])
        else:
            model.add_at_most_one([still, cap])
            model.add(sum(self.last[side].values()) == 0)
        for (_, near, far, _), flag in self.last[side].items():
            model.add_implication(flag, self.ends[side][near])
            model.add_implication(flag, self.after[side][far])

    def _parity(self) -> None:
        model = self.rows.model
        for digit in DIGITS:
            meet = [one[side][digit] for one in (self.starts, self.ends) for side in SIDES]
            for tile in self.tiles:
                if self.final(tile)[0] != self.final(tile)[1] and digit in self.final(tile):
                    meet += [self._inner(tile), self.back[tile]]
            meet += [number for (a, b), number in self.joins.items() if a != b and digit in (a, b)]
            model.add(sum(meet) == 2 * model.new_int_var(0, sum(self.rows.hand.values()) + 4, ""))

    def _connection(self) -> None:
        """A digit is reached from a start by edges; a copy whose mirror leads back leads nowhere."""
        model = self.rows.model
        levels = [model.new_int_var(0, 5, "") for _ in range(7)]
        by: dict[int, list[Any]] = {digit: [] for digit in DIGITS}
        for a, b in PAIRS:
            alike = [tile for tile in self.tiles if set(self.final(tile)) == {a, b}]
            edges = [self._inner(tile) - self.back[tile] for tile in alike]
            edges += [self.joins[a, b]] if self.joins else []
            for near, far in ((a, b), (b, a)) if edges and a != b else ():
                passed = self.flag("")
                model.add(sum(edges) >= passed)
                model.add_implication(passed, self.reached[near])
                model.add(levels[far] > levels[near]).only_enforce_if(passed)
                by[far].append(passed)
        for digit in DIGITS:
            for side in SIDES:
                begins = self.flag("")
                model.add_implication(begins, self.starts[side][digit])
                model.add_implication(begins, self.still[side].negated())
                by[digit].append(begins)
                for flags in (self.starts, self.ends):
                    model.add_bool_or([self.still[side], flags[side][digit].negated(), self.reached[digit]])
            model.add_bool_or([*by[digit], self.reached[digit].negated()])
        for tile in self.tiles:
            a, b = self.final(tile)
            model.add(self._inner(tile) <= self.rows.hand[tile] * (self.reached[a] + self.reached[b]))
        for (a, b), number in self.joins.items():
            model.add(number <= self.rows.hand[WILD] * (self.reached[a] + self.reached[b]))


class _Rows:
    """All rows that play so many [11|11]."""

    def __init__(self, hand: Counter[Tile], options: Options) -> None:
        cp_model = importlib.import_module("ortools.sat.python.cp_model")
        self.model: Any = cp_model.CpModel()
        self.hand, self.options = hand, options
        self.phases: list[_Phase] = []
        self.raised: list[list[Any]] = []  # [11|11] at the end of a phase: beside which digit, and mirrors of it there
        self.turned: list[list[Any]] = []
        before = None
        for number in range(hand[RAISE], -1, -1):
            phase = _Phase(self, number, before)
            self.phases.append(phase)
            before = phase.after
            if number == 0:
                break
            self.raised.append([self.model.new_bool_var("") for _ in range(7)])
            self.turned.append([self.model.new_int_var(0, hand[MIRROR], "") for _ in range(7)])
            self.model.add_exactly_one(self.raised[-1])
            for digit in range(7):
                self.model.add(self.raised[-1][digit] <= before[0][digit] + before[1][digit])
                self.model.add(self.turned[-1][digit] <= hand[MIRROR] * self.raised[-1][digit])
        for tile in self.phases[0].tiles:
            self.model.add(sum(phase.copies[tile] for phase in self.phases) <= hand[tile])
        self.model.add(sum(phase.wild_tiles() for phase in self.phases) <= hand[WILD])
        used = [phase.mirrors(tile) for phase in self.phases for tile in phase.tiles]
        used += [phase.beside_wild for phase in self.phases] + [number for row in self.turned for number in row]
        self.model.add(sum(used) <= hand[MIRROR])
        self.model.maximize(self.points())

    def points(self) -> Any:
        """Give the points of the row."""
        found: Any = 0
        for phase in self.phases:
            wild = worth(WILD, phase.number, self.options)
            found += wild * (phase.wild_tiles() + phase.beside_wild)
            for tile in phase.tiles:
                found += worth(tile, phase.number, self.options) * (phase.copies[tile] + phase.mirrors(tile))
        for raised, turned in zip(self.raised, self.turned, strict=True):
            found += sum(2 * digit * (raised[digit] + turned[digit]) for digit in DIGITS)
        return found

    def played(self, solver: Any) -> list[Played]:
        """Read what the phases play off a solution."""
        value, found = solver.value, []

        def chosen(flags: list[Any]) -> int:
            return [value(flag) for flag in flags].index(1)

        for phase, raised, turned in zip(self.phases, [*self.raised, None], [*self.turned, None], strict=True):
            found.append(
                Played(
                    number=phase.number,
                    copies={tile: value(number) for tile, number in phase.copies.items()},
                    twice={tile: value(number) for tile, number in phase.twice.items()},
                    back={tile: bool(value(flag)) for tile, flag in phase.back.items()},
                    joins=[pair for pair, number in phase.joins.items() for _ in range(value(number))],
                    caps=[bool(value(flag)) for flag in phase.caps],
                    beside_wild=value(phase.beside_wild),
                    first=next((first for first, flag in phase.first.items() if value(flag)), None),
                    last=[next((last for last, flag in one.items() if value(flag)), None) for one in phase.last],
                    starts=[chosen(flags) for flags in phase.starts],
                    ends=[chosen(flags) for flags in phase.ends],
                    still=[bool(value(flag)) for flag in phase.still],
                    reached={digit for digit in DIGITS if value(phase.reached[digit])},
                    raised_left=raised is not None and bool(value(phase.after[0][chosen(raised)])),
                    turned=sum(value(number) for number in turned) if turned is not None else None,
                )
            )
        return found


def solve(hand: Sequence[Tile], limit_s: float, options: Options, least: int = 0) -> Answer:
    """Find the best row that scores at least so much, with one thread; no line if there is none, or none was found."""
    cp_model = importlib.import_module("ortools.sat.python.cp_model")
    begin, held = time.process_time(), Counter(hand)
    numbers = range(held[RAISE] + 1) if options.early_stop else [held[RAISE]]
    best = Answer("", 0, 0, 0.0)
    for number in numbers if any(tile not in (RAISE, MIRROR) for tile in hand) else []:
        rows = _Rows(held - Counter({RAISE: held[RAISE] - number}), options)
        if least:
            rows.model.add(rows.points() >= least)
        solver = cp_model.CpSolver()
        solver.parameters.max_time_in_seconds = limit_s / len(numbers)
        solver.parameters.num_workers = 1
        status = solver.solve(rows.model)
        bound = 0 if status == cp_model.INFEASIBLE else round(solver.best_objective_bound)
        line, score = "", 0
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            line, score = row_trail.lay(rows.played(solver), hand, options)
        better = score > best.score or not best.line
        best = Answer(*((line, score) if better else best[:2]), max(bound, best.bound), 0.0)
    return best._replace(seconds=time.process_time() - begin)
