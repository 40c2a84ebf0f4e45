"""The engine in a page, asked by a browser, and the same engine as a process: what both say of the same positions."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from arbiter.games import catalogue
from arbiter.games.board import BoardGame
from arbiter.games.contract import Game
from arbiter.pages.page import render
from arbiter.play.record import MatchRecord
from tests.bots.driver import HANG_S, environment

BOARDS = {"othello": 9, "ataxx": 5, "dama": 9}
"""Games of boards, and plies that take some milliseconds to search."""
BATCH = 10
SAME_DATA: dict[str, tuple[str, ...]] = {"othello": (), "ataxx": ("--network", "small"), "dama": ("--no-tables",)}
"""Options of `analyse` with which a bot knows what the engine in a page knows."""


class Browser(Protocol):
    """What is asked of a browser: Selenium's Chrome has it, and `tests.pages.firefox`."""

    def get(self, address: str, /) -> None: ...

    def set_script_timeout(self, seconds: float, /) -> None: ...

    def execute_async_script(self, script: str, /, *words: Any) -> Any: ...


def board_game(name: str) -> BoardGame[Any, Any]:
    game = catalogue.game(name)
    assert isinstance(game, BoardGame)
    return game


def empty_page(game: Game) -> str:
    """Give the page of a match that was interrupted before its first game, with the engine."""
    return render(MatchRecord(game.name, ("a", "b"), 1, (), (), True), game, False, engine=True)


def open_engine(driver: Browser, name: str, folder: Path) -> None:
    """Show such a page; scripts are given all the time they need."""
    file = folder / f"{name}.html"
    file.write_text(empty_page(catalogue.game(name)), encoding="utf-8")
    driver.set_script_timeout(HANG_S)
    driver.get(file.as_uri())


def ask(driver: Browser, script: str, *words: object) -> Any:
    """Give what an asynchronous script gives, which has `engine` and `words`; AssertionError if it fails."""
    whole = f"""
        const [words, done] = arguments;
        (async () => {{ const engine = Engine.here(); {script} }})().then(
            (result) => done({{ result }}), (error) => done({{ error: String(error) }}));
    """
    said = driver.execute_async_script(whole, list(words))
    assert "error" not in said, said
    return said.get("result")


def positions(name: str, number: int, seed: int = 1) -> list[str]:
    """Give positions of random games, as `analyse` reads them, none of them the start or the end of a game."""
    game, chance = board_game(name), random.Random(seed)
    found: list[str] = []
    assert game.notation
    while len(found) < number:
        position = game.begins
        for _ in range(chance.randrange(60)):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(chance.choice(moves))
        if position != game.begins and position.legal_moves() and not position.is_over():
            found.append(game.notation.position_text(position))
    return found


def bot(name: str, *words: str, given: str = "") -> str:
    """Give what a command of a bot writes to standard output."""
    command = [sys.executable, "-P", "-m", f"bots.{name}", *words]
    done = subprocess.run(
        command, input=given, capture_output=True, text=True, timeout=HANG_S, env=environment(), check=True
    )
    return done.stdout


def analysed(name: str, asked: Sequence[str], depth: int, *more: str) -> list[list[str]]:
    """Give value, move, depth, nodes and variation of positions, as the bot writes them; `more` are options of it."""
    found = []
    for some in batches(asked):
        written = bot(name, "analyse", "--depth", str(depth), *SAME_DATA[name], *more, given="\n".join(some))
        lines = [line.split("\t") for line in written.splitlines()]
        found += [[*line[:4], line[5]] for line in lines]
    return found


def searched(driver: Browser, asked: Sequence[str], depth: int, **more: object) -> list[list[str]]:
    """Give the same of the engine in the page that is shown."""
    return [
        [
            f"{found['value']:+d}",
            found["move"] or "-",
            "exact" if found["exact"] else {1: "won", 0: str(found["depth"]), -1: "lost"}[found["winner"]],
            str(found["nodes"]),
            ", ".join(found["line"]) or "-",
        ]
        for found in _found(driver, asked, {"depth": depth, "fresh": True, **more})
    ]


def solved(driver: Browser, hands: Sequence[str]) -> list[dict[str, Any]]:
    """Give what the engine in the page finds in hands of Domino."""
    return _found(driver, hands, {})


def _found(driver: Browser, asked: Sequence[str], limits: dict[str, Any]) -> list[dict[str, Any]]:
    script = """
        const found = [];
        for (const position of words[0]) found.push(await engine.search(position, words[1]));
        return found;
    """
    return [found for some in batches(asked) for found in ask(driver, script, some, limits)]


def batches(asked: Sequence[str]) -> list[list[str]]:
    """Give a few at a time, so that none takes as long as what hangs."""
    return [list(asked[at : at + BATCH]) for at in range(0, len(asked), BATCH)]


def hands(number: int, seed: int = 1) -> list[str]:
    """Give hands of Domino, `N a b ...`, every second with special tiles, small enough to be solved at once."""
    chance, found = random.Random(seed), []
    plain = [(a, b) for a in range(1, 7) for b in range(a, 7)]
    for at in range(number):
        size = chance.randint(1, 8) if at % 2 else chance.randint(1, 60)
        special = [(0, 0), (11, 11), (12, 21)] if at % 2 else []
        tiles = [chance.choice(special if special and chance.random() < 0.25 else plain) for _ in range(size)]
        found.append(" ".join(map(str, [size, *(digit for tile in tiles for digit in tile)])))
    return found
