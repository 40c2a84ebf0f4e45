"""Players of Dama that are subtly wrong, one for each word; `right` is right. They import nothing of ours.

python wrong_dama.py WAY         by pipe
python wrong_dama.py WAY 1|2     by board files in the current folder
"""

import sys
import time
from pathlib import Path

WAY = sys.argv[1]
Board = dict[tuple[int, int], str]
Move = tuple[int, int, int, int]
START = {(r, c): "x" if r < 3 else "o" for r in (0, 1, 2, 5, 6, 7) for c in range(8) if (r + c) % 2}
PIECES = {1: "xX", 2: "oO"}


def moves(board: Board, player: int) -> list[Move]:
    """Give the moves of a player, captures first."""
    found = []
    forwards = 1 if player == 1 else -1
    for (r, c), piece in sorted(board.items()):
        if piece not in PIECES[player]:
            continue
        ways = (-1, 1) if piece in "XO" or WAY == "backwards" else (forwards,)
        for up in ways:
            for right in (-1, 1):
                near, far = (r + up, c + right), (r + 2 * up, c + 2 * right)
                prey = PIECES[3 - player][: 2 if piece in "XO" or WAY == "man_takes_king" else 1]
                if inside(near) and near not in board:
                    found.append((r, c, *near))
                elif board.get(near, " ") in prey and inside(far) and far not in board:
                    found.insert(0, (r, c, *far))
    if WAY == "backwards":  # first of all
        found.sort(key=lambda move: (move[2] - move[0]) * forwards)
    return found


def inside(square: tuple[int, int]) -> bool:
    return all(0 <= number < 8 for number in square)


def play(board: Board, move: Move) -> Board:
    r, c, to_r, to_c = move
    board = dict(board)
    piece = board.pop((r, c))
    if abs(r - to_r) == 2:
        board.pop(((r + to_r) // 2, (c + to_c) // 2))
    last = 7 if piece == "x" else 0
    crowned = to_r == last and WAY != "stays_a_man"
    board[to_r, to_c] = piece.upper() if crowned else piece
    return board


def text_of(move: Move) -> str:
    r, c, to_r, to_c = move
    text = f"{'abcdefgh'[c]}{r + 1}-{'abcdefgh'[to_c]}{to_r + 1}"
    return text.replace("-", "x" if abs(r - to_r) == 2 else "-") if WAY == "x_for_captures" else text


def move_of(text: str) -> Move:
    columns = "abcdefgh"
    return int(text[1]) - 1, columns.index(text[0]), int(text[4]) - 1, columns.index(text[3])


def say(text: str) -> None:
    sys.stdout.write(text)
    if WAY != "buffered":
        sys.stdout.flush()


def by_pipe() -> None:
    board: Board = {}
    while line := sys.stdin.readline():
        number, _, *opening = line.split()
        me, mover = int(number), 1
        if WAY != "leaks" or not board:
            board = dict(START)
        for text in opening if WAY != "no_openings" else []:
            board = play(board, move_of(text))
        if WAY == "always_first":
            me = 1
        while True:
            if me == mover:
                choice = moves(board, me)
                if choice:
                    board = play(board, choice[0])
                    say(f"{text_of(choice[0])}\n")
                mover = 3 - mover
            line = sys.stdin.readline()
            if not line:
                return
            if line == "end\n":
                if WAY == "answers_end":
                    say("ok\n")
                break
            board = play(board, move_of(line))
            mover = 3 - mover


def read(name: str) -> Board:
    file = Path(name)
    while not file.exists():
        time.sleep(0.01)
    while WAY != "reads_at_once" and file.stat().st_size < 127:
        time.sleep(0.01)
    rows = file.read_bytes().decode().split("\n")
    if WAY == "no_newline_behind" and len(rows) != 8:
        sys.exit(1)
    cells = [(7 - at, c // 2, row[c]) for at, row in enumerate(rows[:8]) for c in range(0, 15, 2)]
    return {(r, c): piece for r, c, piece in cells if piece != " "}


def by_files(me: int) -> None:
    at = me - 1 if WAY == "moves_for_the_other" and me == 2 else me
    while True:
        board = read(f"board_{at}.txt")
        choice = moves(board, me)
        if not choice and WAY == "dies_when_stuck":
            sys.exit(2)
        if WAY == "does_not_move":
            choice = []
        after = play(board, choice[0]) if choice else board
        if WAY == "takes_two" and choice and abs(choice[0][0] - choice[0][2]) == 2:
            after.pop(next(square for square, piece in after.items() if piece in PIECES[3 - me]))
        rows = [" ".join(after.get((r, c), " ") for c in range(8)) for r in range(7, -1, -1)]
        if WAY == "strips_blanks":
            rows = [row.rstrip() for row in rows]
        data = ("\r\n" if WAY == "cr_lf" else "\n").join(rows) + ("\n" if WAY == "newline_behind" else "")
        name = f"board{at + 1}.txt" if WAY == "other_name" else f"board_{at + 1}.txt"
        if WAY == "log":
            Path("log.txt").write_text("thinking")
        part = Path(f".{name}")
        part.write_bytes(data.encode())
        part.rename(name)
        at += 2


if len(sys.argv) > 2:
    by_files(int(sys.argv[2]))
else:
    by_pipe()
