"""The referee of Domino, with players from a script: the same hand for both, each judged alone."""

from __future__ import annotations

import pytest

from arbiter.games.domino.law import MIRROR, RAISE, WILD, Options
from arbiter.games.domino.referee import DominoReferee, hand_of, read_start
from arbiter.games.players import End, PlayerError, Turn
from tests.play.scripted import Scripted, pair

HAND = "3\n1 2\n2 3\n11 11\n"
GIVEN = f"given {HAND!r}"


def play(players: tuple[Scripted, Scripted], first: int = 0, start: str = HAND) -> tuple[tuple[int, int], list[Turn]]:
    turns: list[Turn] = []
    return DominoReferee().play(players, first, turns, start), turns


@pytest.mark.parametrize("first", [0, 1])
def test_both_are_given_the_hand_and_killed_after_it(first: int) -> None:
    players = pair(["S 1 2 R 2 3 R 11 11 \n"], ["S 3 2 R 2 1 R 11 11"])
    scores, turns = play(players, first)
    assert scores == (20, 16)
    order = "BA" if first else "AB"
    assert players[0].log == [f"{name} {what}" for name in order for what in (GIVEN, "kill")]
    rows = {"A": "S 1 2 R 2 3 R 11 11", "B": "S 3 2 R 2 1 R 11 11"}
    assert turns == [Turn(rows[name], 1, stderr=name) for name in order]


def test_a_program_is_started_for_a_challenge() -> None:
    player = Scripted("A", [])
    DominoReferee().begin(player, 0, first=True)
    assert player.log == ["A begin --challenge"]


@pytest.mark.parametrize(("a", "b"), [("S 1 2", "S 1 2 R 2 3 R 11 11"), ("S 1 2 R 2 3 R 11 11", "S 1 3")])
def test_who_fails_has_nothing_and_the_other_what_it_earned(a: str, b: str) -> None:
    players = pair([a], [b])
    turns: list[Turn] = []
    with pytest.raises(PlayerError) as caught:
        DominoReferee().play(players, 0, turns, HAND)
    failed = len(a) > len(b)
    error = caught.value
    assert error.player is players[failed]
    assert error.end is End.ILLEGAL
    assert error.evidence == (b if failed else a).encode()
    assert error.reason.startswith("move 1: 'S 1 3'" if failed else "move 2: the line ends although")
    assert error.scores == ((20, 0) if failed else (0, 20))
    assert [turn.move for turn in turns] == [a, b]
    assert players[0].log.count("A kill") == players[0].log.count("B kill") == 1


def test_if_both_fail_the_first_is_named_and_the_other_told_of() -> None:
    players = pair([""], [""], ("given", ""))
    with pytest.raises(PlayerError) as caught:
        play(players, first=1)
    assert caught.value.player is players[1]
    assert caught.value.scores == (0, 0)
    assert caught.value.also is not None
    assert caught.value.also.player is players[0]
    assert caught.value.also.reason == "wrote when it was not asked for a move"


def test_hands_are_played_again_and_again() -> None:
    referee = DominoReferee(hands=("1\n1 2\n", "1\n3 4\n", "0\n"))
    assert [referee.start(number) for number in range(1, 6)] == ["1\n1 2\n", "1\n3 4\n", "0\n", "1\n1 2\n", "1\n3 4\n"]
    assert referee.options() == [("hands", "3 in turn")]


def test_random_hands_follow_from_seed_and_number() -> None:
    one, other = DominoReferee(seed=1), DominoReferee(seed=2)
    hands = [one.start(number) for number in range(1, 30)]
    assert hands == [DominoReferee(seed=1).start(number) for number in range(1, 30)]
    assert len({*hands, *(other.start(number) for number in range(1, 30))}) == 58
    for hand in hands:
        tiles, rules = read_start(hand)
        assert len(tiles) == 12
        assert all(1 <= a <= b <= 6 for a, b in tiles)
        assert rules == Options()
    assert one.options() == [("random hands", "12 tiles")]


def test_one_tile_of_four_is_special_where_they_are_asked_for() -> None:
    referee = DominoReferee(size=4000, special=True, rules=Options(zero_stays=True, early_stop=True))
    start = referee.start(1)
    tiles, rules = read_start(start)
    assert start.endswith("--zero-stays --allow-early-stop\n")
    assert rules == Options(zero_stays=True, early_stop=True)
    shares = [tiles.count(special) / 4000 for special in (WILD, RAISE, MIRROR)]
    assert all(0.065 < share < 0.1 for share in shares)
    assert referee.options() == [
        ("random hands", "4000 tiles, special ones too"),
        ("rules", "--zero-stays --allow-early-stop"),
    ]


def test_the_rules_of_the_start_are_those_that_count() -> None:
    hand = "2\n0 0\n11 11\n"
    players = pair(["S 0 0"], ["S 0 0 L 11 11"])
    assert play(players, start=f"{hand}--zero-stays --allow-early-stop\n")[0] == (0, 0)
    players = pair(["S 0 0"], ["S 0 0 L 11 11"])
    assert play(players, start=f"{hand}--allow-early-stop\n")[0] == (0, 4)


def test_a_hand_in_one_line_is_read() -> None:
    assert hand_of("3 1 2 11 11 6 5") == "3\n1 2\n11 11\n5 6\n"
