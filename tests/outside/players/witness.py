"""Stands between the arbiter and a program, and writes down what is heard (`> `) and said (`< `).

python witness.py FILE PROGRAM...
"""

import subprocess
import sys
import threading
from pathlib import Path


def main(file: str, *command: str) -> int:
    """Pass every line on; end as the program does."""
    program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert program.stdin
    assert program.stdout
    answers = program.stdout
    with Path(file).open("a", encoding="utf-8", buffering=1) as log:

        def pass_answers() -> None:
            for answer in answers:
                log.write(f"< {answer}")
                print(answer, end="", flush=True)

        speaker = threading.Thread(target=pass_answers)
        speaker.start()
        for line in sys.stdin:
            log.write(f"> {line}")
            program.stdin.write(line)
            program.stdin.flush()
        program.stdin.close()
        speaker.join()
        return program.wait()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
