"""What the arbiter wants of a game: the whole contract.

A game is one object, a `Game`. Ours lie in rooms beside this file (`othello/game.py` and so on); those of others are
named by the entry point group `arbitro.games` of their packages. `arbiter.games.catalogue` finds both.

Two players who move in turns on a board: derive from `arbiter.games.board.BoardGame`, which has everything but the law
and a name (`docs/another-game.md` leads from nothing to a refereed game). Anything else: derive from `Game`, and write
the referee yourself; `domino/` is an example. What most games leave out is described in `extras.py`.

| may be left out | and then |
|---|---|
| `drawing` | pages show moves as text |
| `examinations` | a board game gets the general ones; of any other `arbiter check` says that there are none |
| `openings` | there is no built-in set; a board game can begin with random moves by the law |
| `notation` | no engine can adjudicate, and `arbiter openings` makes no set |
| `engine` | pages carry none |
| `reviewing` | `arbiter review` says that it cannot |
| `bot` | `arbiter serve` seats persons and programs of others |
| `solitaire` | `arbiter serve` has nothing for one person alone |

What is missing or wrong otherwise is said when the game is loaded, in one line.
"""

from __future__ import annotations

import abc
import argparse
import dataclasses
import importlib
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar

from markupsafe import Markup

from arbiter.games.extras import Bot, PageEngine, Reviewing, Scenes, Solitaire
from arbiter.games.players import Player, Turn
from arbiter.host.limits import USUAL, Limits

if TYPE_CHECKING:
    from arbiter.games.dialogues import Examination

M = TypeVar("M")
"""A move: any value."""
P = TypeVar("P", bound="Position[Any]")


class IllegalMoveError(ValueError):
    """A text that is written as a move is, but cannot be played."""


class Position(Protocol[M]):
    """A position of any law: a value that never changes."""

    @property
    def to_move(self) -> int:
        """Tell whether the first (0) or the second player (1) is to move."""

    def legal_moves(self) -> list[M]:
        """Give the legal moves; none if the game is over."""
        ...

    def play(self, move: M, /) -> Self:
        """Give the position after a move. Raises ValueError, with the reason, for an illegal one."""
        ...

    def is_over(self) -> bool:
        """Tell whether the game is over."""
        ...

    def score(self) -> tuple[int, int]:
        """Give the points of the first and the second player of a game that is over here."""
        ...


class Rules(Protocol[P, M]):
    """What referees and examinations must know of a game of turns; `arbiter.games.board.BoardGame` has it."""

    @property
    def sides(self) -> tuple[str, str]:
        """Say who moves first, and who second."""

    @property
    def begins(self) -> P:
        """Give the position at the start."""

    @property
    def illegal(self) -> tuple[type[ValueError], ...]:
        """Give what `read_move` raises for what is a move, but none that can be played."""

    def read_move(self, position: P, text: str, /) -> M:
        """Read a move. Raises ValueError."""

    def write_move(self, move: M, /) -> str:
        """Write a move."""


# ---- a game is refereed --------------------------------------------------------------------------------------------

Pair = tuple[Player, Player]
"""A and B."""
Points = tuple[int, int]
Adjudicate = Callable[[Any, int | None], Points | None]
"""Given a position, and the plies after which the game is drawn (None: never), gives the points of the first and the
second player if the game need not be played on."""


def never(position: object, left: int | None) -> None:
    """Let every game be played to its end."""


@dataclasses.dataclass(frozen=True, slots=True)
class Settings:
    """What the user asks for: the protocols of A and B; games that begin after `plies` random moves, which follow from
    `seed`, or at `starts`, in turn; and the game's own options.
    """

    protocols: tuple[str, str] = ("course", "course")
    seed: int | None = None
    plies: int = 0
    starts: tuple[str, ...] = ()
    options: argparse.Namespace = dataclasses.field(default_factory=argparse.Namespace)


class Referee(Protocol):
    """How a game is refereed between two programs, game after game. It is sent to other processes (pickle)."""

    @property
    def name(self) -> str:
        """Give the game's name."""

    @property
    def forfeit(self) -> tuple[int, int]:
        """Give the points of the offender and of the other player, unless the error has its own."""

    def options(self) -> list[tuple[str, str]]:
        """Give the settings that a reader should know, as (name, value)."""

    def start(self, number: int) -> str:
        """Give where game `number` starts (from 1, A first in the odd ones), as records have it; "" is as usual."""

    def begin(self, player: Player, seat: int, *, first: bool) -> None:
        """Begin a game with one player, A (0) or B (1); mostly `player.begin()`. Raises PlayerError."""

    def play(self, players: Pair, first: int, turns: list[Turn], start: str, adjudicate: Adjudicate = never) -> Points:
        """Play one game from `start`; player `first` moves first there. Append every move to `turns`.

        Give the points of A and B. The game is over as soon as `adjudicate` gives points for the position on the board.

        Players know when it comes back, or raises, that the game is over, but for the offender. Raises PlayerError.
        """


# ---- a game is looked at -------------------------------------------------------------------------------------------


class Transcript(NamedTuple):
    """What was played, as records have it: the number of the game, where it started, and its moves."""

    number: int
    start: str
    moves: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Frame:
    """One position: a whole `<svg>` element, a caption, and the points of the first and second mover in it.

    There are no points where the game counts none before it is over.
    """

    svg: Markup
    caption: str
    points: tuple[int, int] | None = None


TileRow = tuple[str, list[tuple[int, int, str]]]
"""A label, and tiles: two numbers and the class of their kind."""


@dataclasses.dataclass(frozen=True, slots=True)
class Squares:
    """How a page draws a board by itself, of the positions that are looked at.

    A board is a text of one character a square; `points` are the squares' centres (`x y`) in the picture's `view`
    (viewBox), `shapes` the classes of polylines for each kind of piece. `boards` gives all of a game, the start first.
    `counts` says which pieces are the points of the first and the second player, where those are pieces. `scenes` gives
    the boards with their captions and marks; without, captions and marks are the usual ones.

    On a terminal (`arbiter replay`) `names` stand beside the squares: of columns, from the left, and of rows, from the
    top. `styles` colour it, in words of the library rich: a piece, `#ffffff bold`, or a square that is all block,
    `on #4b5157`, by its character, and the ground by "": `on #2e7d4f`.
    """

    view: str
    points: tuple[str, ...]
    shapes: dict[str, str]
    boards: Callable[[Transcript], list[str]]
    counts: tuple[str, str] | None = None
    scenes: Callable[[Transcript], Scenes] | None = None
    names: tuple[Sequence[str], Sequence[str]] = ("", "")
    styles: Mapping[str, str] = dataclasses.field(default_factory=dict)


class Drawing(Protocol):
    """How a game looks. A board of squares is `arbiter.games.squares.BoardDrawing`.

    A game without `squares` has `rows` of tiles instead, and may have a method `layings` like `rows` that gives
    `Layings`: then it is replayed tile by tile. All methods raise ValueError for what the law does not allow.
    """

    @property
    def css(self) -> str:
        """Give the looks of the pictures."""

    @property
    def symbols(self) -> str:
        """Give SVG that the pictures refer to, once a page."""

    @property
    def squares(self) -> Squares | None:
        """Give what a page needs to draw boards by itself, None for a game without squares."""

    def frames(self, game: Transcript, *, every: bool) -> list[Frame]:
        """Give the start position and then one position a turn, or only the last of them."""
        ...

    def ending(self, game: Transcript) -> str:
        """Say in one clause why a game that was played to its end was over."""
        ...

    def rows(self, game: Transcript) -> list[TileRow]:
        """Give the tiles of a game without squares: labels with tiles of two numbers and a class."""
        ...


# ---- a game is spoken of with engines ------------------------------------------------------------------------------


class Notation(Protocol):
    """How engines write a board game in their `analyse` command (docs/openings.md), and what their values mean."""

    @property
    def unit(self) -> str:
        """Say what a value counts, such as "discs"."""

    @property
    def within(self) -> int:
        """Give how close to zero a value is even for `arbiter openings`."""

    @property
    def plies(self) -> int:
        """Give after how many random moves there are thousands of such positions."""

    @property
    def margin(self) -> bool:
        """Tell whether a proved value is the difference of points."""

    @property
    def by_result(self) -> Mapping[int, tuple[int, int]] | None:
        """Give the points of both by the first player's result (1, 0, -1), where nothing but that counts."""

    def position_text(self, position: Any) -> str:
        """Write a position."""

    def key(self, position: Any) -> str:
        """Give a text that is the same for positions that are the same up to symmetry."""

    def proved(self, value: int, left: int | None) -> int | None:
        """Give the result for the side to move (1, 0, -1) that a proved value means with so many plies left.

        None if it means none.
        """


# ---- the game ------------------------------------------------------------------------------------------------------


class Game(abc.ABC):
    """A game. Class attributes say what it is; methods what it can do."""

    name: str
    """As `--game` takes it, in lower case."""
    title: str
    """As a reader sees it."""
    sides: tuple[str, str] = ("first", "second")
    """Who moves first, and who second: such as black and white."""
    unit: str = "points"
    """What the score counts, in plural."""
    written: str = ""
    """How moves are written, a sentence for the foot of pages, with code between backticks."""
    limits: Limits = USUAL
    """What a player may use unless the user says otherwise."""
    forfeit: tuple[int, int] = (0, 1)
    """Points of who forfeits a game, and of the other player."""
    only_results: bool = False
    """Whether points say only who has won, so that a margin of points means nothing."""
    room: str = ""
    """The package in which `openings.txt` lies, if there is a built-in set."""
    drawing: Drawing | None = None
    notation: Notation | None = None
    engine: PageEngine | None = None
    reviewing: Reviewing | None = None
    bot: Bot | None = None
    solitaire: Solitaire | None = None

    @property
    def protocols(self) -> tuple[str, ...]:
        """Give the names of what programs may speak, the usual one first."""
        return ("course",)

    @abc.abstractmethod
    def referee(self, settings: Settings) -> Referee:
        """Make a referee. Raises ValueError, with the option's name, for settings that the game forbids."""

    @abc.abstractmethod
    def read_start(self, text: str) -> str:
        """Read where a game starts as people write it; give it as records have it. Raises ValueError."""

    def position(self, start: str) -> str:
        """Give where a game starts as the engine of pages reads it, "" if there is none. Raises ValueError."""
        return ""

    def options(self) -> argparse.ArgumentParser:
        """Give the command-line options that this game alone has; `Settings.options` holds their values."""
        return argparse.ArgumentParser(add_help=False)

    def settings(
        self,
        protocols: tuple[str, str] | None = None,
        *,
        seed: int | None = None,
        plies: int = 0,
        starts: tuple[str, ...] = (),
        **options: object,
    ) -> Settings:
        """Give settings with the usual protocol and, but for those named, the defaults of the game's own options."""
        usual = self.protocols[0]
        own = self.options().parse_args([], argparse.Namespace())
        return Settings(
            protocols or (usual, usual), seed, plies, starts, argparse.Namespace(**{**vars(own), **options})
        )

    def openings(self) -> str | None:
        """Give the text of the built-in set of openings, one a line; None if there is none."""
        return (resources.files(self.room) / "openings.txt").read_text("utf-8") if self.room else None

    def examinations(self, protocol: str) -> Sequence[Examination]:
        """List what a program that speaks a protocol is examined in, in order."""
        return ()

    @staticmethod
    def listed(module: str, *words: object) -> Sequence[Examination]:
        """Give what `examinations` of a module lists, which is imported only now: those who only play need none."""
        found: Sequence[Examination] = importlib.import_module(module).examinations(*words)
        return found
