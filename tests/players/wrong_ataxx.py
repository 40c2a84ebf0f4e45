"""Ataxx programs that are subtly wrong, one for each word; `right` is right. They import nothing of ours.

python wrong_ataxx.py WAY        in the command language of the course
python wrong_ataxx.py WAY uai    a UAI engine
"""

import os
import sys
import time

WAY = sys.argv[1]
OTHER = {"red": "blue", "blue": "red"}
NAMES = [f"{c}{r}" for r in range(1, 8) for c in "abcdefg"]
Move = tuple[str, str]


def near(name: str, reach: int) -> list[str]:
    columns = "abcdefg"
    x, y = columns.index(name[0]), int(name[1])
    return [
        f"{columns[i]}{j}"
        for i in range(max(0, x - reach), min(7, x + reach + 1))
        for j in range(max(1, y - reach), min(8, y + reach + 1))
        if (i, j) != (x, y)
    ]


NEAR = {name: near(name, 1) for name in NAMES}
REACH = {name: near(name, 2) for name in NAMES}


class Game:
    """A board."""

    def __init__(self) -> None:
        self.board = {"a7": "red", "g1": "red", "a1": "blue", "g7": "blue"}
        self.turn, self.jumps, self.plies = "red", 0, 0

    def copy(self) -> "Game":
        game = Game()
        game.board, game.turn, game.jumps, game.plies = dict(self.board), self.turn, self.jumps, self.plies
        return game

    def moves(self, colour: str) -> list[Move]:
        return [
            (source, target)
            for source in NAMES
            if self.board.get(source) == colour
            for target in REACH[source]
            if target not in self.board
        ]

    def play(self, move: "Move | None") -> None:
        self.plies += 1
        if move:
            source, target = move
            self.jumps += 1
            if target in NEAR[source]:
                self.jumps = 0
            else:
                del self.board[source]
            self.board[target] = self.turn
            for name in NEAR[target]:
                if self.board.get(name) == OTHER[self.turn]:
                    self.board[name] = self.turn
        self.turn = OTHER[self.turn]

    def over(self) -> bool:
        limit = 26 if WAY == "limit_26" else 25
        sides = set(self.board.values())
        stuck = not self.moves("red") and not self.moves("blue")
        return self.jumps >= limit or not {"red", "blue"} <= sides or stuck

    def result(self) -> str:
        red, blue = (list(self.board.values()).count(colour) for colour in ("red", "blue"))
        if WAY == "loser_wins":
            red, blue = blue, red
        return "* Draw." if red == blue else f"* {'Red' if red > blue else 'Blue'} wins."


def uai_text(move: "Move | None") -> str:
    source, target = move or ("00", "00")
    return target if move and target in NEAR[source] else source + target


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    if WAY != "buffered":
        sys.stdout.flush()


class Course:
    """The command language."""

    def __init__(self) -> None:
        self.game = Game()
        self.past: list[Game] = []
        self.auto = {"red": False, "blue": WAY != "blue_waits"}
        self.seed = int.from_bytes(os.urandom(2)) if WAY == "seedless" else 0

    def advance(self, move: "Move | None") -> None:
        self.past.append(self.game.copy())
        self.game.play(move)
        if self.game.over() and WAY != "no_result":
            say(self.game.result())
            if WAY == "result_twice":
                say(self.game.result())

    def answer(self) -> None:
        while self.auto[self.game.turn] and not self.game.over():
            choice = self.game.moves(self.game.turn)
            move = choice[self.seed % len(choice)] if choice else None
            title = self.game.turn.title()
            text = f"{move[0]}-{move[1]}" if move else "-"
            if WAY == "uai_moves":
                text = uai_text(move)
            if WAY == "capitals":
                text = text.upper()
            while WAY == "talks_for_ever":
                say("thinking " * 20)
                time.sleep(0.001)  # a quick machine would write a megabyte in time, which is another offence
            if WAY == "talks":
                say(f"I think {title} moves well")
            if move is None and WAY == "says_passes":
                say(f"* {title} passes.")
            else:
                end = {"no_full_stop": "", "crlf": ".\r", "blank_at_end": ". "}.get(WAY, ".")
                say(f"* {title} moves {text}{end}")
            self.advance(move)

    def obey(self, line: str) -> None:
        words = line.partition("#")[0].split()
        if WAY != "capitals_matter":
            words = [word.lower() for word in words]
        match words:
            case []:
                pass
            case ["new"]:
                jumps = self.game.jumps
                self.game, self.past = Game(), []
                if WAY == "leaks_jumps":
                    self.game.jumps = jumps
                self.answer()
            case ["auto" | "manual" as word, ("red" | "blue") as colour]:
                self.auto[colour] = word == "auto"
                if WAY != "auto_waits":
                    self.answer()
            case ["block", name] if name in NAMES:
                self.block(name)
            case ["seed", number]:
                self.seed = int(number) if WAY != "seedless" else self.seed
            case ["undo"]:
                self.undo()
            case ["dump"]:
                self.dump()
            case ["quit" | "q"]:
                sys.exit(1 if WAY == "status" else 0)
            case ["-"] if not self.game.moves(self.game.turn) and not self.game.over():
                self.advance(None)
                self.answer()
            case [text] if tuple(text.split("-")) in self.game.moves(self.game.turn) and not self.game.over():
                source, target = text.split("-")
                self.advance((source, target))
                self.answer()
            case _:
                if WAY == "complains_loudly":
                    say("error: Red moves nowhere")
                elif WAY != "complains_never":
                    print("error:", line.strip(), file=sys.stderr, flush=True)

    def block(self, name: str) -> None:
        column, row = "abcdefg"[6 - "abcdefg".index(name[0])], 8 - int(name[1])
        places = {name, f"{column}{name[1]}", f"{name[0]}{row}", f"{column}{row}"}
        if WAY == "no_reflection":
            places = {name}
        if (self.past and WAY != "late_blocks") or any(place in self.game.board for place in places):
            print("error: no block there", file=sys.stderr, flush=True)
            return
        self.game.board |= dict.fromkeys(places, "block")

    def undo(self) -> None:
        if self.past:
            self.game = self.past.pop()
            if self.auto[self.game.turn] and self.past and WAY != "undoes_one":
                self.game = self.past.pop()
        self.answer()

    def dump(self) -> None:
        letters = {"red": "r", "blue": "b", "block": "X"}
        gap = "" if WAY == "dense_dump" else " "
        rows = [
            gap.join(letters.get(self.game.board.get(f"{c}{r}", ""), "-") for c in "abcdefg") for r in range(7, 0, -1)
        ]
        say("===\n" + "\n".join("  " + row for row in rows) + "\n===")


def course() -> None:
    session = Course()
    if WAY == "prompts":
        print("Welcome to Ataxx")
    if WAY == "logs":
        print("log\n" * 3000, end="", file=sys.stderr, flush=True)
    for line in sys.stdin:
        if WAY == "prompts":
            print(f"{session.game.turn}> ", end="", flush=True)
        session.obey(line)
    if WAY == "says_goodbye":
        say("* bye")


def read_fen(rows: str, side: str, jumps: str) -> Game:
    game = Game()
    game.board = {}
    for r, row in zip("7654321", rows.split("/"), strict=True):
        columns = iter("abcdefg")
        for letter in row:
            if letter.isdigit():
                for _ in range(int(letter)):
                    next(columns)
            else:
                game.board[next(columns) + r] = {"x": "red", "o": "blue", "-": "block"}[letter]
    game.turn, game.jumps = ("red" if side == "x" else "blue"), int(jumps)
    return game


def uai() -> None:
    game, infinite = Game(), False
    for line in sys.stdin:
        match line.split():
            case ["uai"]:
                say("id name wrong")
                say("uaiok")
            case ["isready"]:
                say("readyok")
            case ["position", *words]:
                cut = words.index("moves") if "moves" in words else len(words)
                game = read_fen(*words[1:4]) if words[0] == "fen" and WAY != "no_fen" else Game()
                for text in words[cut + 1 :] if WAY != "no_moves" else []:
                    source = (
                        text[:2] if len(text) == 4 else next(n for n in NEAR[text] if game.board.get(n) == game.turn)
                    )
                    game.play(None if text == "0000" else (source, text[-2:]))
            case ["go", *words]:
                infinite = "infinite" in words
                if not infinite or WAY == "never_infinite":
                    best(game)
            case ["stop"]:
                if infinite and WAY != "never_infinite":
                    best(game)
                infinite = False
            case ["quit"]:
                if WAY != "stays":
                    return


def best(game: Game) -> None:
    choice = game.moves(game.turn)
    if not choice:
        say("bestmove none" if WAY == "no_pass" else "bestmove 0000")
        return
    source, target = choice[0]
    text = uai_text(choice[0])
    if WAY == "course_moves":
        text = f"{source}-{target}"
    if WAY == "both_squares":
        text = source + target
    say("info depth 1")
    say(f"bestmove {text}")
    if WAY == "twice":
        say(f"bestmove {text}")


if sys.argv[2:] == ["uai"]:
    uai()
else:
    course()
