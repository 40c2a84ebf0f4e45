"""Numbers of a search: what tuning finds, keeps and says."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.tuning import __main__ as command
from tests.tuning.contest import (
    GAMES,
    HERE,
    NATIVE,
    Contest,
    NoSuchNumberError,
    build,
    read_numbers,
    room_for,
    write_numbers,
)
from tests.tuning.spsa import Number, Spsa

NODES = 600


def names_of(game: str) -> list[str]:
    """Give those that are tuned."""
    return list(tomllib.loads((HERE / f"{game}.toml").read_text(encoding="utf-8")))


SOONEST = "dama"
"""The game whose search compiles in the least time."""


@pytest.fixture(
    scope="module", params=[pytest.param(game, marks=[] if game == SOONEST else pytest.mark.long) for game in GAMES]
)
def contest(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Contest, dict[str, int]]]:
    """Give players of a game, and the numbers of the sources."""
    game, folder = request.param, tmp_path_factory.mktemp("tuning")
    with closing(Contest(game, build(folder, game, names_of(game), "-O1"))) as players:
        yield players, read_numbers(game, names_of(game))


@pytest.mark.parametrize("game", GAMES)
def test_every_number_that_is_tuned_stands_in_the_sources_within_its_bounds(game: str) -> None:
    table = tomllib.loads((HERE / f"{game}.toml").read_text(encoding="utf-8"))
    for name, value in read_numbers(game, table).items():
        number = Number(**table[name])
        assert number.least <= value <= number.most, name


def test_a_number_that_is_not_in_the_sources_is_told() -> None:
    with pytest.raises(NoSuchNumberError, match=r"^GAME_LUCK: `GAME_LUCK = NUMBER` stands 0 times"):
        read_numbers("ataxx", ["GAME_LUCK"])


def test_only_the_numbers_are_written(tmp_path: Path) -> None:
    copy = Path(shutil.copy(NATIVE / "ataxx/engine.h", tmp_path))
    before = read_numbers("ataxx", ["GAME_WINDOW", "REDUCED"])
    write_numbers(copy, {"GAME_WINDOW": 12345, "REDUCED": -54321})
    text = copy.read_text(encoding="utf-8")
    assert "GAME_WINDOW = 12345" in text
    assert "REDUCED = -54321" in text
    write_numbers(copy, before)
    assert copy.read_bytes() == (NATIVE / "ataxx/engine.h").read_bytes()


def test_the_same_numbers_win_as_much_as_they_lose(contest: tuple[Contest, dict[str, int]]) -> None:
    players, numbers = contest
    values = list(numbers.values())
    assert [players.pair(values, values, seed, NODES) for seed in range(6)] == [0] * 6


def test_bad_numbers_lose_to_those_of_the_sources(contest: tuple[Contest, dict[str, int]]) -> None:
    players, numbers = contest
    bad = list({**numbers, "GAME_FUTILITY": -500, "LATE_FIRST": -50, "LATE_DEPTH": 9}.values())
    played = [players.pair(list(numbers.values()), bad, seed, NODES) for seed in range(32)]
    assert sum(played) > 6
    assert played == [players.pair(list(numbers.values()), bad, seed, NODES) for seed in range(32)]


@pytest.mark.parametrize(
    ("nodes", "mib"), [(600, 2), (25_000, 2), (50_000, 4), (200_000, 16), (600_000, 32), (2**32, 1024)]
)
def test_the_more_a_player_searches_the_larger_is_its_table(nodes: int, mib: int) -> None:
    assert room_for(nodes) == mib


def test_what_wins_is_found_among_chance() -> None:
    numbers = {"high": Number(5, 0, 200), "low": Number(0.7, 0, 20), "idle": Number(5, 0, 200)}
    best, chance = {"high": 80.0, "low": 3.0}, random.Random(7)

    def strength(values: list[int]) -> float:
        return -sum(abs(value - best[name]) / numbers[name].step for value, name in zip(values, best, strict=False))

    spsa = Spsa(numbers, {"high": 50.0, "low": 8.0, "idle": 100.0}, 4000, seed=3)
    for _ in range(4000):
        first, second = spsa.next()
        ahead = 0.1 * (strength(first) - strength(second))
        spsa.learn(sum((chance.random() < 0.5 + ahead / 4) - (chance.random() < 0.5 - ahead / 4) for _ in range(8)))
    found = spsa.found()
    assert abs(found[0] - 80) <= 5
    assert abs(found[1] - 3) <= 1


def test_numbers_stay_within_their_bounds() -> None:
    spsa = Spsa({"n": Number(4, 10, 20)}, {"n": 19.0}, 100, seed=1)
    for _ in range(100):
        first, second = spsa.next()
        assert all(10 <= value <= 20 for value in first + second)
        spsa.learn(8 if first > second else -8)
    assert spsa.values["n"] == 20


def tuning(file: Path, *words: str) -> list[str]:
    """Give a command line of a tuning."""
    most = ["--iterations", "60", "--nodes", "150", "--match", "5", "--jobs", "2", "--file", str(file)]
    return [sys.executable, "-P", "-m", "tests.tuning", SOONEST, *most, *words]


class Made:
    """Contests whose games are made up, and stop when so many have been asked for."""

    left = 10**9

    def __init__(self, *_: object) -> None:
        """Play for anybody."""

    def pairs(self, first: list[int], second: list[int], seeds: range, nodes: int) -> list[int]:
        """Give what each pair seems to be won by."""
        Made.left -= 1
        if Made.left < 0:
            raise KeyboardInterrupt
        return [(seed * nodes + sum(first) - sum(second)) % 5 - 2 for seed in seeds]

    def close(self) -> None:
        """There is nothing to let go."""


def test_after_ctrl_c_no_iteration_that_was_done_is_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, stopped = tmp_path / "whole.json", tmp_path / "stopped.json"
    monkeypatch.setattr(command, "build", lambda *_: tmp_path)
    monkeypatch.setattr(command, "Contests", Made)
    for file, done in ((whole, 10**9), (stopped, 33), (stopped, 5), (stopped, 10**9)):
        monkeypatch.setattr(Made, "left", done)
        monkeypatch.setattr(sys, "argv", tuning(file)[3:])
        assert command.main() == (0 if done == 10**9 else 130)
        if done == 33:
            assert json.loads(stopped.read_text(encoding="utf-8"))["done"] == 33
    assert stopped.read_bytes() == whole.read_bytes()
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.long
def test_a_tuning_that_was_killed_goes_on_and_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole.json", tmp_path / "killed.json"
    said = subprocess.run(tuning(whole), check=True, capture_output=True, text=True).stdout
    process = subprocess.Popen(tuning(killed))
    while not killed.exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert json.loads(killed.read_text(encoding="utf-8"))["done"] < 60
    assert subprocess.run(tuning(killed), check=True, capture_output=True, text=True).stdout == said
    assert killed.read_bytes() == whole.read_bytes()
    other = subprocess.run(tuning(killed, "--seed", "2"), check=False, capture_output=True, text=True)
    assert (other.returncode, other.stderr) == (
        1,
        f"tuning: {killed}: of another tuning; name another --file, or remove it\n",
    )
