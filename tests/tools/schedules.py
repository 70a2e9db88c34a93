#!/usr/bin/env python3
"""Schedules that are chosen: turns, seeds, priorities, all of them; records, and the command that repeats one.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest

SIMTRUN = os.path.abspath(sys.argv.pop(1))
HEAD = ".version 8.0\n.target sm_90\n.address_size 64\n"

# Each thread adds one to a word, without an atomic, n times.
LOST = HEAD + """
.visible .entry lost(.param .u64 mem, .param .u32 n) {
	.reg .u64 %m; .reg .u32 %v, %i; .reg .pred %p; ld.param.u64 %m, [mem]; ld.param.u32 %i, [n];
L:	ld.global.u32 %v, [%m]; add.u32 %v, %v, 1; st.global.u32 [%m], %v;
	sub.u32 %i, %i, 1; setp.ne.u32 %p, %i, 0; @%p bra L; ret; }
"""

# Two ctas, each stores to one word and loads the other.
BUFFERS = HEAD + """
.visible .entry sb(.param .u64 out, .param .u64 mem) {
	.reg .u64 %o, %m, %x; .reg .u32 %c, %v; .reg .pred %p;
	ld.param.u64 %o, [out]; ld.param.u64 %m, [mem]; mov.u32 %c, %ctaid.x; setp.eq.u32 %p, %c, 0; @%p bra A;
	st.relaxed.gpu.global.u32 [%m+64], 1; ld.relaxed.gpu.global.u32 %v, [%m]; bra E;
A:	st.relaxed.gpu.global.u32 [%m], 1; ld.relaxed.gpu.global.u32 %v, [%m+64];
E:	mul.wide.u32 %x, %c, 4; add.u64 %o, %o, %x; st.global.u32 [%o], %v; ret; }
"""

LOCK = HEAD + """
.visible .entry lock(.param .u64 mem) {
	.reg .u64 %m; .reg .u32 %v; .reg .pred %p; ld.param.u64 %m, [mem];
L:	atom.global.acquire.gpu.cas.b32 %v, [%m], 0, 1; setp.ne.u32 %p, %v, 0; @%p bra L;
	ld.global.u32 %v, [%m+64]; add.u32 %v, %v, 1; st.global.u32 [%m+64], %v;
	st.release.gpu.global.u32 [%m], 0; ret; }
"""

# Two ctas take two locks, each in its own order.
CROSSED = HEAD + """
.visible .entry crossed(.param .u64 mem) {
	.reg .u64 %m, %a, %b; .reg .u32 %v, %c; .reg .pred %p; ld.param.u64 %m, [mem]; mov.u32 %c, %ctaid.x;
	setp.eq.u32 %p, %c, 0; add.u64 %b, %m, 64; selp.u64 %a, %m, %b, %p; selp.u64 %b, %b, %m, %p;
L:	atom.global.acquire.gpu.exch.b32 %v, [%a], 1; setp.ne.u32 %p, %v, 0; @%p bra L;
M:	atom.global.acquire.gpu.exch.b32 %v, [%b], 1; setp.ne.u32 %p, %v, 0; @%p bra M;
	st.release.gpu.global.u32 [%b], 0; st.release.gpu.global.u32 [%a], 0; ret; }
"""

# A cta that comes first in time faults.
FAULT = HEAD + """
.visible .entry fault(.param .u64 mem) {
	.reg .u64 %m, %z; .reg .u32 %v, %c; .reg .pred %p; ld.param.u64 %m, [mem]; mov.u32 %c, %ctaid.x;
	atom.global.add.u32 %v, [%m], 1; setp.ne.u32 %p, %c, 1; @%p bra E; setp.ne.u32 %p, %v, 0; @%p bra E;
	mov.u64 %z, 0; st.global.u32 [%z], 1;
E:	ret; }
"""


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        for name, text in (("lost", LOST), ("sb", BUFFERS), ("lock", LOCK), ("crossed", CROSSED), ("fault", FAULT)):
            self.write(name + ".ptx", text)

    def write(self, name, data):
        with open(os.path.join(self.folder.name, name), "wb") as f:
            f.write(data.encode() if isinstance(data, str) else data)

    def run_it(self, *args, status=0, env=None, shell=None):
        command = shell.replace("simtrun", SIMTRUN, 1) if shell else [SIMTRUN, *args]
        p = subprocess.run(command, cwd=self.folder.name, capture_output=True, text=True, timeout=60,
                           shell=shell is not None, env={**os.environ, **(env or {})})
        if status is not None:
            self.assertEqual(p.returncode, status, p.stdout + p.stderr)
        self.out, self.err, self.code = p.stdout, p.stderr, p.returncode
        return p.stdout

    def status(self, *args, **how):
        self.run_it(*args, status=None, **how)
        return self.code

    def lost(self, schedule, *more, grid=2, n=1, block=1, **how):
        out = self.run_it("lost.ptx", "-g%d" % grid, "-b%d" % block, "-azeros:u32:1,print", "-a%d" % n,
                          *(["--schedule=" + schedule] if schedule else []), *more, **how)
        return [int(x) for x in re.findall(r"^ +0: (\d+)", out, re.M)]

    def sb(self, schedule, *more, **how):
        self.run_it("sb.ptx", "-g2", "-b1", "-azeros:u32:2,print", "-azeros:u32:32", "--schedule=" + schedule, *more,
                    **how)
        return sorted(re.findall(r"^ +0: (\d) (\d)", self.out, re.M))


class Choices(Case):
    def test_turns_lose_every_other_sum(self):
        self.assertEqual(self.lost("rr", n=3), [3])
        self.assertEqual(self.lost("rr", grid=4, n=2), [2])

    def test_without_a_switch_nothing_is_lost(self):
        self.assertEqual(self.lost("replay:", n=3, grid=3), [9])

    def test_a_seed_is_a_run(self):
        runs = [self.lost("random", "--seed=%d" % s, grid=4, n=3)[0] for s in range(1, 9)]
        self.assertGreater(len(set(runs)), 1)
        self.assertEqual(runs, [self.lost(None, "--seed=%d" % s, grid=4, n=3)[0] for s in range(1, 9)])
        self.assertEqual(runs[2], self.lost("random", grid=4, n=3, env={"SIMT_SEED": "3"})[0])

    def test_the_same_with_many_ctas_and_clusters(self):
        for more in ([], ["--cluster=4"]):
            first = self.lost("random", *more, grid=64, block=64, n=2)
            self.assertEqual(first, self.lost("random", *more, "--threads=4", grid=64, block=64, n=2))

    def test_priorities(self):
        self.assertEqual(self.lost("pct:depth=1", grid=3, n=2), [6])
        outcomes = self.lost("pct:depth=3,runs=40", grid=2, n=2)
        self.assertIn(4, outcomes)
        self.assertGreater(len(outcomes), 1)

    def test_bad_words(self):
        for text in ("fast", "random:runs=0", "pct:deep=3", "exhaustive:limit=x", "replay:1,,2", "replay:1*", "rr:1"):
            self.lost(text, status=1)
            self.assertIn("the schedule %s" % text, self.err)

    def test_profiles_are_refused(self):
        self.lost("rr", "--profile", status=1)
        self.assertIn("do not go together", self.err)

    def test_the_interpreter_takes_over(self):
        self.lost("rr", "--backend=jit", "-v")
        self.assertIn("kernels run in the interpreter", self.err)


class All(Case):
    def test_every_outcome_once(self):
        self.assertEqual(self.sb("exhaustive"), [("0", "1"), ("1", "0"), ("1", "1")])
        self.assertRegex(self.out, r"(?m)^3 schedules, 3 outcomes; .*; that is all$")

    def test_all_sums(self):
        self.assertEqual(sorted(self.lost("exhaustive", n=2)), [2, 3, 4])
        self.assertEqual(sorted(self.lost("exhaustive", grid=3)), [1, 2, 3])

    def test_lanes_of_one_place_are_one(self):
        self.assertEqual(self.lost("exhaustive", grid=1, block=32), [1])

    def test_preemptions(self):
        self.assertEqual(self.lost("exhaustive:preemptions=0", n=2), [4])
        self.assertEqual(sorted(self.lost("exhaustive:preemptions=1", n=2)), [2, 4])
        self.assertEqual(sorted(self.lost("exhaustive:preemptions=2", n=2)), [2, 3, 4])

    def test_the_limit_is_told(self):
        self.lost("exhaustive:limit=5", grid=3, n=2)
        self.assertIn("5 schedules", self.out)
        self.assertIn("there are more", self.out)

    def test_each_outcome_can_be_had_again(self):
        self.sb("exhaustive")
        shown = re.findall(r"0: (\d) (\d)", self.out)
        for want, choices in zip(shown, re.findall(r"replay:(\S+)", self.out)):
            self.assertEqual(self.sb("replay:" + choices), [want])

    def test_a_lock_keeps_every_sum(self):
        self.run_it("lock.ptx", "-g3", "-b1", "-azeros:u32:32,print", "--schedule=exhaustive")
        self.assertIn("16: 3", self.out)
        self.assertIn("1 outcome;", self.out)

    def test_locks_in_two_orders(self):
        self.run_it("crossed.ptx", "-g2", "-b1", "-azeros:u32:32", "--schedule=exhaustive", status=5)
        self.assertIn("no lane gets on", self.err)
        again = re.search(r"^again with: (.*)$", self.err, re.M)[1]
        self.run_it(shell=again + " --step-limit=100000", status=4)

    def test_more_ctas_than_are_resident(self):
        self.assertEqual(self.lost("replay:", grid=100), [100])


class Again(Case):
    def test_a_fault_ends_with_its_command(self):
        args = ("fault.ptx", "-g2", "-b1", "-azeros:u32:1")
        self.run_it(*args, "--schedule=replay:")
        self.run_it(*args, "--schedule=exhaustive", status=3)
        again = re.search(r"^again with: (.*)$", self.err, re.M)[1]
        self.assertIn("--schedule=replay:1", again)
        self.run_it(shell=again, status=3)
        self.run_it(*args, "--schedule=random:runs=30", status=3)
        again = re.search(r"^again with: (.*)$", self.err, re.M)[1]
        self.assertRegex(again, r"--schedule=random --seed=\d+$")
        self.run_it(shell=again, status=3)

    def test_a_wrong_result_of_a_launch_file(self):
        self.write("want.bin", struct.pack("<I", 2))
        entry = {"name": "two sums", "kernel": "lost", "grid": [2, 1, 1], "block": [1, 1, 1],
                 "args": [{"out": "want.bin", "type": "u32"}, {"u32": 1}]}
        one = {**entry, "name": "one", "grid": [1, 1, 1], "args": [entry["args"][0], {"u32": 2}]}
        self.write("t.launch.json", json.dumps({"module": "lost.ptx", "launches": [one, entry]}))
        self.run_it("t.launch.json")
        self.run_it("t.launch.json", "--schedule=replay:")
        self.run_it("t.launch.json", "--schedule=exhaustive", status=6)
        self.assertIn("1 passed, 1 failed", self.out)
        again = re.search(r"^again with: (.*)$", self.out, re.M)[1]
        self.assertIn("--launch=two sums", again.replace("'", ""))
        self.run_it(shell=again, status=6)
        self.assertIn("0 passed, 1 failed", self.out)

    def test_files(self):
        first = self.lost("random", "--seed=5", "--record-schedule=s.txt", grid=3, n=3)
        with open(os.path.join(self.folder.name, "s.txt")) as f:
            self.assertRegex(f.read(), r"^# simt schedules.*\nlost [0-9*,]+\n$")
        self.assertEqual(first, self.lost(None, "--replay-schedule=s.txt", grid=3, n=3))
        self.lost(None, "--replay-schedule=s.txt", grid=2, n=2, status=1)
        self.assertIn("of another launch", self.err)
        self.run_it("lock.ptx", "--replay-schedule=s.txt", status=1)
        self.assertIn("has one of lost here, not of lock", self.err)
        self.lost(None, "--replay-schedule=none.txt", status=1)
        self.lost("rr", "--replay-schedule=s.txt", status=1)
        self.lost(None, "--replay-schedule=lost.ptx", status=1)
        self.assertIn("holds no schedules", self.err)
        head = "# simt schedules, one line a launch: kernel, choices\n"
        for text, why in ((head, "has none for another launch, of lost"), (head + "lost\n", "has one of lost here"),
                          (head + "lost 1,x\n", "'1,x' is not a list of choices"), (head + "lost 1\0", "")):
            self.write("bad.txt", text)
            self.lost(None, "--replay-schedule=bad.txt", status=1 if why else 0)
            self.assertIn(why, self.err)
        for path in ("/nowhere/s.txt", "/dev/full"):
            self.lost("rr", "--record-schedule=" + path, status=1)
            self.assertIn("cannot write schedules to", self.err)

    def test_the_environment(self):
        """It sets what programs, without a command line of ours, do."""
        args = ("lost.ptx", "-g2", "-b1", "-azeros:u32:1,print", "-a1")

        def refused(why, **env):
            self.run_it(*args, env=env, status=1)
            self.assertIn(why, self.err)

        refused("cannot be made again and again", SIMT_SCHEDULE="exhaustive")
        refused("a program is one run", SIMT_SCHEDULE="random:runs=3")
        for seed in ("x", "-1", "99999999999999999999999", "1 2"):
            refused("SIMT_SEED=%s is not a number" % seed, SIMT_SEED=seed)
        refused("cannot write schedules to /nowhere/s.txt", SIMT_RECORD_SCHEDULE="/nowhere/s.txt")
        refused("cannot read schedules from none.txt", SIMT_REPLAY_SCHEDULE="none.txt")
        self.run_it(*args, env={"SIMT_SCHEDULE": "", "SIMT_SEED": "", "SIMT_RECORD_SCHEDULE": ""})
        self.run_it(*args, env={"SIMT_SEED": "0x10", "SIMT_RECORD_SCHEDULE": "s.txt"})
        first = self.out
        self.run_it(*args, env={"SIMT_REPLAY_SCHEDULE": "s.txt"})
        self.assertEqual(self.out, first)

    def test_a_fault_tells_the_settings(self):
        args = ("fault.ptx", "-g2", "-b1", "-azeros:u32:1")
        for env in ({"SIMT_SCHEDULE": "random"}, {}, {"SIMT_WEAK": "1"}):
            seed = next(i for i in range(1, 40) if self.status(*args, env={**env, "SIMT_SEED": str(i)}) == 3)
            again = re.search(r"^simt: fault faulted under a chosen schedule; again with: (.*)$", self.err, re.M)[1]
            self.assertIn("SIMT_SCHEDULE=random SIMT_SEED=%d" % seed, again)
            self.assertEqual("SIMT_WEAK=1" in again, "SIMT_WEAK" in env)
            self.assertEqual(self.status(*args, env=dict(w.split("=") for w in again.split())), 3)
        self.run_it(*args, "--schedule=exhaustive", status=3)
        choices = re.search(r"--schedule=replay:(\S+)", self.err)[1]
        self.run_it(*args, env={"SIMT_SCHEDULE": "replay:" + choices}, status=3)
        self.assertIn("again with: SIMT_SCHEDULE=replay:" + choices, self.err)


if __name__ == "__main__":
    unittest.main(verbosity=1)
