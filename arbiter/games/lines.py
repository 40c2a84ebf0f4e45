"""Protocols of lines, described: each answer is one line with a move, and so is what the opponent played."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True, slots=True)
class Lines:
    """What programs are told beside moves, each a line without its newline.

    Who moves first hears `first` and answers with a move; the other hears `second` and then the opponent's first move.
    At the end both hear `over`; who would be to move hears it in place of the last move.

    `opening` says how a game that begins after some moves is told, behind `first` and `second`: a format of `{count}`
    and `{moves}`, "" if the protocol cannot tell. `quit` is the line that ends a program, "" if only the end of its
    input does; `status` its exit status then, None if any will do. `document` says where this is written down.
    """

    first: str
    second: str
    over: str
    opening: str = ""
    quit: str = ""
    status: int | None = None
    document: str = ""

    def greeting(self, number: int, moves: list[str]) -> bytes:
        """Give the line that begins a game for who moves first (0) or second (1), after the moves of an opening."""
        words = [(self.first, self.second)[number]]
        if moves or "{count}" in self.opening:
            words.append(self.opening.format(count=len(moves), moves=" ".join(moves)))
        return " ".join(words).rstrip().encode() + b"\n"
