#!/usr/bin/env python3
"""faults.py PROGRAM TIMES SEED [MPIRUN PROGRAM]...: one of several processes of a job of NCCL is killed at a random moment,
TIMES times; every fifth time below each MPIRUN. The others say so and end by themselves, and nothing is left: no process, no
file of shared memory. SEED '-': another one each time; it is printed.

SPDX-License-Identifier: Apache-2.0
"""
import concurrent.futures
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM, TIMES = sys.argv[1], int(sys.argv[2])
SEED = random.randrange(1 << 30) if sys.argv[3] == "-" else int(sys.argv[3])
LAUNCHERS = list(zip(sys.argv[4::2], sys.argv[5::2]))
SHAPES = [(4, 1), (2, 1), (4, 2), (3, 1), (6, 2)]
TIMEOUT = 4  # a process that is killed before it has joined is missed after a time
WAIT = 40


def environment(rng):
    env = dict(os.environ, SIMT_DEVICES="2", SIMT_BACKEND="interp", SIMT_NCCL_TIMEOUT=str(TIMEOUT))
    if rng.random() < 0.3:
        env["SIMT_NCCL_TRANSPORT"] = "socket"
    return env


def by_hand(rng, seed, folder):
    n, per = rng.choice(SHAPES)
    name = os.path.join(folder, f"id-{seed}")
    env = environment(rng)
    jobs = [subprocess.Popen([PROGRAM, name, str(n), str(per), str(i), str(seed)], stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, env=env) for i in range(n // per)]
    victim = rng.randrange(len(jobs))
    # While ranks join, or later.
    time.sleep(rng.random() * rng.choice((0.1, 0.3, 0.8)))
    jobs[victim].kill()
    bad, killed, slowest = [], time.monotonic(), 0
    for i, p in enumerate(jobs):
        try:
            text = p.communicate(timeout=max(1, killed + WAIT - time.monotonic()))[0]
        except subprocess.TimeoutExpired:
            p.kill()
            bad.append(f"seed {seed}: {n} ranks, {per} in a process: process {i} hangs\n{p.communicate()[0]}")
            continue
        slowest = max(slowest, time.monotonic() - killed)
        if i != victim and p.returncode:
            bad.append(f"seed {seed}: {n} ranks, {per} in a process: process {i}: status {p.returncode}\n{text}")
    return bad, slowest


# Launchers end all processes when one is killed, some later if they are told, and at their own time: here it counts only that all
# end.
def by_launcher(rng, seed, mpirun, program):
    n = rng.choice((2, 3, 4))
    about = subprocess.run([mpirun, "--version"], stdout=subprocess.PIPE, text=True).stdout
    is_open = "OpenRTE" in about or "Open MPI" in about
    options = ["--allow-run-as-root", "--oversubscribe"] if is_open else []
    if not is_open and rng.random() < 0.5:
        options = ["-disable-auto-cleanup"]
    p = subprocess.Popen([mpirun, *options, "-np", str(n), program, "-", "0", "1", str(rng.randrange(n)), str(seed)],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment(rng), start_new_session=True)
    begun = time.monotonic()
    try:
        p.communicate(timeout=WAIT)
    except subprocess.TimeoutExpired:
        os.killpg(p.pid, signal.SIGKILL)
        return [f"seed {seed}: {mpirun}: hangs\n{p.communicate()[0]}"], 0
    return [], time.monotonic() - begun


def once(number, folder):
    seed = (SEED + number) & 0x7FFFFFFF
    rng = random.Random(seed)
    if LAUNCHERS and number % 5 == 4:
        return by_launcher(rng, seed, *LAUNCHERS[number // 5 % len(LAUNCHERS)])
    return by_hand(rng, seed, folder)


# Files below, and processes that were not there before.
def left_over():
    files = {f for f in os.listdir("/dev/shm")} if os.path.isdir("/dev/shm") else set()
    names = {os.path.realpath(p) for p in [PROGRAM, *(p for _, p in LAUNCHERS)]}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{pid}/exe") in names:
                files.add(f"process {pid}")
        except OSError:
            pass
    return files


def ours(left):
    return {f for f in left if f.startswith("process") or "nccl" in f or "simt" in f}


print(f"seed {SEED}", flush=True)
before = ours(left_over())
with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
    done = list(pool.map(lambda i: once(i, folder), range(TIMES)))
bad = [text for b, _ in done for text in b]
left = ours(left_over()) - before
print("\n".join(bad[:10]))
slow = sorted(t for _, t in done)
print(f"{TIMES} times, {len(bad)} wrong; the last of the others had ended after {slow[len(slow) // 2]:.2f} s (median), "
      f"{slow[-1]:.2f} s (longest); left: {sorted(left)}")
sys.exit(bool(bad or left))
