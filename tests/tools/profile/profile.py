#!/usr/bin/env python3
"""profile.py SIMTCC FOLDER NAME: what simt counts for FOLDER/NAME.cu must be what the counters of an H200 said of
it. patterns: every number of patterns.txt. ncu: the launches that the vendor's profiler was run on.

Global atomics whose lanes are scattered over more than 64 elements are let off: the hardware takes up to a tenth
more sectors for some of them, by a rule that is not known.
SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import subprocess
import sys
import tempfile

WAVES = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_%s.sum"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_%s.sum"
REQUESTS = "l1tex__t_requests_pipe_lsu_mem_%s_op_%s.sum"
SECTORS = "l1tex__t_sectors_pipe_lsu_mem_%s_op_%s.sum"
ACCESS = {
    "shared_load": ("shared", "ld"), "shared_store": ("shared", "st"), "shared_exchange": ("shared", "atom"),
    "shared_add": ("shared", "atom"), "global_load": ("global", "ld"), "global_store": ("global", "st"),
    "global_add": ("global", "atom"), "global_exchange": ("global", "atom"), "global_reduce": ("global", "red"),
    "local_store": ("local", "st"),
}
SCATTERED = ("global_add", "global_exchange", "global_reduce")

# What Nsight Compute said of the launches of ncu.cu.
NCU = [
    {REQUESTS % ("global", "ld"): 1024, SECTORS % ("global", "ld"): 4096},
    {REQUESTS % ("global", "ld"): 1024, SECTORS % ("global", "ld"): 32768},
    {CONFLICTS.replace("_op_%s", ""): 0, REQUESTS % ("global", "ld"): 0},
    {CONFLICTS.replace("_op_%s", ""): 496, SECTORS % ("global", "ld"): 0},
    {CONFLICTS.replace("_op_%s", ""): 0, SECTORS % ("global", "ld"): 0},
]
for launch in NCU[:4]:
    launch["smsp__thread_inst_executed_per_inst_executed.ratio"] = 32


def profile(simtcc, source, folder):
    out = os.path.join(folder, "profile.json")
    p = subprocess.run([simtcc, "-run", "-lineinfo", "--profile=json:" + out, source, "-o",
                        os.path.join(folder, "a.out")], cwd=folder, capture_output=True, text=True, timeout=250)
    if p.returncode or p.stdout != "no error\n":
        sys.exit(f"{source}: status {p.returncode}\n{p.stdout}{p.stderr}")
    with open(out) as f:
        return json.load(f)


def recorded(path):
    with open(path) as f:
        for line in f:
            if line[0] == "#":
                continue
            name, size, rule, a, b = line.split()
            space, op = ACCESS[name]
            first, second = (WAVES % op, CONFLICTS % op) if space == "shared" else \
                (REQUESTS % (space, op), SECTORS % (space, op))
            if name in SCATTERED and int(rule) >= 24:
                yield name, line, {first: int(a)}
            else:
                yield name, line, {first: int(a), second: int(b)}


def main():
    simtcc, folder, name = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
    with tempfile.TemporaryDirectory() as work:
        got = profile(simtcc, os.path.join(folder, name + ".cu"), work)
    wanted = [(None, "", w) for w in NCU] if name == "ncu" else list(recorded(os.path.join(folder, name + ".txt")))
    bad = 0
    if len(got["launches"]) != len(wanted) or got["launches_left_out"]:
        sys.exit(f"{len(got['launches'])} launches, expected {len(wanted)}")
    for i, ((kernel, line, want), launch) in enumerate(zip(wanted, got["launches"])):
        if kernel and kernel not in launch["kernel"]:
            sys.exit(f"launch {i} is of {launch['kernel']}, expected {kernel}")
        for metric, value in want.items():
            if launch["metrics"][metric] != value:
                print(f"{launch['kernel']} {line.strip()}: {metric} is {launch['metrics'][metric]}, not {value}")
                bad += 1
    # What launches, kernels and lines say is the same.
    for kernel in got["kernels"]:
        own = [x["metrics"] for x in got["launches"] if x["kernel"] == kernel["name"]]
        for metric, value in kernel["metrics"].items():
            if not metric.endswith(".sum"):
                continue
            lines = sum(x["metrics"][metric] for x in kernel["lines"])
            if sum(x[metric] for x in own) != value or lines != value:
                print(f"{kernel['name']}: {metric}: launches and lines do not add up to {value}")
                bad += 1
    print(f"{len(wanted)} launches, {bad} differences")
    sys.exit(bad != 0)


main()
