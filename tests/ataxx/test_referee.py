"""The arbiter referees Ataxx: programs of the course and UAI engines, well-behaved and not."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from arbiter.games.ataxx import law
from arbiter.games.ataxx.game import GAME
from arbiter.games.ataxx.openings import LAYOUTS, MOST_AHEAD, Opening, is_decided
from tests.many import each
from tests.play.court import Court, python, sheets, told

BOT = f"{sys.executable} -P -m bots.ataxx --hash 1"
UAI = f"{sys.executable} -P -m bots.ataxx uai --hash 1"


@pytest.fixture
def court(tmp_path: Path) -> Court:
    return Court(tmp_path)


def replay(game: dict[str, object]) -> law.Position:
    """Play a game over by the law; every move must be legal and the last one must end it."""
    position = Opening.parse(str(game["start"])).position()
    turns = game["turns"]
    assert isinstance(turns, list)
    for turn in turns:
        assert not position.is_over()
        position = position.play(law.parse_move(turn["move"]))
    assert position.is_over()
    return position


def test_two_programs_of_the_course_play_by_the_law_with_alternating_colours(court: Court) -> None:
    outcome = court.judge("--game", "ataxx", f"{BOT} --level 1", f"{BOT} --level 0", "4", "--blocks", "b2 c3")
    assert [game["end"] for game in outcome.games] == ["FINISHED"] * 4
    assert [game["first"] for game in outcome.games] == [0, 1, 0, 1]
    for game in outcome.games:
        red, blue = replay(game).score()
        assert game["scores"] == [blue, red] if game["first"] else [red, blue]
        assert game["start"] == "block b2, block c3"


@pytest.mark.parametrize("protocol", each(3, ["course,uai", "uai,course", "uai"]))
def test_uai_engines_play_too_in_any_mixture(court: Court, protocol: str) -> None:
    first, _, second = protocol.partition(",")
    commands = [UAI if p == "uai" else f"{BOT} --level 2" for p in (first, second or first)]
    settings = ("--protocol", protocol, "--movetime", "0.01", "--openings", "4")
    outcome = court.judge("--game", "ataxx", *settings, *commands, "2")
    for game in outcome.games:
        assert (game["end"], game["reason"]) == ("FINISHED", "")
        replay(game)


def test_each_opening_is_played_with_both_colours_and_layouts_follow_each_other(court: Court) -> None:
    settings = ("--openings", "6", "--layouts", "--seed", "3")
    outcome = court.judge("--game", "ataxx", f"{BOT} --level 0", f"{BOT} --level 0", "6", *settings)
    starts = [game["start"] for game in outcome.games]
    assert starts[0::2] == starts[1::2]
    assert len(set(starts)) == 3
    assert [str(start).count("block") for start in starts[0::2]] == [len(layout) for layout in LAYOUTS[:3]]
    for start in starts:
        red, blue = Opening.parse(str(start)).position().score()
        assert abs(red - blue) <= MOST_AHEAD


def test_every_layout_is_playable_and_every_opening_of_it_balanced() -> None:
    referee = GAME.referee(GAME.settings(plies=8, layouts=True))
    for number in range(1, 2 * len(LAYOUTS) + 1):
        opening = Opening.parse(referee.start(number))
        assert not opening.position().is_over()
        red, blue = opening.position().score()
        assert abs(red - blue) <= MOST_AHEAD
        assert Opening.parse(opening.text()) == opening
        assert not is_decided(opening.position())


@pytest.mark.parametrize(
    "moves",
    [
        "g1-g2, a1-c3, a7-a5, c3-e4, g2-e3, g7-f6",  # wiped out by the next move
        "g1-g2, g7-e5, g2-e4, a1-b1, e5-e7, b1-d2",  # by the one after the next two
    ],
)
def test_an_opening_that_is_won_by_force_is_known(moves: str) -> None:
    assert is_decided(Opening.parse(moves).position())
    assert not is_decided(Opening.parse("g1-g2, a1-b1").position())


@pytest.mark.parametrize(
    ("manner", "end"),
    [("illegal", "ILLEGAL"), ("other-colour", "MALFORMED"), ("nonsense", "MALFORMED"), ("unasked", "EXTRA_OUTPUT"),
     ("dies", "CRASH"), ("silent", "TIMEOUT"), ("talks", "MALFORMED")],
)  # fmt: skip
def test_an_offender_loses_the_game_and_the_reason_is_told(court: Court, manner: str, end: str) -> None:
    player = python("course.py", manner)
    limit = ["--time", "2"] if manner == "silent" else []
    outcome = court.judge("--game", "ataxx", player, f"{BOT} --level 0", "2", *limit)
    assert [(game["end"], game["offender"]) for game in outcome.games] == [(end, 0)] * 2
    assert [game["scores"] for game in outcome.games] == [[0, 49]] * 2


ENGINE = python("uai_engine.py", "once")
AS_ENGINES = ("--game", "ataxx", "--protocol", "uai", "--no-engine")


@pytest.mark.parametrize("manner", each(3, ["chatty crlf", "longs", "floods", "late", "pieces", "ponders"]))
def test_an_engine_that_greets_only_once_plays_every_game(court: Court, manner: str) -> None:
    outcome = court.judge(*AS_ENGINES, python("uai_engine.py", "once", *manner.split()), ENGINE, "3")
    for game in outcome.games:
        assert (game["end"], game["reason"]) == ("FINISHED", "")
        replay(game)


@pytest.mark.parametrize("named", [["hash=64,Threads=1"], ["hash=64", "Threads=1"]])
def test_options_are_told_once_a_process_to_engines_that_have_them(court: Court, named: list[str]) -> None:
    words = [word for one in named for word in ("--option", one)]
    outcome = court.judge(
        *AS_ENGINES, *words, "--option-a", "Clear Hash", python("uai_engine.py", "once", "told"), ENGINE, "2"
    )
    assert [game["end"] for game in outcome.games] == ["FINISHED"] * 2
    heard = [line for game in outcome.games for turn in game["turns"] for line in turn["stderr"].splitlines()]
    assert [line for line in heard if line.startswith("heard setoption")] == [
        "heard setoption name Hash value 64",
        "heard setoption name Clear Hash",
    ]


def test_an_engine_without_its_own_option_does_not_play_and_the_score_says_so_before_the_last_two_lines(
    court: Court,
) -> None:
    outcome = court.judge(*AS_ENGINES, "--option-b", "Hsah=64", ENGINE, f"{ENGINE} told", "3")
    what = "could not be started in 3 of 3 games: it has no option 'Hsah'; it has Hash, Clear Hash"
    lines = told(outcome.errors).splitlines()
    assert lines[0] == f"arbiter: {ENGINE} told {what}"
    assert lines[1] == f"{ENGINE} told: 3 forfeits: NOT_STARTED"
    assert [line.split("\t")[2] for line in lines[2:]] == ["3 wins 0 draws 0 losses", "0 wins 0 draws 3 losses"]


def test_a_move_between_games_is_an_offence_in_the_next_one(court: Court) -> None:
    outcome = court.judge(*AS_ENGINES, f"{ENGINE} repeats", ENGINE, "4")
    assert [game["end"] for game in outcome.games] == ["FINISHED", "EXTRA_OUTPUT"] * 2
    assert [game["offender"] for game in outcome.games[1::2]] == [0, 0]
    assert outcome.evidence(1) == b"bestmove a1"


def test_forfeits_are_named_by_player_and_cause(court: Court) -> None:
    outcome = court.judge(*AS_ENGINES, "--time", "0.5", f"{ENGINE} slow", ENGINE, "1")
    assert told(outcome.errors).splitlines()[0] == f"{ENGINE} slow: 1 forfeit: TIMEOUT"


def test_an_engine_that_does_not_greet_is_told_so(court: Court) -> None:
    limits = "--time", "0.5", "--start-time", "0.5"
    (game,) = court.judge(*AS_ENGINES, *limits, python("hostile.py", "silent"), ENGINE, "1").games
    assert (game["end"], game["offender"]) == ("TIMEOUT", 0)
    assert game["reason"].startswith("no answer to 'uai' within 0.5 s (CPU time it used for it: ")


@pytest.mark.parametrize("rule", ["100 plies", "50 moves"])
def test_by_the_rule_of_tournaments_100_plies_without_an_extend_are_a_draw(court: Court, rule: str) -> None:
    players = python("uai_engine.py", "once", "shuffles", "rule", "told"), python("uai_engine.py", "shuffles")
    outcome = court.judge("--game", "ataxx", "--protocol", "uai", "--rule", rule, "-v", *players, "2")
    for game in outcome.games:
        assert (game["start"], game["scores"], len(game["turns"])) == ("rule 100 plies", [0, 0], 100)
        replay(game)
    assert "heard setoption name Rule value 50 moves" in outcome.games[0]["turns"][0]["stderr"]
    assert "100 plies without an extend" in outcome.page
    usual = court.judge(*AS_ENGINES, *players, "1").games[0]
    assert len(usual["turns"]) == law.JUMP_LIMIT


@pytest.mark.parametrize("manner", ["prompt", "colon-prompt", "chatty", "resets"])
def test_public_programs_are_understood_behind_prompts_and_banners(court: Court, manner: str) -> None:
    player = python("course.py", manner)
    outcome = court.judge("--game", "ataxx", player, f"{BOT} --level 1", "2", "--blocks", "d4", "--seed", "1")
    for game in outcome.games:
        assert (game["end"], game["reason"]) == ("FINISHED", "")
        replay(game)
    assert "Traceback" not in str(outcome.games)


@pytest.mark.parametrize(
    "words",
    [("--blocks", "z9"), ("--blocks", "a1"), ("--blocks", "b2 f2"), ("--protocol", "xboard"), ("--movetime", "-1"),
     ("--openings", "x"), ("--rule", "40 plies"), ("--rule", "100 plies"),
     ("--option", "=3"), ("--option-a", "Hash=1"), ("--seed", str(2**63)), ("--seed", str(-(2**63) - 1)),
     ("--blocks", "a2 b1 b2 a3 b3 c3 c1 c2")],
)  # fmt: skip
def test_wrong_settings_get_one_line(court: Court, words: tuple[str, str]) -> None:
    outcome = court.finish(court.start("--game", "ataxx", "a", "b", "1", *words))
    assert outcome.status == 2
    assert words[0] in outcome.errors.splitlines()[-1]


@pytest.mark.parametrize("seed", [2**63 - 1, -(2**63)])
def test_every_seed_that_a_program_of_the_course_takes_is_told(court: Court, seed: int) -> None:
    outcome = court.judge("--game", "ataxx", f"{BOT} --level 0", f"{BOT} --level 0", "1", "--seed", str(seed))
    assert [(game["end"], game["reason"]) for game in outcome.games] == [("FINISHED", "")]
    assert "seed" not in "".join(turn["stderr"] for turn in outcome.games[0]["turns"])


def test_the_page_shows_board_blocks_and_reason(court: Court) -> None:
    outcome = court.judge("--game", "ataxx", f"{BOT} --level 1", f"{BOT} --level 0", "1", "--blocks", "d4", "-v")
    position = replay(outcome.games[0])
    (boards,) = sheets(outcome.page)
    assert boards[-1] == [position.board[at : at + 7] for at in range(42, -1, -7)]
    assert "pieces" in outcome.page
    assert '<path class=x d="M3 3"/>' in outcome.page
