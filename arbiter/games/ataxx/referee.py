r"""The referee of Ataxx, between programs of the course's command language and UAI engines, in any mixture.

Its own board is the judge. A program of the course hears `manual red`, `manual blue`, `new`, both again (there are
programs whose `new` makes Blue an AI again), blocks, the opening's moves, a seed, and a `dump`, whose end shows that it
has understood; then `auto C`, and each move of the other side. Of what it writes only `* Red moves a7-b6.` and the like
counts, also behind a prompt on the same line. A UAI engine hears `uai` and its options once a process, and the position
and the time with every question.
"""

from __future__ import annotations

import random
import re
from typing import NamedTuple

from arbiter.games.ataxx import law
from arbiter.games.ataxx.notation import read_course, read_uai, uai_text
from arbiter.games.ataxx.offered import Offered
from arbiter.games.ataxx.openings import LAYOUTS, Opening, balanced_opening
from arbiter.games.contract import Settings
from arbiter.games.players import End, Player, PlayerError, Turn
from arbiter.games.turns import Side, TurnReferee, TurnRules

COLOURS = (law.RED, law.BLUE)
ANSWER = re.compile(rb"(?:.*[>:] ?)?\* (Red|Blue) moves (.*)\.\s*", re.DOTALL)
MOVETIME_S = 0.15
"""How long UAI engines are told to think."""

UaiOptions = tuple[tuple[str, str], ...]
AtaxxRules = TurnRules[law.Position, law.Move]


class AtaxxReferee(TurnReferee[law.Position, law.Move]):
    """Sets `blocks` in every game, or with the option `layouts` those of the built-in set in turn.

    Random openings are of any length; each is played with both colours. With openings in turn there are no other blocks
    and no random moves.
    """

    def __init__(self, rules: AtaxxRules, settings: Settings, blocks: tuple[str, ...]) -> None:
        """Take the settings and the blocks of all games."""
        super().__init__(rules, settings, {})
        self._blocks = blocks

    def own_options(self) -> list[tuple[str, str]]:
        """Give protocols, the time told, and blocks, where they are not the usual ones."""
        own, protocols = self.settings.options, self.settings.protocols
        shown = []
        if "uai" in protocols:
            shown += [("protocols", ", ".join(protocols)), ("time told by UAI", f"{own.movetime:g} s")]
            told = {"options": own.option, "options of A": own.option_a, "options of B": own.option_b}
            shown += [
                (name, ", ".join("=".join(filter(None, one)) for one in given)) for name, given in told.items() if given
            ]
        if law.RULES[own.rule] != law.JUMP_LIMIT:
            shown.append(("rule", own.rule))
        if own.layouts:
            shown.append(("blocks", f"{len(LAYOUTS)} layouts in turn"))
        elif self._blocks:
            shown.append(("blocks", " ".join(self._blocks)))
        return shown

    def start(self, number: int) -> str:
        """Give the opening of game `number` as `Opening.text` writes it, the same for games 2k - 1 and 2k."""
        settings, pair = self.settings, (number - 1) // 2
        if settings.starts:
            opening = Opening.parse(super().start(number))
        else:
            blocks = LAYOUTS[pair % len(LAYOUTS)] if settings.options.layouts else self._blocks
            opening = balanced_opening(blocks, settings.plies, random.Random(f"{settings.seed} {pair}"))
        return opening.by(law.RULES[settings.options.rule]).text()

    def side(self, player: Player, seat: int, number: int, start: str) -> Side[law.Position, law.Move]:
        """Give a program of the course or an engine."""
        opening, settings = Opening.parse(start), self.settings
        if settings.protocols[seat] == "uai":
            own = settings.options
            told = UaiTold(own.movetime, own.option, (own.option_a, own.option_b)[seat])
            return UaiSide(self.rules, player, number, opening, told)
        return CourseSide(self.rules, player, number, opening, settings.seed)


class CourseSide(Side[law.Position, law.Move]):
    """A program of the course that plays one colour of one game."""

    def __init__(self, rules: AtaxxRules, player: Player, number: int, opening: Opening, seed: int | None) -> None:
        """Seat Red (0) or Blue (1)."""
        super().__init__(rules, player, number)
        self._opening, self._seed = opening, seed
        self._name = law.NAME[COLOURS[number]]
        self._question = b""
        self._read_move = lambda position, text: read_course(text)

    def begin(self) -> None:
        """Make the program take up the game; raises PlayerError."""
        lines = [*set_up(COLOURS[self.number], self._opening, self._seed), "dump"]
        seen: list[bytes] = []

        def second_mark(line: bytes) -> bytes | None:
            """Find the end of what `dump` prints."""
            if line.strip().endswith(b"==="):
                seen.append(line)
            return line if len(seen) == 2 else None

        time_s = start_s(self.player)
        self.player.ask("".join(f"{line}\n" for line in lines).encode(), second_mark, time_s=time_s)
        self._question = f"auto {self._name}\n".encode()
        if self._opening.position().to_move != self.number:
            self._tell()

    def _tell(self) -> None:
        self.player.tell(self._question)
        self._question = b""

    def ask(self, position: law.Position) -> tuple[law.Move, law.Position, Turn]:
        """Have it move. Raises PlayerError."""
        question, self._question = self._question, b""
        answer, seconds = self.player.ask(question, self.pick)
        return self.recorded(*self.judge(position, forgiven(answer)), seconds)

    def pick(self, line: bytes) -> bytes | None:
        """Find a move in a line. What claims to be a result is for the law to say, and so is no move."""
        found = answered(line)
        if not found:
            return None
        colour, move = found
        if colour != self._name:
            raise PlayerError(self.player, End.MALFORMED, f"moved for the side that is not its own, {self._name}", line)
        return move

    def hear(self, text: str, move: law.Move, position: law.Position) -> None:
        """Keep the other's move until it is asked, or tell it, if it is not to move."""
        self._question = f"{text}\n".encode()
        if position.is_over() or position.to_move != self.number:
            self._tell()

    def finish(self) -> None:
        """Look for a move that it was not asked for."""
        self.player.check(alive=False, pick=self.pick)


def answered(line: bytes) -> tuple[str, bytes] | None:
    """Find in a line of a program of the course the colour that moves, and what stands for its move."""
    # Asked first, as a long line of beginnings of answers without an end takes the square of its length.
    found = ANSWER.fullmatch(line) if line.rstrip().endswith(b".") else None
    return (found[1].decode().lower(), bytes(found[2])) if found else None


def forgiven(move: bytes) -> str:
    """Give a move as its language has it, without the capitals and blanks in which programs depart from it."""
    return move.decode("latin-1").strip().lower()


class UaiTold(NamedTuple):
    """What an engine is told besides a game: the time of a move without a clock, and options, by name and value.

    `asked` are told to engines that have them; who lacks one of `own` does not play.
    """

    movetime_s: float
    asked: UaiOptions = ()
    own: UaiOptions = ()


class UaiSide(Side[law.Position, law.Move]):
    """A UAI engine that plays one colour of one game."""

    def __init__(self, rules: AtaxxRules, player: Player, number: int, opening: Opening, told: UaiTold) -> None:
        """Seat Red (0) or Blue (1)."""
        super().__init__(rules, player, number)
        self._read_move = read_uai
        position = opening.position()
        self._start, self._limit, self._told = law.format_fen(position), position.limit, told
        self._moves: list[str] = []

    def begin(self) -> None:
        """Make the engine take up the game, and greet it if that is its first; raises PlayerError."""
        time_s = start_s(self.player)
        settings = self._greet(time_s) if self.player.fresh else b""
        self.player.ask(settings + b"uainewgame\nisready\n", lambda line: self._heard(line, "readyok"), time_s=time_s)

    def _heard(self, line: bytes, expected: str) -> bytes | None:
        """Find what an engine answers that was asked for no move. Raises PlayerError for a move.

        Between games, too, none is due: each `go` is answered before anything else is asked, nobody is told `stop`, and
        who was killed while it searched is a new process.
        """
        if self.pick(line):
            raise PlayerError(self.player, End.EXTRA_OUTPUT, "wrote when it was not asked for a move", line)
        return line if line.strip() == expected.encode() else None

    def _greet(self, time_s: float) -> bytes:
        """Ask what it is, once a process, as many answer only once; give the lines that set its options."""
        offered: dict[str, Offered] = {}

        def until_uaiok(line: bytes) -> bytes | None:
            """Take note of options on the way, by their names in lower case."""
            if found := Offered.read(line.decode("utf-8", "backslashreplace")):
                offered[found.name.lower()] = found
            return self._heard(line, "uaiok")

        self.player.ask(b"uai\n", until_uaiok, time_s=time_s)
        for name, _ in self._told.own:
            if name.lower() not in offered:
                has = ", ".join(own.name for own in offered.values()) or "none"
                raise PlayerError(self.player, End.NOT_STARTED, f"it has no option {name!r}; it has {has}")
        rule = self._rule(offered["rule"]) if "rule" in offered else None
        wanted = {"rule": rule} if rule else {}
        wanted |= {name.lower(): value for name, value in (*self._told.asked, *self._told.own)}
        lines = [self._setting(offered[name], value) for name, value in wanted.items() if name in offered]
        return "".join(lines).encode()

    def _setting(self, option: Offered, value: str) -> str:
        """Give the line that sets an option. Raises PlayerError for a value that it does not take."""
        if takes := option.takes(value):
            raise PlayerError(self.player, End.NOT_STARTED, f"its option {option.name!r} takes {takes}, not {value!r}")
        return f"setoption name {option.name}" + (f" value {value}" if value else "") + "\n"

    def _rule(self, offered: Offered) -> str | None:
        """Name the rule of the game as an engine does that has an option for it, None if it does not know this one."""
        names = [name for name, limit in law.RULES.items() if limit == self._limit]
        return next((one for one in offered.choices if one.lower() in names), None)

    def ask(self, position: law.Position) -> tuple[law.Move, law.Position, Turn]:
        """Have it move. Raises PlayerError."""
        answer, seconds = self.player.ask(uai_question(self._start, self._moves, self._time()), self.pick)
        move, position = self.judge(position, answer.decode("latin-1"))
        self._moves.append(uai_text(move))
        return self.recorded(move, position, seconds)

    def _time(self) -> str:
        """Say how long it may think: the clocks of both in milliseconds, Red's as black's; or as the user says."""
        clock, left = self.player.limits.clock, self.player.left
        if clock is None or left is None:
            return movetime(self._told.movetime_s)
        both = [(clock, left), (self.other.limits.clock or clock, self.other.left or left)]
        (red, red_left), (blue, blue_left) = both[:: -1 if self.number else 1]
        times = f"btime {_ms(red_left.seconds)} wtime {_ms(blue_left.seconds)}"
        times += f" binc {_ms(red.more_s)} winc {_ms(blue.more_s)}"
        return times + (f" movestogo {clock.to_go(left)}" if clock.moves else "")

    def pick(self, line: bytes) -> bytes | None:
        """Find a move in a line, which is empty behind a `bestmove` that names none."""
        words = line.split()
        return (*words, b"")[1] if words[:1] == [b"bestmove"] else None

    def hear(self, text: str, move: law.Move, position: law.Position) -> None:
        """Keep the other's move for the next question."""
        self._moves.append(uai_text(move))

    def finish(self) -> None:
        """Look for a move that it was not asked for."""
        self.player.check(alive=False, pick=self.pick)


def set_up(colour: str, opening: Opening, seed: int | None) -> list[str]:
    """Give the commands after which a program of the course is ready to be told `auto` and to play a colour."""
    lines = ["manual red", "manual blue", "new", f"manual {law.NAME[law.OPPONENT[colour]]}"]
    lines.append(f"manual {law.NAME[colour]}")
    lines += [f"block {name}" for name in opening.blocks]
    lines += [law.format_move(move) for move in opening.moves]
    if seed is not None:
        lines.append(f"seed {seed}")
    return lines


def uai_question(start: str, moves: list[str], time: str) -> bytes:
    """Ask a UAI engine for a move in the position that the moves make of a FEN; `time` is what `go` says."""
    played = f" moves {' '.join(moves)}" if moves else ""
    return f"position fen {start}{played}\ngo {time}\n".encode()


def movetime(time_s: float) -> str:
    """Say how long an engine without a clock may think."""
    return f"movetime {max(1, round(1000 * time_s))}"  # 0 is no limit for some


def _ms(time_s: float) -> int:
    return max(0, round(1000 * time_s))


def start_s(player: Player) -> float:
    """Give the seconds in which a program must be there and have taken up a game, which with Java may be many."""
    return max(player.limits.time_s, player.limits.start_s)
