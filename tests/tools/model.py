#!/usr/bin/env python3
"""model.py SIMT: what `simt model` says of collectives, against values computed by hand and what must hold for all of them.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

SIMT = os.path.abspath(sys.argv.pop(1))
NVLINK, NET = 18 * 26562.0, 50000.0  # bytes a microsecond
UNITS = {"B": 0, "KiB": 10, "MiB": 20, "GiB": 30, "TiB": 40, "PiB": 50}


def run(*args, status=0):
    p = subprocess.run([SIMT, "model", *args], capture_output=True, text=True, timeout=60, env={**os.environ, "SIMT_TOPOLOGY": ""})
    assert p.returncode == status, (args, p.stdout, p.stderr)
    return p.stdout, p.stderr


def number(text, unit):
    return float(text) * (1 << UNITS[unit])


class Row:
    def __init__(self, line):
        w = line.replace("*", " * ").split()
        self.best = w[2] == "*"
        if self.best:
            del w[2]
        self.ranks, self.algorithm, self.messages = int(w[0]), w[1], float(w[2])
        self.sent = number(w[3], w[4])
        self.latency, self.us = float(w[5]), float(w[6])
        self.busiest = {}
        for part in " ".join(w[7:]).split(", "):
            kind, size, unit = part.split()
            self.busiest[kind] = number(size, unit)


def model(func, topology, ranks, size):
    lines = run(func, f"--topology={topology}", f"--ranks={ranks}", f"--bytes={size}")[0].splitlines()
    return [Row(line) for line in lines[2:]]


def only(func, topology, ranks, size, algorithm):
    return [r for r in model(func, topology, ranks, size) if r.algorithm == algorithm][0]


class Model(unittest.TestCase):
    def near(self, got, want):
        self.assertLess(abs(got - want), 1e-3 * max(abs(want), 1), (got, want))

    def test_by_hand(self):
        mib = 1 << 20
        # One switch: 2 (P - 1) steps of a P-th.
        r = only("allreduce", "1x8", 8, "256M", "ring")
        self.near(r.latency, 14 * 3.4)
        self.near(r.us, 14 * 3.4 + 2 * 7 / 8 * 256 * mib / NVLINK)
        self.near(r.sent, 2 * 7 * 256 * mib)
        self.assertEqual(r.messages, 14 * 8)
        # Two hosts of four: four rings, of which each device leaves its host in one. The way of a piece has 14 of 16
        # edges, twice around but for the two quickest ones.
        r = only("allreduce", "2x4", 8, "256M", "ring")
        self.near(r.latency, 2 * (6 * 3.4 + 2 * 14) - 2 * 3.4)
        self.near(r.us - r.latency, 2 * 7 / 8 * 256 * mib * max(0.75 / NVLINK, 0.25 / NET))
        self.near(r.busiest["network"], 2 * 7 / 8 * 64 * mib)
        self.near(r.busiest["NVLink"], 2 * 7 / 8 * 192 * mib)
        # A chain of four, and log2 of eight hosts, up and down.
        r = only("allreduce", "8x4", 32, "64M", "tree")
        self.near(r.latency, 2 * (3 * 3.4 + 3 * 14))
        self.near(r.us - r.latency, 2 * 64 * mib / 4 / NET)
        self.assertEqual(r.messages, 4 * 31)
        # Hosts of one device: the network alone.
        r = only("allgather", "3x1", 3, "3M", "ring")
        self.near(r.us, 2 * 14 + 2 * mib / NET)
        r = only("broadcast", "1x4", 4, "1M", "ring")
        self.near(r.us, 3 * 3.4 + mib / NVLINK)
        self.assertEqual(r.messages, 3)
        # Ports of NVLink and of the network work at the same time: the slower one counts.
        r = only("alltoall", "2x2", 4, "4M", "direct")
        self.near(r.us, 2 * (14 + mib / NET))
        self.near(r.busiest["NVLink"], mib)
        r = only("sendrecv", "2x2", 4, "1M", "direct")
        self.near(r.us, 14 + mib / NET)
        r = only("gather", "1x4", 4, "4M", "direct")
        self.near(r.us, 3 * (3.4 + mib / NVLINK))

    def test_file(self):
        with tempfile.NamedTemporaryFile("w") as f:
            f.write("devices 3\nlink 0 1 nvlink links=2 bandwidth=20 latency=1\n")
            f.flush()
            r = only("allreduce", f.name, 3, "3M", "ring")
            self.near(r.latency, 2 * (1 + 5.7 + 5.7) - 6.7)
            self.near(r.us - r.latency, 4 * (1 << 20) / 40000)  # the slower one
            self.near(only("allreduce", f.name, 2, "1M", "ring").us, 2 + (1 << 20) / 40000)

    def test_laws(self):
        """What holds for every number of ranks from 2 to 10,000."""
        counts = [2, 3, 4, 7, 8, 9, 16, 63, 64, 1000, 9999, 10000]
        for func in "allreduce", "reduce", "broadcast", "reducescatter", "allgather", "alltoall", "gather", "scatter", "sendrecv":
            for size in "8", "1M", "1G":
                rows = model(func, "1250x8", ",".join(map(str, counts)), size)
                self.assertEqual(sorted({r.ranks for r in rows}), counts)
                for n in counts:
                    mine = [r for r in rows if r.ranks == n]
                    best = [r for r in mine if r.best]
                    self.assertEqual(len(best), 1)
                    self.assertEqual(best[0].us, min(r.us for r in mine))
                    for r in mine:
                        self.assertGreaterEqual(r.us, r.latency)
                        self.assertGreaterEqual(r.sent * 1.001, max(r.busiest.values()))
                        self.assertEqual("network" in r.busiest, n > 8)
                # Larger groups wait longer for their messages.
                for algorithm in {r.algorithm for r in rows} - {"direct"}:
                    waits = [r.latency for r in rows if r.algorithm == algorithm]
                    self.assertEqual(waits, sorted(waits))
        # Any all-reduce sends at least 2 (P - 1) buffers.
        for r in model("allreduce", "1250x8", ",".join(map(str, counts)), "1M"):
            self.near(r.sent / (2 * (r.ranks - 1) * (1 << 20)), 1)
        # A tree is quicker for small buffers of many hosts.
        self.assertTrue(only("allreduce", "16x8", 128, "8", "tree").best)

    def test_trace(self):
        """A row for each link, busy as long as the table says, for 2 to 10,000 ranks."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model.json")
            run("allreduce", "--topology=1250x8", "--ranks=2,64,10000", "--bytes=256M", f"--trace={path}")
            with open(path) as f:
                events = json.load(f)
        events = events["traceEvents"] if isinstance(events, dict) else events
        slices = [e for e in events if e["ph"] == "X"]
        pids = sorted({e["pid"] for e in slices})
        rows = model("allreduce", "1250x8", "2,64,10000", "256M")
        for pid, n in zip(pids, (2, 64, 10000), strict=True):
            best = [r for r in rows if r.ranks == n and r.best][0]
            whole = [e for e in slices if e["pid"] == pid and e["cat"] == "collective"]
            links = [e for e in slices if e["pid"] == pid and e["cat"] == "link"]
            self.near(whole[0]["dur"], best.us)
            self.assertEqual(len(links), n * len(best.busiest))
            self.assertEqual(len({e["tid"] for e in links}), len(links))
            self.near(max(e["dur"] for e in links), best.us)
            self.near(max(e["args"]["bytes"] for e in links), max(best.busiest.values()))

    def test_mistakes(self):
        for args, message in ((["foo"], "no collective is called 'foo'"), (["allreduce", "--ranks=9"], "--ranks=9: numbers from 2 to 8"),
                              (["allreduce", "--ranks=1"], "numbers from 2 to 8"), (["allreduce", "--ranks=2,"], None),
                              (["allreduce", "--topology=2x"], "--topology:1:3: a number belongs here\n    2x\n      ^"),
                              (["allreduce", "more"], "one word too many"), ([], "no collective is called ''")):
            if message:
                self.assertIn(message, run(*args, status=1)[1])


unittest.main()
