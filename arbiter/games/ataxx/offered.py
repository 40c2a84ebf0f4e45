"""What an engine says of its options in UAI, as in UCI: `option name NAME type TYPE`, with bounds or choices."""

from __future__ import annotations

import re
from typing import NamedTuple, Self

KINDS = ("check", "spin", "combo", "button", "string")


class Offered(NamedTuple):
    """An option by the name that its engine gives it, and what stands behind the word `type`."""

    name: str
    kind: str

    @classmethod
    def read(cls, line: str) -> Self | None:
        """Read what an engine says of an option, None if it says something else."""
        words = line.split()  # a line may be long, and a pattern with such gaps takes the cube of its length
        if words[:2] != ["option", "name"] or "type" not in words[3:]:
            return None
        ends = [at for at, word in enumerate(words) if at > 2 and word == "type"]
        at = next((at for at in ends if words[at + 1 : at + 2] and words[at + 1] in KINDS), ends[0])  # `Node type`
        return cls(" ".join(words[2:at]), " ".join(words[at + 1 :]))

    @property
    def choices(self) -> list[str]:
        """Give the values of a `combo`."""
        return self.kind.split(" var ")[1:]

    def takes(self, value: str) -> str:
        """Say what it takes if this value is not that, else nothing. Of a type that is not of UCI nothing is known."""
        kind = self.kind.partition(" ")[0]
        if kind == "spin":
            low, high = _number(r"\smin\s+", self.kind), _number(r"\smax\s+", self.kind)
            number = _number("^", value)
            if number is None or (low is not None and number < low) or (high is not None and number > high):
                bounds = [f" {word} {bound}" for word, bound in (("from", low), ("to", high)) if bound is not None]
                return "a whole number" + "".join(bounds)
        if kind == "check" and value.lower() not in ("true", "false"):
            return "true or false"
        if kind == "combo" and value.lower() not in map(str.lower, self.choices):
            return " or ".join(self.choices) or "nothing"
        return "no value" if kind == "button" and value else ""


def _number(where: str, text: str) -> int | None:
    """Read a whole number of 18 digits at most; what is longer is none, as in most programs."""
    found = re.search(rf"{where}(-?[0-9]{{1,18}})(?!\S)", text)
    return int(found[1]) if found else None
