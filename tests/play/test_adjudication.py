"""An engine that has proved the result may end a game early: rightly, in the protocol's way, and at nobody's cost."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from arbiter.games import catalogue
from arbiter.games.ataxx import law as ataxx
from arbiter.games.dama import law as dama
from arbiter.games.othello import law as othello
from arbiter.host.guards import Guards
from arbiter.host.limits import Limits
from arbiter.play import analysis, options
from arbiter.play.adjudication import Adjudication, Adjudicator
from tests.league.files import rows, run, write
from tests.many import each
from tests.play.court import Court, python

DATA = Path(__file__).parent.parent / "data"
PYTHON = shlex.quote(sys.executable)
OTHELLO, ATAXX, DAMA = (f"{PYTHON} -m bots.{game} analyse" for game in ("othello", "ataxx", "dama"))
ENDGAMES = json.loads((DATA / "othello_endgames.json").read_text("utf-8"))["positions"]
WINS = json.loads((DATA / "ataxx_forced_wins.json").read_text("utf-8"))["puzzles"]


def judged(settings: Adjudication, game: str, position: Any, left: int | None = None) -> tuple[Any, Adjudicator]:
    """Ask an adjudicator once; give the points and the adjudicator, whose engine runs no longer."""
    guards = Guards()
    adjudicator = Adjudicator(settings, game, guards)
    try:
        return adjudicator.look(position, 1, left), adjudicator
    finally:
        adjudicator.dismiss(0.0)
        guards.close()


@pytest.fixture(scope="module")
def undisturbed(instant: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Give the game of two players who play the first legal move, with nobody to end it early."""
    (game,) = Court(tmp_path_factory.mktemp("undisturbed")).judge(instant, instant).games
    assert (game["end"], game["reason"]) == ("FINISHED", "")
    return dict(game)


def moves(game: dict[str, Any]) -> list[str]:
    return [turn["move"] for turn in game["turns"]]


@pytest.mark.parametrize("fact", ENDGAMES[:4], ids=lambda fact: f"{fact['empties']} empty")
def test_an_othello_game_gets_the_margin_of_perfect_play(fact: dict[str, Any]) -> None:
    position = othello.parse_position(f"{fact['board']} {fact['to_move']}")
    points, adjudicator = judged(Adjudication(f"{OTHELLO} --exact"), "othello", position)
    black, white = points
    assert black - white == (fact["score"] if fact["to_move"] == "black" else -fact["score"])
    assert 0 < black + white <= 64
    assert "proved by" in adjudicator.verdict
    assert adjudicator.warning == ""


def test_a_margin_of_an_opening_that_the_engine_cannot_play_on_leaves_the_game_to_the_players() -> None:
    position = othello.Position().play(othello.parse_move("2 3"))
    points, adjudicator = judged(Adjudication(f"{OTHELLO} --depth 2"), "othello", position)
    assert (points, adjudicator.verdict, adjudicator.warning) == (None, "", "")


@pytest.mark.parametrize("puzzle", WINS[:3], ids=lambda puzzle: f"{puzzle['plies']} plies")
def test_an_ataxx_game_is_given_to_who_wins_by_force(puzzle: dict[str, Any]) -> None:
    position = ataxx.Position()
    for block in puzzle["blocks"]:
        position = position.block(ataxx.SQUARE[block])
    for move in puzzle["moves"]:
        position = position.play(ataxx.parse_move(move))
    (red, blue), _ = judged(Adjudication(f"{ATAXX} --depth 9"), "ataxx", position)
    assert (red > blue) == (puzzle["to_move"] == "red")
    assert red != blue


def dama_position(pieces: dict[int, str], mover: int) -> dama.Position:
    return dama.Position("".join(pieces.get(square, ".") for square in range(64)), mover)


def forced_win(position: dama.Position, plies: int) -> bool:
    """Tell whether the side to move wins within so many plies, by trying everything."""
    for move in position.legal_moves():
        child = position.play(move)
        if child.winner() == position.mover:
            return True
        if plies > 2 and all(forced_win(child.play(answer), plies - 2) for answer in child.legal_moves()):
            return True
    return False


def test_a_dama_game_is_won_only_if_the_limit_of_moves_leaves_the_time() -> None:
    position = dama_position({1: "X", 35: "X", 49: "O"}, 1)
    plies = next(n for n in range(1, 12, 2) if forced_win(position, n))
    assert plies > 1
    asked = Adjudication(f"{DAMA} --depth 1")
    assert judged(asked, "dama", position, plies)[0] == (2, 0)
    assert judged(asked, "dama", position, plies - 1)[0] is None
    turned = dama.Position("".join({"X": "O", "O": "X"}.get(piece, piece) for piece in position.board[::-1]), 2)
    assert judged(asked, "dama", turned, plies)[0] == (0, 2)


def test_the_result_of_a_game_is_that_of_playing_it_on(court: Court, tmp_path: Path) -> None:
    """Both programs play endings of few pieces perfectly, so that it must not matter who ends the game."""
    file = tmp_path / "endings.txt"
    endings = [{1: "X", 35: "X", 49: "O"}, {1: "X", 62: "O"}, {8: "X", 24: "O", 60: "O"}]
    file.write_text("\n".join(dama.format_position(dama_position(pieces, 1)) for pieces in endings))
    bot = f"{PYTHON} -m bots.dama --depth 4"
    words = ["--game", "dama", "--protocol", "pipe", "--openings", str(file), "--plies", "20", bot, bot, "6"]
    played = court.judge(*words).games
    short = court.judge(*words, "--adjudicate", f"{DAMA} --depth 1 --hash 1").games
    assert [game["scores"] for game in short] == [game["scores"] for game in played]
    assert {tuple(game["scores"]) for game in played} == {(2, 0), (0, 2), (1, 1)}
    assert {game["end"] for game in played} == {"FINISHED"}
    assert {game["end"] for game in short} == {"ADJUDICATED"}
    assert all(len(game["turns"]) == 1 for game in short)


def test_programs_hear_the_end_in_their_protocol_and_the_record_says_who_judged(court: Court, instant: str) -> None:
    engine, players = f"{OTHELLO} --depth 8 --hash 1", ("--seed", "1", f"{instant} random", instant, "4")
    outcome = court.judge("--adjudicate", engine, "--adjudicate-after", "3", *players)
    first = next(at for at, game in enumerate(outcome.games) if game["end"] == "ADJUDICATED")
    assert first < 3
    assert {game["end"] for game in outcome.games} == {"ADJUDICATED", "FINISHED"}
    assert {game["offender"] for game in outcome.games} == {None}  # in the games after it, too, by the same processes
    without = court.judge(*players).games
    for game, whole in zip(outcome.games[: first + 1], without, strict=False):
        assert moves(game) == moves(whole)[: len(game["turns"])]
    game = outcome.games[first]
    assert 3 <= len(game["turns"]) < len(without[first]["turns"])
    black, white = game["scores"][:: -1 if game["first"] else 1]
    winner = "black" if black > white else "white"
    assert game["reason"] == f"{winner} wins {max(black, white)} to {min(black, white)}, proved by `{engine}`"
    assert "adjudicated: " in outcome.page
    assert "Forfeit" not in outcome.page.split("</style>")[1].replace(">Forfeits<", "")


WAYS = {
    "dies": "ended by itself with exit status 3",
    "nonsense": "expected six columns apart by tabs",
    "columns": "expected six columns apart by tabs",
    "floods": "a line of more than 1024 bytes",
    "twice": "wrote when it was not asked",
    "liar": "did not keep to the value +64",
    "illegal": "named no legal move",
    "hungry": "MiB of memory where 1024 are allowed",
    "closed": "closed its standard output but did not end",
}


@pytest.mark.parametrize("way", each(3, WAYS))
def test_an_engine_that_fails_decides_nothing_and_is_not_asked_again(way: str) -> None:
    engine = python("engine.py", way)
    guards = Guards()
    adjudicator = Adjudicator(Adjudication(engine), "othello", guards)
    try:
        assert adjudicator.look(othello.Position(), 1, None) is None
        if way == "twice":  # the second answer shows when it is asked again
            assert adjudicator.look(othello.Position(), 2, None) is None
        assert adjudicator.warning.startswith(f"not adjudicated, as `{engine}`")
        assert WAYS[way] in adjudicator.warning
        warning = adjudicator.warning
        assert adjudicator.look(othello.Position(), 3, None) is None
        assert (adjudicator.warning, adjudicator.verdict) == (warning, "")
    finally:
        adjudicator.dismiss(0.0)
        guards.close()


@pytest.mark.parametrize("way", ["dies", "liar"])
def test_an_engine_that_fails_harms_nobody(court: Court, instant: str, undisturbed: dict[str, Any], way: str) -> None:
    outcome = court.judge("--adjudicate", python("engine.py", way), instant, instant, "2")
    for game in outcome.games:
        scores = undisturbed["scores"][:: -1 if game["first"] else 1]
        assert (game["end"], game["offender"], game["scores"]) == ("FINISHED", None, scores)
        assert moves(game) == moves(undisturbed)
        assert WAYS[way] in game["reason"]
    assert "adjudication failed in 2 of 2 games, in game 1 because " in outcome.errors
    assert "not adjudicated, as" in outcome.page


def test_an_engine_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "LIMITS", Limits(time_s=0.3, start_s=0.3))
    points, adjudicator = judged(Adjudication(python("engine.py", "silent")), "othello", othello.Position())
    assert points is None
    assert "no move within 0.3 s" in adjudicator.warning


@pytest.mark.parametrize("sure_of", ["black", "white"])
def test_a_score_decides_after_so_many_positions_if_the_engine_can_win_it(
    court: Court, instant: str, undisturbed: dict[str, Any], sure_of: str
) -> None:
    """The engine plays the first legal move, as these players do, so that playing out ends as the game does."""
    engine = python("engine.py", sure_of)
    words = ["--adjudicate", engine, "--adjudicate-plies", "5", "--adjudicate-score"]
    game = court.judge(*words, "30", instant, instant, "1").games[0]
    black, white = undisturbed["scores"]
    assert game["scores"] == [black, white]
    if (sure_of == "black") == (black > white):
        assert (game["end"], moves(game)) == ("ADJUDICATED", moves(undisturbed)[:5])
        result = f"{sure_of} wins {max(black, white)} to {min(black, white)}"
        assert game["reason"] == f"{result}, by the judgement of `{engine}`: 30 or more in 5 positions in a row"
    else:
        assert (game["end"], game["reason"], moves(game)) == ("FINISHED", "", moves(undisturbed))


def test_a_score_that_is_not_reached_decides_nothing(court: Court, instant: str, undisturbed: dict[str, Any]) -> None:
    words = ["--adjudicate", python("engine.py", "white"), "--adjudicate-score", "31"]
    game = court.judge(*words, instant, instant, "1").games[0]
    assert (game["end"], game["reason"], moves(game)) == ("FINISHED", "", moves(undisturbed))


def test_a_league_counts_adjudicated_games_as_played(court: Court, tmp_path: Path) -> None:
    bot = f"{PYTHON} -m bots.dama --level 1"
    players = {"one": f"{bot} --seed 1", "two": f"{bot} --seed 2"}
    settings = f"openings = 4\nadjudicate = {json.dumps(f'{DAMA} --depth 1 --hash 1')}"
    file = write(tmp_path / "players.toml", players, 'game = "dama"\npairs = 1')
    text = file.read_text().replace("[[player]]\n", '[[player]]\nprotocol = "pipe"\n')
    file.write_text(f"{text}\n[options]\n{settings}\n")
    status, _, errors = run(court, "league", str(file))
    assert (status, errors) == (0, "")
    found = rows(tmp_path / "players.db", "SELECT end, offender, reason FROM result")
    assert len(found) == 2
    assert ("ADJUDICATED", None) in [row[:2] for row in found]
    assert all(offender is None for _, offender, _ in found)
    assert all(("proved by" in reason) == (end == "ADJUDICATED") for end, _, reason in found)
    status, page, _ = run(court, "report", str(tmp_path / "players.db"))
    assert status == 0
    assert "adjudicated: " in page


WRONG = [
    ("othello", ["--adjudicate", "./nothing-here analyse"], "'./nothing-here' is not a program that can be run"),
    ("othello", ["--adjudicate", "'"], "cannot be split"),
    ("othello", ["--adjudicate-score", "3"], "there is no --adjudicate that it belongs to"),
    ("othello", ["--adjudicate", "true", "--adjudicate-plies", "3"], "there is no --adjudicate-score"),
    ("domino", ["--adjudicate", "true"], "both play their hands to the end"),
]


@pytest.mark.parametrize(("game", "words", "why"), WRONG)
def test_wrong_settings_are_said(game: str, words: list[str], why: str) -> None:
    parser = argparse.ArgumentParser()
    options.add_options(parser)
    with pytest.raises(ValueError, match=re.escape(why)):
        options.adjudication(catalogue.game(game), parser.parse_args(words))


def test_wrong_settings_get_one_line(court: Court) -> None:
    outcome = court.finish(court.start("--adjudicate-score", "3", "a", "b"))
    assert outcome.status == 2
    assert "--adjudicate-score: there is no --adjudicate" in outcome.errors.splitlines()[-1]
