"""A record survives being written as JSON, field by field, and says who won."""

from __future__ import annotations

import dataclasses
import json
import pickle

import pytest

from arbiter.games.players import End, Offence, Turn
from arbiter.play.record import Cost, GameRecord

RECORD = GameRecord(
    game="othello",
    number=3,
    players=("ada", "bob"),
    first=1,
    turns=(Turn("2 3", 0.25, 0.125, "thinking\n"), Turn("2 2", 0.5, 0.375, "")),
    scores=(0, 64),
    end=End.EXTRA_OUTPUT,
    offender=0,
    reason="wrote when it was not asked",
    evidence=b"2 \xff\0",
    costs=(Cost(1.0, 2.0, 3.0, "first", 4.0, 5, 0.5), Cost(6.0, 7.0, 8.0, "second", 9.0, 10, 0.25)),
    start="2 3, 2 2",
)
WRITTEN = {
    "game": "othello",
    "number": 3,
    "players": ["ada", "bob"],
    "first": 1,
    "turns": [
        {"move": "2 3", "time_s": 0.25, "cpu_s": 0.125, "stderr": "thinking\n"},
        {"move": "2 2", "time_s": 0.5, "cpu_s": 0.375, "stderr": ""},
    ],
    "scores": [0, 64],
    "end": "EXTRA_OUTPUT",
    "offender": 0,
    "reason": "wrote when it was not asked",
    "evidence": "MiD/AA==",
    "costs": [
        {
            "wall_s": 1.0,
            "cpu_s": 2.0,
            "peak_mib": 3.0,
            "stderr": "first",
            "lag_s": 4.0,
            "protections": 5,
            "idle_cpu_s": 0.5,
        },
        {
            "wall_s": 6.0,
            "cpu_s": 7.0,
            "peak_mib": 8.0,
            "stderr": "second",
            "lag_s": 9.0,
            "protections": 10,
            "idle_cpu_s": 0.25,
        },
    ],
    "start": "2 3, 2 2",
    "also": None,
}


def test_a_record_is_written_as_documented_and_read_back() -> None:
    assert json.loads(json.dumps(RECORD.to_json())) == WRITTEN
    assert GameRecord.from_json(json.loads(json.dumps(WRITTEN))) == RECORD


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": "<b>"},
        {"first": True},
        {"scores": ["<b>", 0]},
        {"costs": [{"wall_s": "<b>"}, {}]},
        {"turns": [{"move": "2 3", "time_s": "<b>"}]},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_what_is_no_number_where_one_belongs_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="expected a number, found"):
        GameRecord.from_json({**WRITTEN, **wrong})


LINES = Turn("2 3\n2 2", 0.25), Turn("", 1e9, 0.0, "\n")


@pytest.mark.parametrize("turns", [RECORD.turns, (), (Turn("", 0.0),), LINES, LINES[:1], 3 * LINES])
def test_a_record_is_the_same_in_another_process(turns: tuple[Turn, ...]) -> None:
    record = dataclasses.replace(RECORD, turns=turns, also=Offence(End.CRASH, "why", b"\xff"))
    there = record
    for _ in range(2):
        there = pickle.loads(pickle.dumps(there))
        assert there == record
        assert hash(there) == hash(record)
        assert (there.turns, tuple(there.turns), len(there.turns)) == (turns, turns, len(turns))
        assert there.moves() == record.moves() == tuple(turn.move for turn in turns)
        assert list(there.times()) == list(record.times()) == [turn.time_s for turn in turns]
        assert there.turns[1:] == turns[1:]
        assert turns[-1:] == tuple(there.turns[at] for at in ([-1] if turns else []))
        assert there.to_json() == record.to_json()
    assert there.turns != (*turns, Turn("2 3", 1.0))


@pytest.mark.parametrize(("scores", "winner"), [((33, 31), 0), ((31, 33), 1), ((32, 32), None), ((0, 0), None)])
def test_more_points_win(scores: tuple[int, int], winner: int | None) -> None:
    assert GameRecord("othello", 1, ("a", "b"), 0, (), scores).winner() == winner


def test_what_was_not_measured_is_nothing() -> None:
    assert Cost() == Cost(0.0, 0.0, 0.0, "", 0.0, 0, 0.0)
    assert Turn("2 3", 1.0) == ("2 3", 1.0, 0.0, "")
