"""A large network learns from a round and labels positions; what it says is learned from like a round.

It needs PyTorch, of the environment or of Debian (python3-torch); without one only the message is tested.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import subprocess
import sys
import warnings
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from bots.ataxx.train import SUBJECT, VIEW
from bots.training import learning, selfplay, teaching
from tests.bots.driver import HANG_S

DEBIAN = Path("/usr/lib/python3/dist-packages/torch")
DEBIAN_PYTHON = (3, 11)
FILE = 1200
"""Positions a file."""
SMALL = ["--channels", "8", "--blocks", "1", "--batch", "64", "--rate", "5e-3", "--epochs", "2", "--positions", "2400"]
SHARE = 0.25
NODES = 100
"""Of a move of the round."""
ROUND, TAUGHT, SEED = "round", "taught", 3


@pytest.fixture(scope="module")
def teacher(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """Give the module, if there is a PyTorch that it can import."""
    if not importlib.util.find_spec("torch"):
        if not DEBIAN.exists() or sys.version_info[:2] != DEBIAN_PYTHON:
            pytest.skip("PyTorch is not there")
        packages = tmp_path_factory.mktemp("packages")
        (packages / "torch").symlink_to(DEBIAN)
        sys.path.append(str(packages))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Debian's says that it does not know numpy 2, which it need not
        importlib.import_module("torch").zeros(1)
        return importlib.import_module("bots.training.teacher")


@pytest.fixture(scope="module")
def folders(teacher: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give a folder with a small round and what was taught from it, by small files and notes."""
    there = tmp_path_factory.mktemp("rounds")
    with pytest.MonkeyPatch.context() as patch:
        for module in (selfplay, teacher):
            patch.setattr(module, "SHARD", FILE)
        patch.setattr(learning, "SAVE_STEPS", 40)
        for name, small in (("WARM_UP", 10), ("HEAD", 16), ("NARROW", 4)):
            patch.setattr(teacher, name, small)
        (there / ROUND).mkdir()
        weights = zlib.decompress(SUBJECT.weights.read_bytes())
        for seed in range(24):  # of four, five thousand positions, it happened that nothing was learned
            selfplay.make_shard(SUBJECT, there / ROUND, seed, NODES, weights)
        teach(there)
        yield there


def teach(folders: Path, name: str = TAUGHT, *more: str) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser()
    teaching.set_up(parser, SUBJECT, VIEW)
    words = [str(folders / name), str(folders / ROUND), *SMALL, "--seed", str(SEED), "--share", str(SHARE), *more]
    given = parser.parse_args(words)
    assert given.run(given) == 0


def files(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in selfplay.shards(SUBJECT, folder)]


def teacher_of(teacher: ModuleType, folders: Path) -> Any:
    """Give the network that a run left, as another one would go on with it."""
    size = teacher.Shape(channels=8, blocks=1, batch=64, rate=1.0)
    network, notes = teacher.Teacher(VIEW, size, 5), folders / TAUGHT / teaching.NOTES
    torch = sys.modules["torch"]
    assert network.resume(notes, torch.load(notes)["mark"])
    assert not network.resume(notes, "another run")
    return network


def test_a_board_is_seen_as_its_record_has_it() -> None:
    record = np.zeros(3, SUBJECT.record)
    record["own"], record["opp"], record["blocks"] = 1 << 8 * 2 + 5, 1 << 8 * 6 + 0 | 1, 1 << 8 * 3 + 6
    record["move"] = [64 * (8 * 2 + 5) + 8 * 4 + 6, 65 * (8 * 1 + 4), 455]
    for planes in VIEW.planes(record):
        assert planes.shape == VIEW.shape
        assert [list(zip(*np.nonzero(plane), strict=True)) for plane in planes] == [
            [(2, 5)],
            [(0, 0), (6, 0)],
            [(3, 6)],
        ]
    assert VIEW.squares(record).tolist() == [[19, 34], [11, 11], [-1, -1]]


def test_moves_are_turned_with_their_boards(teacher: ModuleType) -> None:
    torch = sys.modules["torch"]
    squares = torch.arange(-1, 49)
    boards = torch.eye(49).view(49, 7, 7)
    seen = set()
    for turn in range(8):
        new = teacher.turned_squares(squares, (7, 7), turn).tolist()
        assert new[0] == -1
        assert teacher.turned(boards, turn).flatten(1).argmax(1).tolist() == new[1:]
        seen.add(tuple(new))
    assert len(seen) == 8


def test_a_teacher_expects_more_of_labels_that_it_has_not_seen_than_their_mean(
    teacher: ModuleType, folders: Path
) -> None:
    unseen = learning.load(SUBJECT, selfplay.shards(SUBJECT, folders / ROUND)).unseen
    thought = 1 / (1 + np.exp(-unseen["score"] / VIEW.scale))
    labels = (1 - SHARE) * thought + SHARE * (1 + unseen["result"]) / 2
    said = teacher_of(teacher, folders).say(unseen) @ [1 - SHARE, SHARE]
    assert np.mean((said - labels) ** 2) < 0.7 * labels.var()


def test_labels_are_what_the_teacher_says_and_can_be_learned_from(teacher: ModuleType, folders: Path) -> None:
    assert [len(file) for file in files(folders / TAUGHT)] == [FILE * SUBJECT.record.itemsize] * 2
    taught = learning.load(SUBJECT, selfplay.shards(SUBJECT, folders / TAUGHT))
    records = np.concatenate(taught)
    chances = 1 / (1 + np.exp(-records["score"] / VIEW.scale))
    assert chances == pytest.approx(teacher_of(teacher, folders).say(records) @ [1 - SHARE, SHARE], abs=2e-3)
    assert np.ptp(chances) > 0.3
    played = learning.load(SUBJECT, selfplay.shards(SUBJECT, folders / ROUND)).learned
    known = {bytes(np.stack([r["own"], r["opp"], r["blocks"]])) for r in played}
    as_played = sum(bytes(np.stack([r["own"], r["opp"], r["blocks"]])) in known for r in records)
    assert 0.4 < as_played / len(records) < 0.75
    network = learning.Network(SUBJECT.parts, 1)
    before = learning.error(SUBJECT, network.weights(), taught.learned, 0)
    for _ in learning.fit(SUBJECT, network, taught, 20, 0, seed=1):
        pass
    assert learning.error(SUBJECT, network.weights(), taught.learned, 0) < before


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(
    teacher: ModuleType, folders: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    save, whole = teacher.Teacher.save, files(folders / TAUGHT)

    def stop(*given: Any) -> None:
        save(*given)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(teacher.Teacher, "save", stop)
        with pytest.raises(KeyboardInterrupt):
            teach(folders, "again")
    assert not files(folders / "again")
    capfd.readouterr()
    teach(folders, "again")
    assert files(folders / "again") == whole
    assert capfd.readouterr().err.startswith(f"{folders / 'again' / teaching.NOTES}: 40 of ")
    selfplay.shards(SUBJECT, folders / "again")[0].unlink()
    teach(folders, "again", "--jobs", "2")
    assert files(folders / "again") == whole


def test_labels_of_one_run_are_never_mixed_with_those_of_another(folders: Path) -> None:
    before = files(folders / TAUGHT)
    for name, more in ((TAUGHT, ["--epochs", "1"]), (ROUND, [])):
        with pytest.raises(OSError, match=f"{folders / name}: there are positions of another run"):
            teach(folders, name, *more)
    assert files(folders / TAUGHT) == before


@pytest.mark.parametrize("kept", [0, 1000])
def test_damaged_notes_are_told_in_words(folders: Path, tmp_path: Path, kept: int) -> None:
    (tmp_path / ROUND).symlink_to(folders / ROUND)
    (tmp_path / TAUGHT).mkdir()
    damaged = (folders / TAUGHT / teaching.NOTES).read_bytes()[:kept]
    (tmp_path / TAUGHT / teaching.NOTES).write_bytes(damaged)
    with pytest.raises(OSError, match=f"{teaching.NOTES}: damaged"):
        teach(tmp_path)
    assert (tmp_path / TAUGHT / teaching.NOTES).read_bytes() == damaged


def test_folders_without_positions_are_told_in_words(teacher: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(OSError, match=f"{tmp_path / ROUND}: no positions there"):
        teach(tmp_path)
    assert not (tmp_path / TAUGHT).exists()


@pytest.mark.parametrize(("command", "package"), [("teach", "torch"), ("train", "numpy")])
def test_a_package_that_is_not_there_is_told_in_one_line(command: str, package: str) -> None:
    hidden = f"import sys; sys.modules[{package!r}] = None; sys.argv[1:] = [{command!r}, 'a', 'b']"
    words = [sys.executable, "-c", f"{hidden}; from bots.ataxx.cli import main; sys.exit(main())"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=HANG_S)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith(f'needs {package}: pip install "arbitro[{command}]"')
    assert "Traceback" not in done.stderr
