#!/usr/bin/env python3
"""Times the kernels of this folder on every peer that this machine can build, and prints a table.

    run.py DIST [kernel...]      DIST: an installed tree, whose libexec/simt/bench-peers is `simt`
    run.py --again               the table of the last run once more

Environment:
    PEERS       columns (simt gcc gcc-fast clang clang-fast ispc pocl)
    ROUNDS      rounds over all peers (3); BENCH_REPS: repetitions a round, at least (2)
    CPUS        processors to pin to, as in 0,1 (all that this process may use)
    PAUSE       seconds to rest before each peer's turn (0)
    GCC CLANG ISPC   compilers
    SIMT_*      as ever; SIMT_JIT=eager unless set, so that the first launch, which is not timed,
                waits for the final code

Each round runs the peers one after the other and starts with another one. The raw lines stay in
build/peers/log.json; the table goes to stdout and, if all kernels ran, to bench/results.md.
SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time

import table

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.path.join(os.path.dirname(os.path.dirname(HERE)), "build", "peers")
LOG = os.path.join(BUILD, "log.json")
HOST = ["common/driver.c", "common/host_alloc.c"]
NATIVE = shlex.split("-O3 -march=native -Icommon")
FAST = shlex.split("-ffast-math -mprefer-vector-width=512")
KERNELS = sorted(f[:-3] for f in os.listdir(os.path.join(HERE, "cuda")) if f.endswith(".cu"))
PEERS = "simt gcc gcc-fast clang clang-fast ispc pocl"

env = os.environ.get
GCC, ISPC = env("GCC", "gcc"), env("ISPC", "ispc")
CLANGS = ["clang-22", "clang-21", "clang-20", "clang-19"]
CLANG = env("CLANG") or next(filter(shutil.which, CLANGS), "clang")


def cpus():
    return [int(c) for c in env("CPUS", "").split(",") if c] or sorted(os.sched_getaffinity(0))


def built(*path):
    return os.path.join(BUILD, *path)


class NotBuilt(Exception):
    pass


def call(argv, **more):
    """Runs a build step in this folder; its first line of complaint becomes the reason."""
    try:
        p = subprocess.run(argv, cwd=HERE, text=True, capture_output=True, **more)
    except FileNotFoundError:
        raise NotBuilt(f"no {argv[0]} on the PATH")
    if p.returncode:
        lines = (p.stderr or p.stdout).strip().splitlines()
        raise NotBuilt(next((l for l in lines if "error" in l), lines[0] if lines else "failed"))
    return p.stdout


# ---- building ----


def build_gcc(out, *flags):
    call([GCC, *NATIVE, "-fopenmp", *flags, *HOST, "omp/kernels.c", "-lm", "-o", out])


def build_clang(out, *flags):
    """clang may be newer than the OpenMP library installed, so the library is named by its file."""
    objects = []
    for f in HOST + ["omp/kernels.c"]:
        objects.append(f"{out}.{os.path.basename(f)}.o")
        call([CLANG, *NATIVE, "-w", "-fopenmp", *flags, "-c", f, "-o", objects[-1]])
    call([CLANG, *objects, "-l:libomp.so.5", "-lm", "-o", out])


def build_ispc(out):
    header, o = built("kernels_ispc.h"), out + ".o"
    call([ISPC, "-O3", "--target=" + env("ISPC_TARGET", "host"), "--woff", "-Icommon", "ispc/kernels.ispc",
          "-h", header, "-o", o])
    call([GCC, *NATIVE, "-fopenmp", "-I" + BUILD, *HOST, "ispc/glue.c", o, "-lm", "-o", out])


def build_pocl(out):
    call([GCC, *NATIVE, "common/driver.c", "opencl/host.c", "-lOpenCL", "-lm", "-o", out])
    call([out, "launch"], env=peer_env())


def build_simt(out):
    shutil.copy(os.path.join(dist, "libexec", "simt", "bench-peers"), out)
    call([out, "launch"], env=peer_env())


BUILDERS = {
    "simt": build_simt,
    "gcc": build_gcc,
    "gcc-fast": lambda out: build_gcc(out, *FAST),
    "clang": build_clang,
    "clang-fast": lambda out: build_clang(out, *FAST, "-fveclib=libmvec"),
    "ispc": build_ispc,
    "pocl": build_pocl,
}


# ---- running ----


def peer_env():
    """Every peer gets as many threads as there are processors to run on."""
    n = str(len(cpus()))
    fixed = dict(OMP_NUM_THREADS=n, OMP_PROC_BIND="true", POCL_MAX_PTHREAD_COUNT=n,
                 POCL_CPU_MAX_CU_COUNT=n, POCL_AFFINITY="1", POCL_CACHE_DIR=built("pocl-cache"),
                 SIMT_THREADS=n, SIMT_PEERS_PTX=os.path.join(HERE, "ptx"))
    return {"BENCH_REPS": "2", "SIMT_JIT": "eager", **os.environ, **fixed}


def pinned(argv):
    return subprocess.run(argv, cwd=HERE, env=peer_env(), text=True, stdout=subprocess.PIPE,
                          preexec_fn=lambda: os.sched_setaffinity(0, cpus()))


def times_of(peer, kernels):
    """Lines `name median best rate unit verdict` -> {name: (median, rate, ok)}; did it reach the end?"""
    p = pinned([built(peer), *kernels])
    words = [line.split() for line in p.stdout.splitlines()]
    times = {w[0]: (float(w[1]), float(w[3]), w[5] == "ok") for w in words if len(w) == 6}
    return times, p.returncode in (0, 1)


def run_peer(peer, kernels):
    """A kernel on which the program ends early must not take those after it along."""
    times, finished = times_of(peer, kernels)
    if not finished:
        print(f"{peer} ended early, after {list(times)[-1:]}", file=sys.stderr)
        for k in kernels or KERNELS:
            if k not in times:
                times.update(times_of(peer, [k])[0])
    return times


def roofs():
    """The machine's roofs: GFLOP/s of all the processors together, and GB/s."""
    out = built("roofs")
    call([GCC, *NATIVE, "-fopenmp", *FAST, "micro/roofs.c", "-lm", "-o", out])
    text = pinned([out]).stdout
    fma = [float(x) for x in re.findall(r"^fma f32 .*? ([\d.]+) best", text, re.M)]
    reads = [float(x) for x in re.findall(r"^memory \w+ +([\d.]+) best", text, re.M)]
    lost = re.search(r"^time lost +([\d.]+)", text, re.M)
    return {"fma": max(fma), "memory": max(reads), "lost": float(lost[1]), "text": text}


def first_line(argv):
    try:
        lines = subprocess.run(argv, text=True, capture_output=True).stdout.splitlines()
        return lines[0].strip() if lines else ""
    except FileNotFoundError:
        return ""


def machine(peers):
    with open("/proc/cpuinfo") as f:
        cpu = re.search(r"^model name\s*: (.*)", f.read(), re.M)
    lines = [f"{cpu[1] if cpu else os.uname().machine}, {len(cpus())} processors used",
             first_line([GCC, "--version"])]
    if "simt" in peers:
        lines.append("simt: SIMT_BACKEND={} SIMT_JIT={}".format(env("SIMT_BACKEND", "auto"),
                                                                 peer_env()["SIMT_JIT"]))
    if "clang" in peers or "clang-fast" in peers:
        lines.append(first_line([CLANG, "--version"]))
    if "ispc" in peers:
        lines.append(first_line([ISPC, "--version"]))
    if "pocl" in peers:
        version = first_line(["dpkg-query", "-W", "-f", "${Version}", "pocl-opencl-icd"])
        lines.append("PoCL " + (version or "(version unknown)"))
    return lines


def measure(kernels):
    peers, absent = [], {}
    os.makedirs(built("pocl-cache"), exist_ok=True)
    for p in env("PEERS", PEERS).split():
        try:
            BUILDERS[p](built(p))
            peers.append(p)
        except NotBuilt as why:
            absent[p] = str(why)
            print(f"no peer {p}: {why}", file=sys.stderr)
    log = {"peers": peers, "absent": absent, "machine": machine(peers), "threads": len(cpus()),
           "roofs": roofs(), "rounds": []}
    for r in range(int(env("ROUNDS", "3"))):
        times = {}
        for p in peers[r % len(peers):] + peers[:r % len(peers)]:
            time.sleep(float(env("PAUSE", "0")))
            times[p] = run_peer(p, kernels)
        log["rounds"].append(times)
    with open(LOG, "w") as f:
        json.dump(log, f, indent=1)


def main(args):
    global dist
    dist, kernels = (args or ["--again"])[0], args[1:]
    folder = os.path.dirname(HERE)
    if dist != "--again":
        measure(kernels)
    with open(LOG) as f:
        text, wrong = table.show(json.load(f), os.path.join(folder, "reasons.txt"))
    print(text)
    if not kernels and dist != "--again" and "PEERS" not in os.environ:
        with open(os.path.join(folder, "results.md"), "w") as f:
            f.write("# Peers\n\nWritten by `./dev bench peers`; see [README.md](README.md).\n\n")
            f.write(text + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
