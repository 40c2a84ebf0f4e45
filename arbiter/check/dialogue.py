"""A dialogue with one process of the program, in questions and answers of one line each, however the bytes are cut."""

from __future__ import annotations

import time
from collections.abc import Callable

from arbiter.check.examinee import Examinee
from arbiter.games.dialogues import PLAIN, Demand, FaultError, Layout, Manners, show
from arbiter.play.talk import LINE_BYTES, TALK_BYTES, TALK_LINE_BYTES

QUIET_S = 0.06
"""How long we listen where nothing may come."""
SETTLE_S = 0.02
"""And where it is only to read one message before the next one comes."""
SILENT_BYTES = 10_000
"""Who talks more than that instead of an answer is not silent."""
LATE_S = 3.0
"""How long we wait for an answer that is too late, or twice its time if that is less, to tell that from one that never
comes or is not flushed."""
BUSY_SHARE = 0.5
"""Who computed for more than this share of the time did not wait for input."""
FLUSH = "Flush after each answer, or turn buffering off: setbuf(stdout, NULL), cout << endl, print(..., flush=True)."


class Dialogue:
    """What is said to one process and what it says."""

    def __init__(
        self,
        examinee: Examinee,
        manners: Manners,
        layout: Layout = PLAIN,
        answers_on_a_terminal: Callable[[Dialogue, int], bool | None] | None = None,
    ) -> None:
        """Take a program that is about to be started."""
        self.examinee, self.manners, self._layout = examinee, manners, layout
        self._answers_on_a_terminal = answers_on_a_terminal
        self.asked = self.answered = 0
        self.sent = b""
        self.unread = b""
        """What it has written beyond its last answer."""
        self.took_s = 0.0
        """Seconds that it could use for its last answer."""
        self._pending = b""

    # ---- talking ---------------------------------------------------------------------------------------------------

    def tell(self, message: bytes) -> None:
        """Send what has no answer; with the next question, if the layout joins them."""
        if self._layout.joined:
            self._pending += message
        else:
            self._send(message)

    def ask(self, question: bytes, *, judged: Callable[[bytes], bytes | None] | None = None) -> bytes:
        """Send a question; give the line that answers it, without its newline.

        With `judged` it is the first answer that this finds in a line. Raises FaultError.
        """
        self.refuse_output()
        message, self._pending = self._pending + question, b""
        self._send(message)
        return self.answer(judged=judged)

    def answer(self, *, judged: Callable[[bytes], bytes | None] | None = None) -> bytes:
        """Give the line that answers what it has been told already, as `ask` does. Raises FaultError."""
        self.asked, asked_s = self.asked + 1, time.monotonic()
        find = judged or self._claim
        late, talk, since, aside = False, 0, self.examinee.patience(), self.examinee.aside
        while True:
            line, newline, rest = self.unread.partition(b"\n")
            if newline:
                self.unread = rest
                found = find(line)
                if found is not None:
                    self.answered, self.took_s = self.answered + 1, since.had_s()
                    return found
                talk += len(line) + 1
                if talk > TALK_BYTES:
                    what = f"It wrote more than {TALK_BYTES} bytes without an answer, at which a game ends."
                    raise FaultError(what, self.manners.answer)
                late = late or since.is_up(self._limit_s)
                continue
            longest = TALK_LINE_BYTES if self.manners.is_talk else LINE_BYTES
            if len(line) > longest:
                raise FaultError(f"It wrote a line of more than {longest} bytes, {show(line)}.", self.manners.answer)
            if late:
                raise self._silence(line, talk, self.examinee.aside - aside, find, asked_s)
            if self.examinee.closed:
                raise self._gone(line)
            heard, late = self.examinee.hear(b"", lambda data: b"\n" in data, self._limit_s, since)
            self.unread += heard

    def quiet(self, when: str, demand: Demand | None = None) -> None:
        """Make sure that it writes nothing now and goes on; `when` begins a sentence. Raises FaultError."""
        self.listen(QUIET_S)
        if claimed := self._claimed():
            what = f"{when}, it wrote {show(claimed)}, which nobody had asked for."
            raise FaultError(what, demand or self.manners.only)
        if self.examinee.closed:
            raise FaultError(f"{when}, it {self._how_it_ended()}.", self.manners.stay)

    def refuse_output(self) -> None:
        """Raise FaultError if it has written something since its last answer."""
        self.listen(0.001)
        if claimed := self._claimed():
            raise FaultError(f"It wrote {show(claimed)} when it had not been asked for anything.", self.manners.only)

    def listen(self, seconds: float) -> None:
        """Take what it writes for so long."""
        self.unread += self.examinee.hear(b"", lambda data: False, seconds)[0]

    def settle(self) -> None:
        """Let it read what it has been told, unless the layout wants all that at once."""
        if not self._layout.joined:
            self.listen(SETTLE_S)

    def flush(self) -> None:
        """Send what the layout has kept back."""
        message, self._pending = self._pending, b""
        self._send(message)

    def finish(self, where: str = "") -> None:
        """End the input: it must end as its protocol says, and write nothing more. Raises FaultError."""
        self.refuse_output()
        self.examinee.end_input()
        self.expect_end(f"When its input ended{where}", self.manners.end, self.manners.status)

    def expect_end(self, when: str, demand: Demand, status: int | None) -> None:
        """Make sure that the program ends, with that status if there is one, silently. Raises FaultError."""
        heard, late = self.examinee.output()
        self.unread += heard
        if claimed := self._claimed():
            raise FaultError(f"{when}, it wrote {show(claimed)} instead of ending in silence.", demand)
        how = "" if late else self.examinee.how_it_ended()
        if not how:
            raise FaultError(f"{when}, it did not end within {self._limit_s:g} s.", demand)
        if status is not None and how != f"ended by itself with exit status {status}":
            raise FaultError(f"{when}, it {how}; expected was exit status {status}.", demand)

    def _claim(self, line: bytes) -> bytes | None:
        """Give a line if it means anything."""
        is_talk = self.manners.is_talk
        return None if is_talk and is_talk(line) else line

    def answers(self, data: bytes) -> int:
        """Count the whole lines that mean anything."""
        return sum(self._claim(line) is not None for line in data.split(b"\n")[:-1])

    def _claimed(self) -> bytes:
        """Give what stands in the unread output and is no talk, which is dropped."""
        if self.manners.is_talk:
            *lines, last = self.unread.split(b"\n")
            claimed = b"".join(line + b"\n" for line in lines if self._claim(line) is not None)
            self.unread = claimed + last
            return claimed
        return self.unread

    def _send(self, message: bytes) -> None:
        for piece, pause_s in self._layout.cut(message):
            self.sent += piece
            self.unread += self.examinee.hear(piece, lambda _: True, self._limit_s)[0]
            if pause_s:
                self.listen(pause_s)

    @property
    def _limit_s(self) -> float:
        return self.examinee.limits.time_s

    # ---- what went wrong -------------------------------------------------------------------------------------------

    def _gone(self, line: bytes) -> FaultError:
        """Say how the program ended when it should have answered."""
        how = self._how_it_ended()
        if line:
            return FaultError(f"It wrote {show(line)} without a newline and {how}.", self.manners.answer)
        return FaultError(f"It {how} when it was to answer question {self.asked}.", self.manners.stay)

    def _how_it_ended(self) -> str:
        return self.examinee.how_it_ended() or "closed its standard output but did not end"

    def _too_late(self, find: Callable[[bytes], bytes | None]) -> bytes | None:
        """Wait a little for an answer that comes by itself; give it, None if none does."""
        until_s = time.monotonic() + min(LATE_S, 2 * self._limit_s)
        while (left_s := until_s - time.monotonic()) > 0 and not self.examinee.closed:
            self.unread += self.examinee.hear(b"", lambda data: b"\n" in data, left_s)[0]
            *lines, self.unread = self.unread.split(b"\n")
            if found := next((one for line in lines if (one := find(line)) is not None), None):
                return found
        return None

    def _silence(
        self, line: bytes, talk: int, aside: int, find: Callable[[bytes], bytes | None], asked_s: float
    ) -> FaultError:
        """Find out why no answer came within the time, only `talk` bytes and perhaps the beginning of a line.

        And so many bytes `aside`, on standard error: to write much is to compute, on a quiet machine all the time.
        `find` finds the answer in a line; `asked_s` is when it was asked.
        """
        waited = f"{self._limit_s:g} s"
        self.examinee.mark(f"nothing came for {waited}")
        if line and self._claim(line) is not None:
            what = f"It wrote {show(line)} and then nothing for {waited}: the newline that ends an answer is missing."
            return FaultError(what, self.manners.answer)
        score = f"It answered {self.answered} of {self.asked} questions"
        if found := self._too_late(find):
            late_s = time.monotonic() - asked_s
            what = f"{score}; for the last one it took about {late_s:.1f} s, and not {waited}, to write {show(found)}."
            return FaultError(what, self.manners.answer)
        line = self.unread
        if talk > SILENT_BYTES:
            what = f"{score}; for the last one it wrote {talk} bytes within {waited}, none of which is an answer."
            return FaultError(what, self.manners.answer)
        if aside > SILENT_BYTES:
            what = f"{score}; for the last one it wrote nothing for {waited}, but {aside} bytes to standard error."
            return FaultError(what, self.manners.answer, silent=True)
        used_s = self.examinee.expense.used_s()
        if used_s > BUSY_SHARE * self._limit_s:
            what = f"{score}; for the last one it computed all the time, {used_s:.1f} s, without an answer."
            return FaultError(what, self.manners.answer)
        self.examinee.end_input()
        rest, _ = self.examinee.output()
        if talk:  # its lines arrive: whatever keeps the answer from coming, it is no buffer
            at_end = next((one for one in (line + rest).split(b"\n") if one and self._claim(one) is not None), b"")
            then = f"{show(at_end)} only when its input ended" if at_end else "none came when its input ended"
            what = (
                f"{score}; for the last one it wrote {talk} bytes within {waited}, none of which is an answer; {then}."
            )
            return FaultError(what, self.manners.answer, silent=True)
        if not rest:
            what = f"{score}; for the last one it wrote nothing for {waited}, not even when its input ended"
            return FaultError(f"{what}. It did not compute: it waited.", self.manners.answer, silent=True)
        late = f"it wrote {show(rest)} only when its input ended"
        on_a_terminal = self._answers_on_a_terminal(self, self.asked) if self._answers_on_a_terminal else False
        if on_a_terminal:
            what = (
                f"{score} while its output is a pipe; {late}: it does not flush. (To a terminal it answers at once.) "
                f"{FLUSH}"
            )
            fault = FaultError(what, self.manners.answer)
        elif on_a_terminal is None:
            what = (
                f"{score}; {late}: it does not flush, or it waited for more input than it needs for the answer. (This "
                f"machine gives it no terminal, which would tell.) {FLUSH}"
            )
            fault = FaultError(what, self.manners.answer, silent=True)
        else:
            what = f"{score}; {late}: it waited for more input than it needs for the answer."
            fault = FaultError(what, self.manners.answer, silent=True)
        fault.events = tuple(self.examinee.events)
        return fault
