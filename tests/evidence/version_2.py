"""Control groups of version 2, which this machine may not have: a virtual machine of Debian's kernel and packages
(`qemu-system-x86_64`, emulated, with a root folder of `debootstrap`; both need the superuser) plays one gauntlet of the
programs that take memory in ways that no resident set shows (`tests/players/glutton.c`), and of a fork bomb, at a limit
of 100 MiB: as an ordinary user whom systemd gives a scope, in a scope that was delegated before, and as the superuser.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from arbiter.host.launch import Protection
from tests.evidence.document import HOUSE
from tests.evidence.findings import Findings, Run, Table, Target
from tests.play.court import compile_player

LIMIT_MIB, SLACK_MIB = 100, 10
WAYS = ("memfd", "segments", "unmapped", "sockets", "page_tables", "hidden", "false_name")
VERDICTS = dict.fromkeys(WAYS, "MEMORY") | {"forks": "PROCESSES"}
PACKAGES = (
    "linux-image-cloud-amd64,systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,"
    "python3,python3-cffi-backend,python3-jinja2,util-linux"
)
NEEDED = ("debootstrap", "qemu-system-x86_64", "mke2fs")
BOOT_S = 1800
"""An emulated processor is slow."""
PURE = ("rich", "pygments", "markdown_it", "mdurl", "cffi")
"""Packages in Python alone that Debian has older, or not at all."""
GUEST = """#!/bin/sh
# Inside: each line behind "FOUND " is JSON. Whatever happens, the machine ends.
exec > /dev/ttyS0 2>&1
dmesg --console-level alert  # not each process that is ended
export PYTHONPATH=/house:/house/pure
useradd --create-home player
loginctl enable-linger player
until [ -S /run/user/$(id -u player)/bus ]; do sleep 1; done
run() { # NAME PREFIX...
    folder=$(mktemp -d) && chmod 777 "$folder" && cp /house/players.toml "$folder"
    name=$1; shift
    (cd "$folder" && timeout 600 "$@" python3 -P -m arbiter league players.toml > /dev/null)
    python3 /house/found.py "$name" "$folder/players.db"
    [ -z "$(find /sys/fs/cgroup -name 'arbiter-*-*')" ] || echo 'FOUND {"left": "groups"}'
}
run "ordinary user, a scope that systemd gives" /house/user
run "ordinary user, a delegated scope" /house/user systemd-run --user --scope --quiet --property=Delegate=yes
run "superuser, a scope that systemd gives"
echo FOUND null
poweroff -f
"""
USER = """#!/bin/sh
bus=/run/user/$(id -u player)
exec setpriv --reuid player --regid player --init-groups env HOME=/home/player XDG_RUNTIME_DIR="$bus" \\
    DBUS_SESSION_BUS_ADDRESS="unix:path=$bus/bus" "$@"
"""
FOUND = """import json, sqlite3, sys
name, journal = sys.argv[1:]
query = ("SELECT max(a, b), end, offender = (b > a), reason, stderr, peak_mib, protections FROM game"
         " JOIN result USING (number) JOIN cost USING (number) WHERE seat = (b > a)")
for row in sqlite3.connect(journal).execute(query):
    print("FOUND", json.dumps([name, *row]))
"""
UNIT = """[Unit]
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/house/guest.sh
StandardOutput=tty
TTYPath=/dev/ttyS0
"""


def image(folder: Path) -> Path:
    """Make a root folder, once, and of it the disk of a virtual machine; give the folder."""
    root = folder / "root"
    if not (root / "ready").exists():
        shutil.rmtree(root, ignore_errors=True)
        succeed("debootstrap", "--variant=minbase", f"--include={PACKAGES}", "bookworm", str(root))
        (root / "ready").touch()
    house = root / "house"
    shutil.rmtree(house, ignore_errors=True)
    shutil.copytree(HOUSE / "arbiter", house / "arbiter")
    (house / "arbiter" / "py.typed").touch()
    for name in PURE:
        shutil.copytree(Path(sysconfig.get_path("purelib"), name), house / "pure" / name)
    for name in ("glutton", "instant", "nuisance"):
        compile_player(name, house)
    players = {"honest": "/house/instant"} | {way: f"/house/glutton {way}" for way in WAYS}
    players["forks"] = "/house/nuisance asked forks"
    tables = [f"[[player]]\nname = {json.dumps(n)}\ncommand = {json.dumps(c)}\n" for n, c in players.items()]
    settings = f'format = "gauntlet"\nmemory = {LIMIT_MIB}\ntime = 60\n'
    (house / "players.toml").write_text("\n".join([settings, *tables]))
    (house / "found.py").write_text(FOUND)
    for name, text in (("guest.sh", GUEST), ("user", USER)):
        (house / name).write_text(text)
        (house / name).chmod(0o755)
    service = root / "etc/systemd/system/evidence.service"
    service.write_text(UNIT)
    wanted = root / "etc/systemd/system/default.target.wants/evidence.service"
    wanted.parent.mkdir(parents=True, exist_ok=True)
    wanted.unlink(missing_ok=True)
    wanted.symlink_to("/etc/systemd/system/evidence.service")
    (folder / "disk").unlink(missing_ok=True)
    succeed("mke2fs", "-q", "-t", "ext4", "-d", str(root), str(folder / "disk"), "3G")
    return folder


def boot(folder: Path) -> list[Any]:
    """Start the machine, wait until it ends, and give what it found. Raises RuntimeError if it did not get there."""
    kernel = next((folder / "root/boot").glob("vmlinuz-*"))
    initrd = next((folder / "root/boot").glob("initrd.img-*"))
    console = folder / "console"
    machine = ["-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2", "-m", "2048", "-display", "none"]
    devices = ["-drive", f"file={folder / 'disk'},if=virtio,format=raw", "-serial", f"file:{console}"]
    system = ["-kernel", str(kernel), "-initrd", str(initrd), "-append", "root=/dev/vda rw console=ttyS0 panic=1"]
    command = ["qemu-system-x86_64", "-no-reboot", "-nodefaults", *machine, *devices, *system]
    subprocess.run(command, check=True, timeout=BOOT_S)
    lines = console.read_text("utf-8", "replace").splitlines()
    found = [json.loads(line.partition("FOUND ")[2]) for line in lines if "FOUND " in line]
    if not found or found.pop() is not None:
        raise RuntimeError(f"the virtual machine did not get to the end: {console}")
    return found


def succeed(*command: str) -> None:
    """Run a command to a good end."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def measure(run: Run) -> Findings:
    """Boot it, if everything for that is here."""
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if run.small or missing or os.geteuid() != 0:
        reason = "not in small" if run.small else f"not here: {', '.join(missing) or 'the superuser'}"
        return Findings([Table(("a virtual machine", ""), [("not started", reason)])], [])
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "arbitro" / "version_2"
    found = boot(image(cache))
    rows, good = [], bool(found)
    for name, player, end, guilty, reason, said, peak_mib, bits in (row for row in found if isinstance(row, list)):
        way = ("honest", *VERDICTS)[int(player)]
        held = max((int(line.split()[1]) for line in said.splitlines() if line.split()[1].isdigit()), default=0)
        counted = guilty and Protection.OWN_GROUP in Protection(bits)
        kept = counted and end == VERDICTS[way] and max(held, peak_mib) <= LIMIT_MIB + SLACK_MIB
        good &= bool(kept)
        rows.append((name, way, end, reason, held, f"{peak_mib:.1f}", "yes" if kept else "**no**"))
    good &= len(rows) == 3 * 2 * len(VERDICTS) and len(found) == len(rows)
    promise = f"every way ends as MEMORY within {LIMIT_MIB} + {SLACK_MIB} MiB, forks as PROCESSES, and no group is left"
    return Findings(
        [Table(("as", "way", "verdict", "reason", "MiB taken", "MiB recorded", "kept"), rows)],
        [Target(promise, f"{sum(row[-1] == 'yes' for row in rows)} of {len(rows)} games", good)],
    )
