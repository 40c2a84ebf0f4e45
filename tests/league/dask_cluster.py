"""A real dask cluster on loopback, with TLS: a scheduler, and two workers (one where there is one core) under a
nanny that replaces them."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.play.court import Court
from tests.play.test_end_of_the_arbiter import wait_until

WORKERS = min(2, len(os.sched_getaffinity(0)))
DASK = str(Path(sys.executable).parent / "dask")


class Cluster:
    """The processes of a cluster; the folder in which its workers were started."""

    def __init__(self, folder: Path) -> None:
        """Make a certificate and start everything; it is ready when there is a sidecar to play in."""
        self.folder, self.court = folder / "there", Court(folder)
        self.folder.mkdir()
        self.certificate, self.key = str(folder / "certificate.pem"), str(folder / "key.pem")
        make = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=arbitro"
        subprocess.run(
            [*make.split(), "-keyout", self.key, "-out", self.certificate], check=True, stderr=subprocess.DEVNULL
        )
        self._log = (folder / "log").open("wb")
        contact = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--scheduler-file", str(contact), "--port", "0", "--no-dashboard")
        wait_until(lambda: contact.exists() and contact.read_bytes().endswith(b"}"))
        self.address = json.loads(contact.read_text())["address"]
        workers = ["--nworkers", str(WORKERS), "--nthreads", "1", "--local-directory", str(folder / "scratch")]
        self.workers = self._start("worker", self.address, *workers, "--no-dashboard")

    def _start(self, what: str, *words: str) -> subprocess.Popen[bytes]:
        tls = ["--tls-ca-file", self.certificate, "--tls-cert", self.certificate, "--tls-key", self.key]
        return subprocess.Popen(
            [DASK, what, *words, "--host", "tls://127.0.0.1", *tls],
            cwd=self.folder,
            env=self.court.environment,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
        )

    def words(self) -> list[str]:
        """Give the options of a league that is played here."""
        tls = ["--tls-ca", self.certificate, "--tls-cert", self.certificate, "--tls-key", self.key]
        return ["--cluster", self.address, *tls]

    def kill_a_worker(self) -> None:
        """Kill a process that takes part in a league, and wait until the games that it played are gone."""
        sidecar, worker = next(iter(sidecars(self.court).items()))
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: sidecar not in sidecars(self.court))

    def stop(self) -> None:
        """End it in order; nothing must be left."""
        for process in (self.workers, self.scheduler):
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGINT)
            process.wait(60)
        self._log.close()
        self.court.wait_until_nothing_is_left()


def sidecars(court: Court) -> dict[int, int]:
    """Give the processes in which games are played, and the worker of each."""
    parents = {int(stat.split()[0]): int(stat.rpartition(")")[2].split()[1]) for stat in court.left()}
    found = {pid: parent for pid, parent in parents.items() if b"arbiter.league.sidecar" in command(pid)}
    return {pid: parent for pid, parent in found.items() if parent not in found}  # not the guards, which are forks


def command(pid: int) -> bytes:
    """Give the command line of a process, with NULs; nothing if it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@contextlib.contextmanager
def running(folder: Path) -> Iterator[Cluster]:
    """Give a cluster for as long as the block lasts."""
    cluster = Cluster(folder)
    try:
        yield cluster
    finally:
        cluster.stop()
