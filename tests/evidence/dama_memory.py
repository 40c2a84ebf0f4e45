"""Peak memory of the Dama bot in every mode, the largest of its processes, by `/usr/bin/time`: games through board
files and by pipe, a person's on a terminal, the sub-commands, building the tablebase in one process and in two (of
which the larger counts), and checking it. The bots use the tablebase of six pieces; to build that takes more, as
dama_six says. The small version uses the shipped one and builds three pieces.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pexpect

from arbiter.games.dama.law import Position, format_position
from tests.evidence.dama_tables import built
from tests.evidence.findings import Findings, Run, Table, Target

LIMIT_MIB = 100
TIME = "/usr/bin/time"
BOT = (sys.executable, "-m", "bots.dama")
START = format_position(Position())
ENDING = "o.....O......o.............O....X...............x........x.X.... 1"
SIX = ".........o............o....o......x.X...........x............... 1"


class Meter:
    """Runs programs under /usr/bin/time, which writes what they needed to files of its own."""

    def __init__(self, folder: Path, data: Path) -> None:
        self.folder = folder
        self.environment = os.environ | {"XDG_DATA_HOME": str(data), "TERM": "dumb"}
        self._notes = (folder / f"peak{number}" for number in itertools.count())

    def command(self, *words: str, program: Sequence[str] = BOT) -> tuple[list[str], Path]:
        """Give the command that runs a program, and the file that will hold its peak in KiB."""
        note = next(self._notes)
        return [TIME, "--quiet", "-f", "%M", "-o", str(note), *program, *words], note

    def run(self, *words: str, text: str = "", program: Sequence[str] = BOT) -> float:
        """Run a program, the bot if none is named, on a whole input; give its peak in MiB."""
        command, note = self.command(*words, program=program)
        subprocess.run(
            command, input=text, env=self.environment, cwd=self.folder, capture_output=True, text=True, check=True
        )
        return peak(note)


def peak(note: Path) -> float:
    """Read MiB from a file that /usr/bin/time wrote."""
    return int(note.read_text(encoding="ascii")) / 1024


def by_files(meter: Meter, time_s: float, plies: int) -> dict[str, float]:
    """Play a game through board files."""
    peaks = {}
    with tempfile.TemporaryDirectory(dir=meter.folder) as folder:
        words = {
            "play 1": ["play", "1", "--time", f"{time_s}"],
            "play 2": ["play", "2", "--time", f"{time_s}"],
            "verify": ["verify"],
        }
        running = {}
        for name, arguments in words.items():
            command, note = meter.command(*arguments, "--plies", f"{plies}")
            process = subprocess.Popen(
                command, cwd=folder, env=meter.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            running[name] = process, note
        for name, (process, note) in running.items():
            process.wait()
            peaks[name] = peak(note)
    return peaks


def by_pipe(meter: Meter, time_s: float, plies: int) -> float:
    """Let a bot play by pipe against itself, as both players in turn."""
    command, note = meter.command("--time", f"{time_s}")
    with subprocess.Popen(
        command,
        cwd=meter.folder,
        env=meter.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        for number in (1, 2):
            position = Position()
            process.stdin.write(f"{number} {plies}\n")
            for ply in range(plies):
                if not (moves := position.legal_moves()):
                    break
                if position.mover == number:
                    process.stdin.flush()
                    text = process.stdout.readline().rstrip("\n")
                    move = next(move for move in moves if str(move) == text)
                else:
                    move = moves[ply % len(moves)]
                    process.stdin.write(f"{move}\n")
                position = position.play(move)
            process.stdin.write("end\n")
        process.stdin.close()
    return peak(note)


def on_a_terminal(meter: Meter) -> float:
    """Play a few moves as a person would."""
    command, note = meter.command()
    child = pexpect.spawn(command[0], command[1:], cwd=str(meter.folder), env=meter.environment, encoding="utf-8")
    with child:
        for text in ("b3-c4", "hint", "undo", "b3-c4", "quit"):
            child.expect("> ")
            child.sendline(text)
        child.expect(pexpect.EOF)
        child.wait()
    return peak(note)


def measure(run: Run) -> Findings:
    """Measure them all."""
    data = run.folder / "data"
    (data / "arbitro").mkdir(parents=True)
    (data / "arbitro" / "dama.tables").symlink_to(built(run, 6))
    meter = Meter(run.folder, data)
    time_s, plies, depth = run.either((1.0, 60, "11"), (0.02, 30, "7"))
    limits = run.either(("--time", "3"), ("--depth", "8"))
    scratch = str(run.folder / "tables")
    peaks = by_files(meter, time_s, plies)
    peaks["pipe"] = by_pipe(meter, time_s, plies)
    peaks["terminal"] = on_a_terminal(meter)
    peaks["perft"] = meter.run("perft", depth)
    peaks["bench"] = meter.run("bench")
    peaks["analyse, the start"] = meter.run("analyse", *limits, text=START)
    peaks["analyse, an ending"] = meter.run("analyse", *limits, text=ENDING)
    peaks["analyse, six pieces"] = meter.run("analyse", *limits, text=SIX)
    for pieces, jobs in run.either((("4", "1"), ("5", "2")), (("3", "1"), ("3", "2"))):
        words = ["--pieces", pieces, "--jobs", jobs, "--file", f"{scratch}{jobs}"]
        peaks[f"tablebase build, {pieces} pieces, --jobs {jobs}"] = meter.run("tablebase", "build", *words)
    # Its cache decides what a check needs, not how much it checks.
    peaks["tablebase check, --jobs 1"] = meter.run("tablebase", "check", "--jobs", "1", "--file", f"{scratch}1")
    worst = max(peaks.values())
    return Findings(
        [Table(("mode", "MiB"), [(name, f"{mib:.1f}") for name, mib in peaks.items()])],
        [Target(f"less than {LIMIT_MIB} MiB in every mode", f"at most {worst:.1f}", worst < LIMIT_MIB, portable=True)],
    )
