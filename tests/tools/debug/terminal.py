#!/usr/bin/env python3
"""terminal.py SIMTRUN: the debugger at a terminal: its prompt, lines that are repeated, Ctrl-C, commands from a file.

SPDX-License-Identifier: Apache-2.0
"""
import os
import pty
import select
import sys
import tempfile
import time
from pathlib import Path

SPIN = """.version 8.0
.target sm_80
.address_size 64
.visible .entry spin()
{
	.reg .b32 %r<2>;
	mov.u32 %r1, 0;
again:
	add.s32 %r1, %r1, 1;
	bra again;
}
"""
PROMPT = "(simt-gdb) "


class Terminal:
    def __init__(self, command, cwd):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(cwd)
            os.environ["TERM"] = "dumb"
            os.execv(command[0], command)
        self.text, self.marks = "", 0

    def until(self, wanted, meanwhile=""):
        """All that comes up to the wanted text; what is typed meanwhile, over and over."""
        end = time.monotonic() + 60
        while wanted not in self.text:
            assert time.monotonic() < end, "no %r in %r" % (wanted, self.text)
            if select.select([self.fd], [], [], 0.3)[0]:
                self.text += os.read(self.fd, 4096).decode(errors="replace").replace("\r", "")
            elif meanwhile:
                self.send(meanwhile)
        at = self.text.index(wanted) + len(wanted)
        got, self.text = self.text[:at], self.text[at:]
        return got

    def send(self, text):
        os.write(self.fd, text.encode())

    def do(self, *lines):
        """Returns what commands print, up to a mark: the line's editor may show a prompt more than once."""
        self.marks += 1
        self.send("".join(line + "\n" for line in lines) + "echo mark %d!\\n\n" % self.marks)
        return self.until("\nmark %d!\n" % self.marks)

    def interrupted(self, line):
        """Returns what it prints when it is interrupted."""
        self.send(line + "\n")
        return self.until("SIGINT, Interrupt", "\x03")  # one that comes too early is for the prompt

    def end(self, typed):
        """Its status, after what ends it; what comes before the editor reads may be lost."""
        self.send(typed)
        try:
            while not select.select([self.fd], [], [], 0.3)[0] or os.read(self.fd, 4096):
                if not select.select([self.fd], [], [], 0.3)[0]:
                    self.send(typed)
        except OSError:  # the other end is closed
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def steps(t):
    return int(t.do("info history").split("Step ")[1].split()[0])


def main():
    simtrun = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as temp:
        (Path(temp) / "spin.ptx").write_text(SPIN)
        (Path(temp) / "good.gdb").write_text("# a comment\n\nprint 40 + 2\n")
        (Path(temp) / "bad.gdb").write_text("source good.gdb\nprint nonsense\nprint 5\n")
        t = Terminal([simtrun, "--debug", "--quiet", "spin.ptx", "--block", "1"], temp)
        t.until(PROMPT)
        t.interrupted("run")
        t.do("stepi")  # it may have been stopped within an instruction
        before = steps(t)
        t.do("stepi 2")
        once = steps(t) - before  # the loop has two instructions
        t.do("stepi 2", "", "  ", "print 1", "")
        now = steps(t)
        assert now == before + 4 * once, (before, once, now, "an empty line repeats the last command")
        shown = t.do("source bad.gdb")
        assert " = 42" in shown and "bad.gdb:2: Error in sourced command file." in shown and " = 5" not in shown, shown
        assert " = 6" in t.do("print 6")
        t.interrupted("goto 999999999999")
        now = steps(t)
        t.interrupted("continue")
        assert steps(t) > now
        status = t.end("quit\n")
        assert status == 0, status


if __name__ == "__main__":
    main()
