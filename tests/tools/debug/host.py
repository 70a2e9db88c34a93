#!/usr/bin/env python3
"""host.py SIMTCC SIMTRUN: the host half of a program, looked at from a kernel's breakpoint (`host COMMAND`, by gdb), and both in
one session of gdb. Skipped where there is no gdb or the system lets it look at no process.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

SOURCE = """#include <cstdio>
__global__ void k(int *p) {
	p[threadIdx.x] = 3;
}
static int launch(int *p, int count) {
	int launches = count + 40;
	k<<<1, 32>>>(p);
	cudaDeviceSynchronize();
	return launches;
}
int main() {
	int *p;
	cudaMalloc(&p, 128);
	printf("%d launches\\n", launch(p, 2));
}
"""


def block_signals():
    """As the threads of the library do, one of which may run the debugger."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD, signal.SIGINT})


def run(command, folder, **more):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL,
                          preexec_fn=block_signals, **more).stdout


def look(command, folder, **more):
    """Whether the host half is shown as it must be; None: the system forbids it."""
    commands = ["break k", "run", "host bt", "host thread 1", "host frame function launch", "host thread apply all -s frame function launch",
                "host next", "host", "info args", "shell echo $((6 * 7)) lines", "host shell grep SigBlk /proc/$PPID/status", "continue"]
    if command:
        got = run([*command, "--debug", "--batch", *sum((["-ex", c] for c in commands), []), "./h"], folder)
    else:
        got = run(["./h"], folder, env={**os.environ, "SIMT_DEBUG": "text", "SIMT_DEBUG_BATCH": "1", "SIMT_DEBUG_COMMANDS": "\n".join(commands),
                                        **more})
    if "forbids it" in got or "cannot look" in got or "cannot be attached" in got:
        return None
    for want in ("CUDA thread hit Breakpoint 1, k<<<(1,1,1),(32,1,1)>>>", "in launch (p=", "count=2) at h.cu:", "in main () at h.cu:",
                 "it does not run it", "Argument required", "p = (int *)", "42 lines", "42 launches", "exited normally"):
        if want not in got:
            print(f"{want!r} is not in:\n{got}")
            return False
    # A gdb with SIGCHLD blocked may wait forever.
    if not re.search(r"SigBlk:\s*0{16}$", got, re.M):
        print(f"gdb has blocked signals:\n{got}")
        return False
    return True


def main():
    simtcc, simtrun = (os.path.abspath(p) for p in sys.argv[1:3])
    if not shutil.which("gdb"):
        return 77
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "h.cu"), "w") as f:
            f.write(SOURCE)
        subprocess.run([simtcc, "-g", "-G", "h.cu", "-o", "h"], cwd=folder, check=True)
        libs = os.path.join(os.path.dirname(simtcc), "cuda", "lib64")
        # Within the program, as SIMT_DEBUG alone has it, and in a process of its own.
        shown = [look(None, folder, LD_LIBRARY_PATH=libs), look([simtrun], folder)]
        if None in shown:
            return 77
        if False in shown:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
