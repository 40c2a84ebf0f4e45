"""Plant faults in a copy of the tree and tell who survives the tests: `python -m tests.mutants [PATTERN...]`.

Exit status 1 if fewer than 95 % die in a language, or one survives without a reason in tests/mutants/reasons.toml.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from tests.mutants.campaign import FOLDER, NotTheCopyError, clear, try_all_fixed, try_sample
from tests.mutants.plan import rooms
from tests.mutants.report import holds, write
from tests.mutants.sample import shares
from tests.mutants.trial import DIED, BadTestsError, matches


def main() -> int:
    """Plant what is asked for; give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="sources, such as native/*; all if left out")
    parser.add_argument("--fixed", action="store_true", help="the chosen faults of tests/mutants/fixed.toml instead")
    parser.add_argument("--list", action="store_true", help="only list the sample")
    parser.add_argument("--jobs", type=int, choices=range(1, 65), default=1, metavar="N", help="faults at a time (1)")
    parser.add_argument("--again", action="store_true", help="try those once more who survived without a reason")
    parser.add_argument("--known", action="store_true", help="plant nothing, tell what is known")
    parser.add_argument("--fresh", action="store_true", help="forget the copy and all verdicts")
    parser.add_argument("--folder", type=Path, default=FOLDER, metavar="PATH", help="of copy and journal (%(default)s)")
    given = parser.parse_args()
    os.nice(10)
    given.folder = given.folder.resolve()
    if given.list:
        for room in rooms():
            for share in shares(room):
                if matches(share.file, given.patterns):
                    print(f"{share.wanted} of {len(share.faults)} in {share.file}")
                    print(*(f"    {mutant}" for mutant in share.faults[: share.wanted]), sep="\n")
        return 0
    if given.fresh:
        clear(given.folder)
    try:
        if given.fixed:
            found = try_all_fixed(given.folder, given.jobs, _say)
            alive = [one for one, verdict in found if verdict.what != DIED]
            print(f"{len(found) - len(alive)} of {len(found)} chosen faults died")
            return int(bool(alive))
        planted = try_sample(given.folder, given.jobs, given.patterns, _say, again=given.again, known=given.known)
    except (NotTheCopyError, BadTestsError, ValueError) as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 1
    print(write(planted))
    return int(not holds(planted))


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
