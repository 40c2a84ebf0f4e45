"""What is known already: verdicts in a file, a line each, written when they fall; and why some survive."""

from __future__ import annotations

import dataclasses
import json
import threading
import tomllib
from pathlib import Path
from typing import Any

from tests.mutants.mutant import IDENTITY, Mutant, key_of
from tests.mutants.trial import SURVIVED, Verdict

REASONS = Path(__file__).parent / "reasons.toml"


class Journal:
    """The verdicts of all runs in a folder. They stand whatever is edited elsewhere."""

    def __init__(self, path: Path, again: bool = False) -> None:
        """Read what is there; with `again` who has survived without a reason is to be tried again, once."""
        self._path, self._lock = path, threading.Lock()
        self._known: dict[str, tuple[dict[str, Any], Verdict]] = {}
        if path.exists():
            for line in path.read_text("utf-8").splitlines():
                entry = json.loads(line)
                self._known[key_of(entry)] = (entry, Verdict(entry["what"], entry["by"], entry["seconds"]))
        self._doubted = {key for key, (_, known) in self._known.items() if again and known.what == SURVIVED}

    def verdict(self, mutant: Mutant, explained: bool) -> Verdict | None:
        """Give the verdict that stands on a fault, whose survival may be `explained`."""
        _, verdict = self._known.get(mutant.key(), (None, None))
        return verdict if explained or mutant.key() not in self._doubted else None

    def write(self, mutant: Mutant, verdict: Verdict) -> None:
        """Write down a verdict."""
        entry = {**mutant.identity(), **dataclasses.asdict(verdict)}
        with self._lock:
            self._known[mutant.key()] = (entry, verdict)
            self._doubted.discard(mutant.key())
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")

    def kills(self, file: str) -> dict[str, int]:
        """Count what each test has noticed, in this file."""
        found: dict[str, int] = {}
        with self._lock:
            for entry, verdict in self._known.values():
                if verdict.what == "died":
                    found[verdict.by] = found.get(verdict.by, 0) + (entry["file"] == file)
        return found


def read_reasons(path: Path = REASONS) -> dict[str, str]:
    """Give the reasons why faults survive, by the faults' keys."""
    entries = tomllib.loads(path.read_text("utf-8")).get("survivor", []) if path.exists() else []
    return {key_of(entry): entry["reason"] for entry in entries}


def as_toml(mutant: Mutant) -> str:
    """Write a survivor as it stands in the file of reasons, where the reason is to be filled in."""
    lines = [f"{name} = {json.dumps(getattr(mutant, name))}" for name in IDENTITY]
    return "\n".join(["[[survivor]]", *lines, 'reason = ""'])
