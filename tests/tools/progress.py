#!/usr/bin/env python3
"""The line about a kernel that takes long, on a terminal and elsewhere.

Usage: progress.py SIMTRUN.
SPDX-License-Identifier: Apache-2.0
"""
import os
import pty
import re
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

SIMTRUN = os.path.abspath(sys.argv.pop(1))

# Cta n ends n tenths of a second after the first one began.
KERNEL = """.version 8.0
.target sm_90
.address_size 64
.visible .entry slow(.param .u64 p) {
	.reg .u64 %p, %t, %s; .reg .u32 %c; .reg .pred %q;
	ld.param.u64 %p, [p]; mov.u64 %t, %globaltimer; mov.u32 %c, %ctaid.x; mul.wide.u32 %s, %c, 100000000;
	atom.global.cas.b64 %p, [%p], 0, %t;
	setp.eq.u64 %q, %p, 0; @%q mov.u64 %p, %t; add.u64 %s, %s, %p;
wait:	nanosleep.u32 500000; mov.u64 %t, %globaltimer; setp.lt.u64 %q, %t, %s; @%q bra wait;
	ret; }
"""


def at_terminal(args, env, stderr_is_terminal=True):
    """Returns what comes at the terminal, which is its standard output too, and the exit status."""
    own, theirs = pty.openpty()
    child = subprocess.Popen(args, stdin=subprocess.DEVNULL, stdout=theirs,
                             stderr=theirs if stderr_is_terminal else subprocess.PIPE,
                             env={**os.environ, "TERM": "xterm", "SIMT_BACKEND": "interp", **env})
    os.close(theirs)
    text = b""
    while True:
        try:
            part = os.read(own, 4096)
        except OSError:
            break
        if not part:
            break
        text += part
    os.close(own)
    rest = b"" if stderr_is_terminal else child.communicate()[1]
    return text.decode(), child.wait(), rest.decode()


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.ptx = os.path.join(self.folder.name, "slow.ptx")
        with open(self.ptx, "w") as f:
            f.write(KERNEL)

    def args(self, ctas, *more):
        return [SIMTRUN, "--threads=2", *more, self.ptx, "-g", str(ctas), "-b", "32", "-a", "zeros:u64:1"]

    def test_a_line_that_goes(self):
        text, status, _ = at_terminal(self.args(60), {})
        self.assertEqual(status, 0, text)
        shown = re.findall(r"\rslow: (\d+) of 60 ctas done, (\d+) s(, about \d+ s left)?\x1b\[K", text)
        self.assertGreaterEqual(len(shown), 2, text)
        done = [int(n) for n, _, _ in shown]
        self.assertEqual(done, sorted(done), "it only grows")
        self.assertGreater(done[-1], 0)
        self.assertTrue(all(int(s) >= 3 for _, s, _ in shown), text)
        self.assertTrue(shown[-1][2], "the end is estimated once something is done")
        line = text.rindex("ctas done")
        self.assertIn("\r\x1b[K", text[line:], "it is cleared")

    def test_short_kernels_are_not_told_of(self):
        text, status, _ = at_terminal(self.args(4), {})
        self.assertEqual(status, 0, text)
        self.assertNotIn("\x1b[K", text)

    def test_only_where_it_is_wanted(self):
        # A schedule by chance counts the time in steps, which takes several times as long.
        cases = ((40, {"SIMT_QUIET": "1"}, True, ()), (40, {"TERM": "dumb"}, True, ()), (40, {}, False, ()),
                 (40, {}, True, ("--sandbox",)), (14, {}, True, ("--seed=1",)))
        with ThreadPoolExecutor(len(cases)) as pool:
            results = list(pool.map(lambda case: at_terminal(self.args(case[0], *case[3]), *case[1:3]), cases))
        for (_, env, terminal, more), (text, status, rest) in zip(cases, results):
            with self.subTest(env=env, terminal=terminal, more=more):
                self.assertEqual(status, 0, text + rest)
                self.assertNotIn("ctas done", text + rest)

    def test_a_kernel_that_is_stopped(self):
        text, status, _ = at_terminal(self.args(400, "--timeout=5"), {})
        self.assertEqual(status, 4, text)
        self.assertIn("ctas done", text)
        self.assertIn("\r\x1b[K", text[text.rindex("ctas done"):], "the report stands on a clear line")


if __name__ == "__main__":
    unittest.main()
