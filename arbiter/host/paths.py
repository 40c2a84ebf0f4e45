"""Paths as texts: sets of a thousand of them are compared ten times as fast as those of `pathlib`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path


def within(path: str, folders: Iterable[str]) -> bool:
    """Tell whether a path is one of some paths, or below one."""
    return any(path == folder or path.startswith(f"{folder.rstrip('/')}/") for folder in folders)


def here() -> str:
    """Give the current folder; of one that was removed what the system calls it then, where nothing is."""
    try:
        return str(Path.cwd())
    except FileNotFoundError:
        return str(Path("/proc/self/cwd").readlink())


def is_removed() -> bool:
    """Tell whether the current folder was removed, where no relative name leads anywhere."""
    return not Path(here()).is_dir()


def absolute(path: str) -> str:
    """Give a path from the root on, whether the current folder is there or not."""
    return str(Path(here(), path))


def real(path: str) -> str:
    """Give a path without links."""
    try:
        return str(Path(path).resolve())
    except (OSError, RuntimeError):  # links that lead to themselves
        return path


def is_there(path: str) -> bool:
    """Tell whether something is there, as far as we may know."""
    try:
        return os.access(path, os.F_OK)
    except ValueError:  # no path at all: it holds a zero byte, or what this system's names cannot
        return False


def is_folder(path: str) -> bool:
    """Tell whether a folder is there, as far as we may know."""
    try:
        return Path(path).is_dir()
    except PermissionError:
        return False


def is_link(path: str) -> bool:
    """Tell whether a link is there, as far as we may know."""
    try:
        return Path(path).is_symlink()
    except PermissionError:
        return False


def matching(folder: str, pattern: str) -> list[str]:
    """Give what fits a pattern below a folder, as far as we may know."""
    try:
        return [str(path) for path in Path(folder).glob(pattern)]
    except PermissionError:
        return []


def name_of(path: str) -> str:
    """Give the last name of a path."""
    return path.rpartition("/")[2]


def folder_of(path: str) -> str:
    """Give the folder in which something lies."""
    return path.rpartition("/")[0] or "/"


def entries(folder: str) -> list[os.DirEntry[str]]:
    """Give what lies in a folder, nothing if that may not be known."""
    try:
        with os.scandir(folder) as found:
            return list(found)
    except OSError:
        return []


def mounts(file: str = "/proc/self/mountinfo") -> list[list[bytes]]:
    """Give what is mounted, as lists of words, of which one may be empty (see proc(5)); nothing if it is unknown."""
    try:
        return [line.split(b" ") for line in Path(file).read_bytes().split(b"\n") if line]
    except OSError:
        return []


def unescaped(word: bytes) -> str:
    """Give a path as the list of mounts has it: octal numbers for blanks, and bytes that need not be UTF-8."""
    return os.fsdecode(re.sub(rb"\\([0-7]{3})", lambda code: bytes([int(code[1], 8)]), word))


def text_of(file: str) -> str:
    """Read a file, "" if it is not there or no text."""
    try:
        return Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
