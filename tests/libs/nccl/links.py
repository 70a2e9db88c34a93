#!/usr/bin/env python3
"""links.py PROGRAM RULES: timelines of NCCL's ranks have a row for each link, with what the model says of each collective.

SPDX-License-Identifier: Apache-2.0
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

program, rules = sys.argv[1:3]
sys.path.insert(0, os.path.dirname(rules))


def run(folder, topology):
    env = {**os.environ, "SIMT_BACKEND": "interp", "SIMT_TRACE": os.path.join(folder, "t%p.json"), "SIMT_DEVICES": ""}
    env.pop("SIMT_TOPOLOGY", None)
    env.update({"SIMT_TOPOLOGY": topology} if topology else {"SIMT_DEVICES": "4"})
    subprocess.run([program], env=env, check=True, timeout=120, stdout=subprocess.DEVNULL)
    files = glob.glob(os.path.join(folder, "*.json"))
    assert files
    if topology:
        subprocess.run([sys.executable, rules, *files], check=True, timeout=120)
    events = []
    for path in files:
        with open(path) as f:
            text = json.load(f)
        events.append([e for e in (text if isinstance(text, list) else text["traceEvents"]) if e["pid"] == 3000])
        os.remove(path)
    return events


with tempfile.TemporaryDirectory() as folder:
    assert not any(run(folder, None))
    events, = run(folder, "2x2")
    names = {e["args"]["name"] for e in events if e["name"] == "thread_name"}
    assert names == {f"device {d}, {k}" for d in range(4) for k in ("nvlink", "net")}, names
    rows, seen = {}, set()
    for e in events:
        if e["ph"] == "X":
            rows.setdefault(e["tid"], []).append(e)
            seen.add(e["name"])
    assert {"ncclAllReduce", "ncclReduce", "ncclBroadcast", "ncclReduceScatter", "ncclAllGather"} <= seen, seen
    assert all(len(slices) == 6 for slices in rows.values())
    for slices in rows.values():
        for a, b in zip(slices, slices[1:]):
            assert a["ts"] + a["dur"] <= b["ts"] + 0.002, (a, b)
        for e in slices:
            assert e["dur"] <= e["args"]["collective_us"] + 0.002, e
            if e["name"] == "ncclAllGather":  # once around two hosts of two, but for the quickest edge
                assert abs(e["args"]["latency_us"] - (3.4 + 2 * 14)) < 1e-6, e
print("ok")
