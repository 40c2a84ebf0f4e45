"""The examination of a Dama player that reads and writes board files, as `docs/protocol-dama.md` has it."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from arbiter.games.dama import law
from arbiter.games.dama.examination_pipe import LEGAL, picture
from arbiter.games.dama.files import Folder, board_name, write_whole
from arbiter.games.demands import LIMITS
from arbiter.games.dialogues import Demand, Desk, Examination, Examinee, FaultError, NotReachedError, show
from arbiter.games.examination import random_opening
from arbiter.games.players import End, PlayerError

DOCUMENT = "docs/protocol-dama.md"
GAME, FILES, ARBITER = "A game by files", "Board files", "Under the arbiter"
TURN = Demand(
    "Player 1 waits for `board_1.txt`, moves, stores `board_2.txt`, waits for `board_3.txt`; player 2 waits for "
    "`board_2.txt`.",
    DOCUMENT,
    GAME,
)
FORMAT = Demand(
    "A board is a file of exactly 127 bytes: eight rows, row 7 first, apart by one newline (`\\n`), none at the end. A "
    "row is eight cells, apart by one blank; a cell is `x`, `X`, `o`, `O`, or a blank if it is empty.",
    DOCUMENT,
    FILES,
)
READING = Demand(
    "Because many programs write theirs byte by byte, a reader takes a board as soon as it is one, and calls it "
    "malformed only when it still is after 500 ms without having grown.",
    DOCUMENT,
    GAME,
)
NEWLINE = Demand("Who reads a board accepts one newline after the last row, and any position", DOCUMENT, FILES)
STUCK = Demand("Who cannot move stores the same board again, and has lost.", DOCUMENT, GAME)
OWN_FILES = Demand(
    "A program leaves boards that are there as they are, and writes no file but its own boards and such whose names "
    "begin with a dot.",
    DOCUMENT,
    ARBITER,
)
STAY = Demand(
    "A program that ends before it has moved loses; when the game is over it is killed, which costs nothing, so that "
    "it need not know when to end.",
    DOCUMENT,
    ARBITER,
)
DEMANDS = {
    End.TIMEOUT: TURN,
    End.CRASH: STAY,
    End.MALFORMED: FORMAT,
    End.ILLEGAL: LEGAL,
    End.TAMPERED: OWN_FILES,
}

FIRST, SECOND = "player 1: board_1.txt in, board_2.txt out", "player 2: board_2.txt in, board_3.txt out"
WAIT_S = 0.3
SLICE, SLICE_S = 16, 0.02
"""Bytes of a slow writer, and the seconds between them."""
STALL_S, TRIES = 0.4, 5
"""A file that does not grow for half a second may be called malformed; how often we try to do better."""
OPENINGS = (0, 40, 60, 80)
MOST_MOVES = 12
"""Moves of the program in a game, so that slow ones take no more than minutes."""


def _board(player_1: str, player_2: str) -> law.Position:
    """Give the position with these pieces, such as `a6 Xb5`; player 1 is to move."""
    board = [law.EMPTY] * 64
    for names, man in ((player_1, "x"), (player_2, "o")):
        for name in names.split():
            board[8 * (int(name[-1]) - 1) + "abcdefgh".index(name[-2])] = name[0] if len(name) == 3 else man
    return law.Position(law.check_board("".join(board)))


BLOCKED = _board("a6", "b7 c8")
PROMOTING = _board("d7", "h7 f7")
BESIDE_KING = _board("c4 f3", "Od5 Og4 b7")
KING_BACKWARDS = _board("Xd5", "c4 e4 Og8")


Write = Callable[[Examinee, Path, bytes], None]
"""How a file is given to a program."""


def at_once(examinee: Examinee, path: Path, data: bytes) -> None:
    """Write a file that is whole from the first moment that it is there."""
    write_whole(path, data)


class Slowly:
    """Writes files in place, bit by bit."""

    def __init__(self) -> None:
        """Begin; `longest_s` will be the longest time in which a file did not grow."""
        self.longest_s = 0.0

    def __call__(self, examinee: Examinee, path: Path, data: bytes) -> None:
        """Write a file."""
        with path.open("xb", buffering=0) as file:
            for at in range(0, len(data), SLICE):
                written = time.monotonic()
                file.write(data[at : at + SLICE])
                examinee.pause(SLICE_S)
                self.longest_s = max(self.longest_s, time.monotonic() - written)


def with_newline(examinee: Examinee, path: Path, data: bytes) -> None:
    """Write a file with a newline after the last row."""
    write_whole(path, data + b"\n")


class FileRound:
    """One game of one process, in its folder."""

    def __init__(self, desk: Desk, number: int, position: law.Position | None = None, write: Write = at_once) -> None:
        """Start the program as player `number`. Raises PlayerError."""
        self.number, self.position = number, position or law.Position()
        self.boards = [self.position.board]
        self.examinee = desk.seat()
        self.folder = Folder(self.examinee, number, self._marking(write))

    def _marking(self, write: Write) -> Callable[[Path, bytes], None]:
        def marked(path: Path, data: bytes) -> None:
            self.examinee.mark("we stored", path.name.encode())
            write(self.examinee, path, data)

        return marked

    def play(self, move: law.Move) -> None:
        """Play a move of either player."""
        self.position = self.position.play(move)
        self.boards.append(self.position.board)

    def ask(self) -> None:
        """Have the program move. Raises FaultError and PlayerError."""
        move, _ = self.folder.ask(self.boards)
        name = board_name(len(self.boards) + 1)
        self.examinee.mark("it stored", f"{name} ({move})".encode())
        self.play(move)


@contextlib.contextmanager
def _game(desk: Desk, number: int, position: law.Position | None = None, write: Write = at_once) -> Iterator[FileRound]:
    """Give a game; say what the program did wrong in it. Raises FaultError."""
    game = FileRound(desk, number, position, write)
    try:
        yield game
        game.folder.end()
    except PlayerError as error:
        fault = _explained(game, error)
        fault.events = tuple(game.examinee.events)
        fault.stderr = game.examinee.last_words()
        raise fault from None
    finally:
        game.folder.abandon()


def _explained(game: FileRound, error: PlayerError) -> FaultError:
    """Say in a sentence what was wrong."""
    name, board = board_name(len(game.boards) + 1), picture(game.position)
    demand = DEMANDS.get(error.end, LIMITS)
    if error.end is End.TIMEOUT and (malformed := _why_malformed(game.folder.path / name)):
        return FaultError(f"It stored {name}: {malformed}.", FORMAT)
    if error.end is End.TIMEOUT:
        strange = sorted(path.name for path in game.folder.path.iterdir() if path.name not in game.folder.known)
        wrote = f"; it wrote {', '.join(map(show, strange))} instead" if strange else ""
        game.examinee.mark(f"no {name} came")
        return FaultError(f"It was given {_given(game)} and did not store {name}{wrote}: {error.reason}.", demand)
    if error.end is End.CRASH:
        return FaultError(f"It {error.reason} when it was to store {name}.", demand)
    if error.end is End.MALFORMED:
        return FaultError(f"It stored {error.reason}{_guess(error.evidence)}.", demand)
    if error.end is End.ILLEGAL:
        after = error.evidence.decode("latin-1")
        why = _illegal(game, law.parse_board(after))
        return FaultError(
            f"As player {game.number} it {why or error.reason}.", demand, board=f"{board}\nit stored\n{after}"
        )
    return FaultError(f"It {error.reason}.", demand)


def _given(game: FileRound) -> str:
    boards = [board_name(number) for number in range(1, len(game.boards) + 1)]
    return boards[0] if len(boards) == 1 else f"{boards[0]} to {boards[-1]}"


def _why_malformed(path: Path) -> str:
    """Say why a file that is there is no board; "" if it is one, or not there."""
    try:
        data = path.read_bytes()
        law.parse_board(data.decode("latin-1"))
    except law.BoardError as error:
        return f"{error}{_guess(data)}"
    except OSError:
        pass
    return ""


def _guess(data: bytes) -> str:
    """Guess why a file is no board."""
    if b"\r" in data:
        return ". It ends its rows with CR LF, `\\r\\n`, where one newline, `\\n`, is expected"
    if any(len(row) < 15 for row in data.removesuffix(b"\n").split(b"\n")) and data.count(b"\n") in (7, 8):
        return ". Blanks at the end of a row are part of it"
    if data.count(b"\n") == 0 and len(data) > 64:
        return ". The rows are not apart by newlines"
    return ""


def _illegal(game: FileRound, after: str) -> str:
    """Guess what an illegal move was; "" if there is no telling."""
    position = game.position
    if after == position.board:
        return "stored the same board again although it can move"
    own, other = "xX" if game.number == 1 else "oO", "oO" if game.number == 1 else "xX"
    gone = [s for s in range(64) if position.board[s] in own and after[s] != position.board[s]]
    come = [s for s in range(64) if after[s] in own and after[s] != position.board[s]]
    taken = [s for s in range(64) if position.board[s] in other and after[s] not in other]
    if not gone and not come:
        return "moved no piece of its own" + (f", but took away {_squares(taken)}" if taken else "")
    if len(gone) > 1 or len(come) > 1:
        return f"moved more than one piece: {_squares(gone)} to {_squares(come)}"
    move = f"`{law.square_text(gone[0])}-{law.square_text(come[0])}`" if gone and come else "its piece"
    if gone and come and come[0] // 8 == law.LAST_ROW[game.number] and after[come[0]] == law.MAN[game.number]:
        return f"moved {move} to the last row, but left the man a man; it must become a king at once"
    if len(taken) > 1:
        return f"captured {len(taken)} pieces in one move, {_squares(taken)}; a capture takes one"
    if taken and gone and position.board[gone[0]] in "xo" and position.board[taken[0]] in "XO":
        return f"played {move}, with which a man captures the king on {_squares(taken)}; men capture men only"
    if gone and come:
        back = (come[0] // 8 - gone[0] // 8) * law.FORWARDS[game.number] < 0
        if back and position.board[gone[0]] in "xo":
            return f"moved a man backwards, {move}"
        return f"made the move {move}, which is not legal" + (f", and took away {_squares(taken)}" if taken else "")
    return ""


def _squares(squares: list[int]) -> str:
    return ", ".join(map(law.square_text, squares)) or "nothing"


# ---- examinations --------------------------------------------------------------------------------------------------


def examinations() -> list[Examination]:
    """List what a player of Dama is examined in, by board files."""

    def placed(name: str, position: law.Position) -> Examination:
        return Examination(name, lambda desk: _position(desk, position), (SECOND,))

    return [
        Examination(FIRST, _first),
        Examination(SECOND, _second, (FIRST,)),
        Examination("a board is a file of exactly 127 bytes", _bytes, (FIRST,)),
        Examination("games, to their end or for some moves", _games, (SECOND,)),
        placed("a man that reaches the last row", PROMOTING),
        placed("a man beside kings", BESIDE_KING),
        placed("a king that moves backwards", KING_BACKWARDS),
        Examination("no legal move: the same board again", _stuck, (FIRST,)),
        Examination("boards written slowly, byte by byte", _slowly, (SECOND,)),
        Examination("boards with a newline after the last row", _with_newline, (SECOND,)),
    ]


def _first(desk: Desk) -> None:
    with _game(desk, 1) as game:
        game.ask()


def _second(desk: Desk) -> None:
    chance = desk.chance("second")
    with _game(desk, 2) as game:
        game.folder.store(board_name(1), law.format_board(game.position.board).encode())
        game.examinee.pause(WAIT_S)
        if (game.folder.path / board_name(2)).exists():
            game.examinee.mark("it stored", board_name(2).encode())
            fault = FaultError("As player 2 it stored board_2.txt, which is player 1's.", TURN)
            fault.events = tuple(game.examinee.events)
            raise fault
        game.play(chance.choice(game.position.legal_moves()))
        game.ask()


def _bytes(desk: Desk) -> None:
    with _game(desk, 1) as game:
        game.ask()
        data = game.folder.known[board_name(2)]
        if len(data) != 127:
            why = "there is a newline behind the last row" if data.endswith(b"\n") else show(data)
            raise FaultError(f"Its board_2.txt has {len(data)} bytes: {why} (which the referee forgives).", FORMAT)


def _games(desk: Desk) -> None:
    for at, plies in enumerate(OPENINGS):
        chance = desk.chance("game", at)
        position = law.Position()
        for move in random_opening(position, plies, chance):
            position = position.play(move)
        with _game(desk, 1 + at % 2, position) as game:
            _play(game, chance)
        desk.close()


def _play(game: FileRound, chance: random.Random) -> None:
    for _ in range(2 * MOST_MOVES):
        if game.position.winner() is not None:
            return
        if game.position.mover == game.number:
            game.ask()
        else:
            game.play(chance.choice(game.position.legal_moves()))


def _position(desk: Desk, position: law.Position) -> None:
    """Let it move in a position, and in its mirror image as player 2."""
    with _game(desk, 1, position) as game:
        game.ask()
    turned = position.board[::-1].translate(str.maketrans("xXoO", "oOxX"))
    with _game(desk, 2, law.Position(turned, 2)) as game:
        game.boards.insert(0, turned)  # player 2 waits for the second board
        game.ask()


def _stuck(desk: Desk) -> None:
    game = FileRound(desk, 1, BLOCKED)
    try:
        game.folder.ask(game.boards)
    except PlayerError as error:
        if error.end is not End.ILLEGAL or error.evidence.decode("latin-1") != law.format_board(BLOCKED.board):
            fault = _explained(game, error)
            fault.events, fault.demand = tuple(game.examinee.events), STUCK
            fault.sentence = f"In a position without a legal move: {fault.sentence}"
            raise fault from None
    finally:
        game.folder.abandon()


def _slowly(desk: Desk) -> None:
    """Write slowly; where a busy machine made that too slow for a reader, try again."""
    for _ in range(TRIES):
        write = Slowly()
        try:
            return _written(desk, write, "slowly, 16 bytes at a time", READING)
        except FaultError:
            if write.longest_s < STALL_S:
                raise
        desk.close()
    raise NotReachedError("the machine was too busy to write a board evenly")


def _with_newline(desk: Desk) -> None:
    _written(desk, with_newline, "with a newline after the last row", NEWLINE)


def _written(desk: Desk, write: Write, how: str, demand: Demand) -> None:
    for number in (1, 2):
        chance = desk.chance("written")
        try:
            with _game(desk, number, None, write) as game:
                if number == 2:
                    game.play(chance.choice(game.position.legal_moves()))
                game.ask()
                game.play(chance.choice(game.position.legal_moves()))
                game.ask()
        except FaultError as fault:
            fault.sentence += f" The boards were written {how}; others it has answered."
            fault.demand = demand
            raise
