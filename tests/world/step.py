"""step.py - one command of another project's build or tests, under limits, and what came of it.

SPDX-License-Identifier: Apache-2.0
"""
import dataclasses
import os
import re
import signal
import subprocess
import tempfile
import time

KEPT = 200_000  # bytes of output that are kept of one command: its beginning and its end, half each

# What a tool says of what is wrong, the likeliest root first: the text after the place and the code.
ERRORS = [re.compile(e, re.M) for e in (
    r"^(?:.*?[:\s])?(?:fatal |internal )?error(?:\[[A-Z]\d{4}\])?\s*:\s*(.+)$",
    r"(undefined reference to .+)$",
    r"(terminate called .+|Assertion .+ failed.*|\[  FAILED  \].*|.*\bFAILED\b.*)$",
)]


@dataclasses.dataclass
class Outcome:
    """What came of a command. `status` is its exit status, -N for signal N, None if its time was up."""
    status: int | None
    text: str
    seconds: float
    memory: int  # the largest process of it, in bytes

    @property
    def ok(self):
        return self.status == 0


def kept(file):
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    if size <= KEPT:
        return file.read().decode(errors="replace")
    head = file.read(KEPT // 2)
    file.seek(size - KEPT // 2)
    cut = f"\n[{size - KEPT} bytes left out]\n"
    return head.decode(errors="replace") + cut + file.read().decode(errors="replace")


def run(argv, folder, timeout, env=None):
    """Runs a command in a session of its own, which ends with it: what it started and left is killed."""
    with tempfile.TemporaryFile() as out:
        start = time.monotonic()
        child = subprocess.Popen(argv, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=out,
                                 stderr=subprocess.STDOUT, start_new_session=True)
        status, usage = wait(child, start + timeout)
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        if status is None:
            _, _, usage = os.wait4(child.pid, 0)
        child.returncode = 0  # waited for here, not by subprocess
        return Outcome(status, kept(out), time.monotonic() - start, usage.ru_maxrss * 1024)


def wait(child, deadline):
    pause = 0.001
    while True:
        pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status), usage
        if time.monotonic() > deadline:
            return None, None
        time.sleep(pause)
        pause = min(0.05, pause * 1.5)


def cause(outcome):
    """The first thing that went wrong, without names and numbers, so that the same cause reads the same."""
    if outcome.status is None:
        return "its time is up"
    for error in ERRORS:
        found = error.search(outcome.text)
        if found:
            return general(found[1])
    if outcome.status < 0:
        return f"ended by {signal.Signals(-outcome.status).name}"
    return f"exit status {outcome.status}"


def general(message):
    message = re.sub(r"‘[^’]*’|'[^']*'|\"[^\"]*\"|`[^`']*'", "'…'", message.strip())
    message = re.sub(r"0x[0-9a-f]+|\b\d[\d.]*\b", "N", message)
    return message[:110]
