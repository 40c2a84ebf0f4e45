"""The two-dimensional game once more, as an exhaustive search; neither it nor plain_row imports the product."""

from __future__ import annotations

from functools import cache

from tests.domino.plain_row import MIRROR, RAISE, Tile, up

Cell = tuple[int, int]
Laid = tuple[Cell, int, Cell, int]
"""A tile on the board: its two cells, each with its digit."""


def best_score(hand: list[Tile], zero_stays: bool = False, early_stop: bool = False) -> int:
    """Score of the best board, by playing every game."""

    @cache
    def best(board: frozenset[Laid], left: tuple[Tile, ...]) -> int:
        digit = {cell: value for c1, d1, c2, d2 in board for cell, value in ((c1, d1), (c2, d2))}
        partner = {c1: c2 for c1, _, c2, _ in board} | {c2: c1 for c1, _, c2, _ in board}
        results = []
        for tile in set(left):
            rest = list(left)
            rest.remove(tile)
            for c1, c2 in places(digit):
                for new in lies(tile, c1, c2, digit, partner):
                    after = board
                    if tile == RAISE:
                        after = frozenset((a, up(x, zero_stays), b, up(y, zero_stays)) for a, x, b, y in board)
                    results.append(best(after | {(c1, new[0], c2, new[1])}, tuple(rest)))
        if early_stop or not results:
            results.append(sum(digit.values()))
        return max(results)

    def places(digit: dict[Cell, int]) -> set[tuple[Cell, Cell]]:
        found = set()
        rows = [row for row, _ in digit]
        columns = [column for _, column in digit]
        for row in range(min(rows), max(rows) + 1):
            for column in range(min(columns) - 2, max(columns) + 3):
                here = (row, column)
                beside, below = (row, column + 1), (row + 1, column)
                if here in digit:
                    continue
                if beside not in digit and ((row, column - 1) in digit or (row, column + 2) in digit):
                    found.add((here, beside))
                if below not in digit and ((row, column - 1) in digit) != ((row, column + 1) in digit):
                    found.add((here, below))
        return found

    def touching(c1: Cell, c2: Cell, digit: dict[Cell, int]) -> list[tuple[int, Cell]]:
        """Halves and the cells beside them in their row."""
        return [
            (half, (row, column + step))
            for half, (row, column) in enumerate((c1, c2))
            for step in (-1, 1)
            if (row, column + step) in digit
        ]

    def lies(tile: Tile, c1: Cell, c2: Cell, digit: dict[Cell, int], partner: dict[Cell, Cell]) -> set[tuple[int, int]]:
        contacts = touching(c1, c2, digit)
        level = {cell: up(d, zero_stays) if tile == RAISE else d for cell, d in digit.items()}
        if tile not in (RAISE, MIRROR):
            wanted = {tile, tile[::-1]}
        else:
            wanted = set()
            for half, cell in contacts:
                if half == 1 and c1[0] != c2[0]:
                    continue  # a vertical tile takes after the neighbour of its upper half
                near = level[cell]
                far = near if tile == RAISE else level[partner[cell]]
                wanted.add((near, far) if half == 0 else (far, near))
        return {
            new
            for new in wanted
            if all(new[half] == level[cell] or new[half] == 0 or level[cell] == 0 for half, cell in contacts)
        }

    results = [0]
    for tile in set(hand) - {RAISE, MIRROR}:
        rest = list(hand)
        rest.remove(tile)
        results.append(best(frozenset({((0, 0), tile[0], (0, 1), tile[1])}), tuple(sorted(rest))))
    return max(results)
