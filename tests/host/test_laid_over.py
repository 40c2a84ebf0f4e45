"""Folders that no other one can be laid over, as they lie on two already: shown as they are, without what is hidden."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.machine

MOUNTS = """
set -e
mount -t tmpfs none /mnt
mkdir /mnt/lowest /mnt/lowest/inner /mnt/lowest/kept /mnt/empty /mnt/lower /mnt/upper
mount -t tmpfs none /mnt/lowest/inner
mount -t tmpfs none /mnt/lowest/kept
echo inner > /mnt/lowest/inner/shown
echo secret > /mnt/lowest/kept/secret
echo open > /mnt/lowest/shown
echo secret > /mnt/lowest/hidden
mount -t overlay none -o lowerdir=/mnt/lowest:/mnt/empty /mnt/lower
mount -t overlay none -o lowerdir=/mnt/lower:/mnt/empty /mnt/upper
"""
LOOK = """
import os, select, sys
from arbiter.host.guards import Guards
from arbiter.host.launch import Program, Protection
from arbiter.host.view import view

folder = sys.argv[1]
guards = Guards(namespaces=True)
guard = guards.take(100.0, view=view("/bin/sh", (folder,), (), (f"{folder}/hidden", f"{folder}/kept")))
words = ["/bin/sh", "-c", f"cat {folder}/shown {folder}/*/shown; cat {folder}/hidden {folder}/kept/*"]
program = Program(guard, words, {"PATH": os.environ["PATH"]}, core=-1)
while select.select([program.stdout], [], [])[0] and (part := os.read(program.stdout, 4096)):
    print(part.decode(), end="")
program.kill()
program.close()
print(Protection.OWN_ROOT in guard.protections, Protection.OWN_LOCKS in guard.protections)
guards.close()
"""


@pytest.mark.parametrize(("folder", "laid_over"), [("/mnt/lowest", True), ("/mnt/upper", False)])
def test_what_is_hidden_stays_so_where_a_folder_can_only_be_shown_as_it_is(folder: str, laid_over: bool) -> None:
    unshare = ["unshare", "--mount", "sh", "-c"]
    if subprocess.run([*unshare, MOUNTS], capture_output=True, check=False).returncode:
        pytest.skip("this machine lets nobody mount, or nothing be laid over a folder")
    words = [*unshare, f'{MOUNTS}\nexec "$@"', "sh", sys.executable, "-P", "-c", LOOK, folder]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    inner = "inner\n" * laid_over  # what is mounted below it, and is not hidden
    assert (done.stdout, done.stderr) == (f"open\n{inner}True {laid_over}\n", "")
