"""Make the site: `make site`, or `python -m docs.site [--no-examples] [FOLDER]`. Nothing is published."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from docs.site import examples, index, play, solved
from docs.site.documents import Library
from docs.site.links import follow

ROOT = Path(__file__).parents[2]


def main() -> int:
    """Make it; exit status 1 where something cannot be read, run or written."""
    parser = argparse.ArgumentParser(prog="python -m docs.site", description=__doc__)
    parser.add_argument("--no-examples", action="store_true", help="play no games")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "build/site", metavar="FOLDER")
    given = parser.parse_args()
    try:
        made = pages_of(ROOT, with_examples=not given.no_examples)
        links = follow(made)
        if links.broken:
            print(*(f"{parser.prog}: {one}" for one in links.broken), sep="\n", file=sys.stderr)
            return 1
        write(made, given.folder)
    except (OSError, examples.ExampleError) as error:
        told = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
        print(f"{parser.prog}: {told}", file=sys.stderr)
        return 1
    print("links out of the site, not looked up:", *links.outside, sep="\n  ")
    size = sum(len(text.encode()) for text in made.values())
    print(f"{len(made)} pages, {size / (1 << 20):.1f} MiB: {given.folder / 'index.html'}")
    return 0


def pages_of(root: Path, *, with_examples: bool) -> dict[str, str]:
    """Make all pages, by where they lie in the site. Raises OSError, ExampleError."""
    library, proofs = Library(root), solved.proofs_of(root)
    shown = examples.EXAMPLES if with_examples else ()
    return {
        **index.all_pages(library, proofs[0].margin, shown),
        **library.pages(),
        **play.all_pages(),
        **solved.all_pages(root, proofs),
        **examples.all_pages(root, shown),
    }


def write(made: dict[str, str], folder: Path) -> None:
    """Write the pages into a folder, in place of what is there. Raises OSError."""
    if folder.exists() and any(folder.iterdir()) and not (folder / "index.html").exists():
        raise OSError(f"{folder} is neither empty nor a site")
    shutil.rmtree(folder, ignore_errors=True)
    for to, text in made.items():
        (folder / to).parent.mkdir(parents=True, exist_ok=True)
        (folder / to).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
