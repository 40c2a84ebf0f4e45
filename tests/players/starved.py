"""Runs a program that gets a core only where nobody else wants it: python starved.py CORE COMMAND [WORD ...]"""

import os
import sys

os.sched_setaffinity(0, {int(sys.argv[1])})
os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
os.execv(sys.argv[2], sys.argv[2:])
