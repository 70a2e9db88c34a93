#!/usr/bin/env python3
"""faults.py SIMTCC TREE SOURCE TIMES SEED: one of several PEs is killed at a random moment, TIMES times. The others say so and end
by themselves, and nothing is left: no process, no file in /dev/shm. SEED '-': another one each time; it is printed.

SPDX-License-Identifier: Apache-2.0
"""
import os
import random
import subprocess
import sys
import tempfile
import time

SIMTCC, TREE, SOURCE, TIMES = *sys.argv[1:4], int(sys.argv[4])
SEED = random.randrange(1 << 30) if sys.argv[5] == "-" else int(sys.argv[5])
WAIT = 40
SAID = ("has ended before nvshmem_finalize", "have not come", "has not come", "which made the unique id, has ended",
        "a PE that it may wait for has ended", "a PE that it needs has ended", "cannot be reached")


def once(program, seed):
    rng = random.Random(seed)
    n = 2 + seed % 3
    pes = []
    for i in range(n):
        env = {**os.environ, "LD_LIBRARY_PATH": os.path.join(TREE, "lib64"), "SIMT_NVSHMEM_PE": str(i), "SIMT_NVSHMEM_NPES": str(n),
               "SIMT_NVSHMEM_JOB": f"{os.getpid()}-{seed}", "SIMT_NVSHMEM_TIMEOUT": "5", "SIMT_NVSHMEM_GRACE": "5"}
        pes.append(subprocess.Popen([program, str(seed)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env))
    # Some before they have met, some later.
    time.sleep(rng.random() * rng.choice((0.05, 0.3, 0.7)))
    victim = rng.randrange(n)
    pes[victim].kill()
    end = time.monotonic() + WAIT
    bad = []
    for i, p in enumerate(pes):
        try:
            text = p.communicate(timeout=max(1, end - time.monotonic()))[0]
        except subprocess.TimeoutExpired:
            p.kill()
            bad.append(f"seed {seed}: PE {i} of {n} hangs: {p.communicate()[0]}")
            continue
        if i != victim and (p.returncode <= 0 or not any(s in text for s in SAID)):
            bad.append(f"seed {seed}: PE {i} of {n}: status {p.returncode}\n{text}")
    return bad


def shared():
    return set(os.listdir("/dev/shm")) if os.path.isdir("/dev/shm") else set()


print(f"seed {SEED}", flush=True)
before = {f for f in shared() if "nvshmem" in f}
with tempfile.TemporaryDirectory() as folder:
    program = os.path.join(folder, "program")
    subprocess.run([SIMTCC, "-std=c++17", SOURCE, "-o", program, "-lnvshmem_host"], check=True, timeout=200)
    bad = [text for seed in range(SEED, SEED + TIMES) for text in once(program, seed)]
left = {f for f in shared() if "nvshmem" in f} - before
print("\n".join(bad[:10]))
print(f"{TIMES} times, {len(bad)} wrong; left in /dev/shm: {sorted(left)}")
sys.exit(bool(bad or left))
