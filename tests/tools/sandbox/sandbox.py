#!/usr/bin/env python3
"""simtrun --sandbox: the same results, and nothing beside them.

Usage: sandbox.py SIMTRUN --backends interp,jit. The last line printed is "N passed, N failed, N skipped".
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import json
import os
import struct
import subprocess
import sys
import tempfile
import time

HEAD = ".version 8.0\n.target sm_90\n.address_size 64\n"

ADD = HEAD + """
.visible .entry add(.param .u64 x, .param .u64 y) {
    .reg .b32 %r<4>; .reg .b64 %d<5>;
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %d1, %r1, 4;
    ld.param.u64 %d2, [x]; add.s64 %d2, %d2, %d1;
    ld.param.u64 %d3, [y]; add.s64 %d3, %d3, %d1;
    ld.global.u32 %r2, [%d2];
    add.u32 %r3, %r2, 7;
    st.global.u32 [%d3], %r3;
    ret;
}
"""

# Writes to the address that it is given, in each space's way of computing addresses.
POKE = HEAD + """
.visible .entry poke(.param .u64 at) {
    .reg .b32 %r<4>; .reg .b64 %d<5>;
    ld.param.u64 %d1, [at];
    mov.u32 %r1, 0x5a5a5a5a;
    st.u32 [%d1], %r1;
    ret;
}
"""

SPIN = HEAD + """
.visible .entry spin() {
again:
    bra again;
}
"""

# Frees nothing: takes memory for as long as there is any.
HOARD = HEAD + """
.extern .func (.param .b64 p) malloc(.param .b64 n);
.visible .entry hoard(.param .u64 out) {
    .reg .b64 %d<5>; .reg .pred %p; .reg .b64 %n;
    mov.u64 %n, 0;
again:
    { .param .b64 a; .param .b64 r;
      st.param.b64 [a], 1048576;
      call (r), malloc, (a);
      ld.param.b64 %d1, [r]; }
    setp.eq.u64 %p, %d1, 0;
    @%p bra done;
    add.u64 %n, %n, 1;
    bra again;
done:
    ld.param.u64 %d2, [out];
    st.global.u64 [%d2], %n;
    ret;
}
"""

# "red \x1b[31m, bell \x07, C1 \xc2\x9b, umlaut ü, tab\tline\n", by vprintf
TEXT = b"red \x1b[31m, bell \x07, C1 \xc2\x9b, umlaut \xc3\xbc, tab\tend\n\0"
PRINT = HEAD + """
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.global .align 1 .b8 text[%d] = {%s};
.visible .entry print() {
    .reg .b64 %%d<3>; .reg .b32 %%r;
    mov.u64 %%d1, text;
    cvta.global.u64 %%d1, %%d1;
    { .param .b64 f; .param .b64 a; .param .b32 r;
      st.param.b64 [f], %%d1; st.param.b64 [a], 0;
      call (r), vprintf, (f, a);
      ld.param.b32 %%r, [r]; }
    ret;
}
""" % (len(TEXT), ", ".join(str(b) for b in TEXT))


FLOOD = PRINT.replace(".visible .entry print() {", ".visible .entry print() {\nagain:").replace("    ret;", "    bra again;")


class Tests:
    def __init__(self, simtrun, folder):
        self.simtrun, self.folder = simtrun, folder
        self.passed = self.failed = 0

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "wb" if isinstance(text, bytes) else "w") as f:
            f.write(text)
        return path

    def run(self, *args, env=None, limit=60):
        return subprocess.run([self.simtrun, *args], capture_output=True, timeout=limit,
                              env={**os.environ, **(env or {})})

    def check(self, name, ok, told=None):
        if ok:
            self.passed += 1
            return
        self.failed += 1
        print("FAIL", name)
        if told is not None:
            print(told.returncode, told.stdout.decode(errors="replace"), told.stderr.decode(errors="replace"))


def results(t, backend):
    """Files of arguments are read, files of results written, as without."""
    add = t.file("add.ptx", ADD)
    data = t.file("in.bin", struct.pack("<32I", *range(32)))
    out = os.path.join(t.folder, "out-%s.bin" % backend)
    r = t.run("--sandbox", "--backend=" + backend, add, "-b", "32", "-a", "file:%s:u32" % data,
              "-a", "zeros:u32:32,save=" + out)
    t.check(backend + ": runs", r.returncode == 0, r)
    got = struct.unpack("<32I", open(out, "rb").read())
    t.check(backend + ": results", got == tuple(i + 7 for i in range(32)))
    r = t.run("--sandbox", "--backend=" + backend, add, "-b", "32", "-a", "file:%s.none:u32" % data)
    t.check(backend + ": no such file", r.returncode == 1 and b"error[E0401]" in r.stderr, r)


def faults(t, backend):
    poke = t.file("poke.ptx", POKE)
    for at in ("0x1000", "0x7fffffffe000", "0x10000000", "0x1ffffffff000", "0x400000000000", "0xfffffffffffffff8"):
        r = t.run("--sandbox", "--backend=" + backend, poke, "-b", "1", "-a", at)
        t.check("%s: poke %s" % (backend, at), r.returncode == 3 and b"trap[T0003]" in r.stderr, r)


def time_ends(t, backend):
    spin = t.file("spin.ptx", SPIN)
    start = time.time()
    r = t.run("--sandbox", "--backend=" + backend, "--timeout=200ms", spin)
    t.check(backend + ": time", r.returncode == 4 and time.time() - start < 30, r)


def time_ends_at_a_full_pipe(t, backend):
    """A reader that does not read what the sandbox prints does not keep it alive."""
    flood = t.file("flood.ptx", FLOOD)
    out, full = os.pipe()
    os.set_blocking(full, False)
    try:
        while True:
            os.write(full, b"x" * 4096)
    except BlockingIOError:
        os.set_blocking(full, True)
    start = time.time()
    p = subprocess.Popen([t.simtrun, "--sandbox", "--backend=" + backend, "--timeout=100ms", flood, "-b", "1"],
                         stdout=full, stderr=full)
    try:
        code = p.wait(40)
    except subprocess.TimeoutExpired:
        code = None
        p.kill()
    t.check("%s: time, a full pipe: %s after %.1f s" % (backend, code, time.time() - start), code == 4)
    os.close(out)
    os.close(full)


def memory_ends(t, backend):
    hoard = t.file("hoard.ptx", HOARD)
    r = t.run("--sandbox", "--backend=" + backend, "--memory=64M", hoard, "-b", "1", "-a", "zeros:u64:1,print")
    t.check(backend + ": device memory", r.returncode == 0, r)
    r = t.run("--sandbox", "--backend=" + backend, "--memory=64M", t.file("add.ptx", ADD), "-b", "32",
              "-a", "zeros:u32:100M", "-a", "zeros:u32:32")
    t.check(backend + ": too large an argument", r.returncode == 1 and b"error[E0406]" in r.stderr, r)


def text(t, backend):
    r = t.run("--sandbox", "--backend=" + backend, t.file("print.ptx", PRINT), "-b", "1")
    want = "red \\x1b[31m, bell \\x07, C1 \\xc2\\x9b, umlaut \u00fc, tab\tend\n".encode()
    t.check(backend + ": plain text", r.returncode == 0 and r.stdout == want, r)
    r = t.run("--backend=" + backend, t.file("print.ptx", PRINT), "-b", "1")
    t.check(backend + ": as it is outside", r.stdout == TEXT[:-1], r)


def door(t, backend, spin=None, want=("Seccomp:", "2")):
    """While a kernel runs: a filter is in force in every thread, and what the process would write fails."""
    spin = spin or t.file("spin.ptx", SPIN)
    p = subprocess.Popen([t.simtrun, "--sandbox", "--backend=" + backend, "--timeout=20", spin],
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    field, number = want
    modes = []
    for _ in range(200):
        time.sleep(0.05)
        try:
            threads = os.listdir("/proc/%d/task" % p.pid)
            modes = [line.split()[1] for i in threads
                     for line in open("/proc/%d/task/%s/status" % (p.pid, i)) if line.startswith(field)]
        except OSError:
            continue
        if modes and set(modes) == {number}:
            break
    p.kill()
    p.wait()
    t.check("%s: %s of %s" % (backend, field, spin), modes and set(modes) == {number})


def both_doors(t, backend):
    """For a launch file two filters are in force."""
    before = [line.split()[1] for line in open("/proc/self/status") if line.startswith("Seccomp_filters:")]
    t.file("spin.ptx", SPIN)
    spin = launch_file(t, "endless", "spin", [], block=1)
    door(t, backend, spin, ("Seccomp_filters:", str(int(before[0]) + 2)) if before else ("Seccomp:", "2"))


def launch_file(t, name, kernel, args, module=None, block=32):
    """A launch file with one launch; modules and data beside it."""
    return t.file(name + ".launch.json", json.dumps({"module": module or kernel + ".ptx", "launches": [
        {"name": "one", "kernel": kernel, "grid": [1, 1, 1], "block": [block, 1, 1], "args": args}]}))


def launch_files(t, backend):
    """Launch files are read under a first filter, what they name in their folder and the current one only."""
    for name, text in (("add", ADD), ("poke", POKE), ("spin", SPIN)):
        t.file(name + ".ptx", text)
    t.file("in.bin", struct.pack("<32I", *range(32)))
    t.file("want.bin", struct.pack("<32I", *(i + 7 for i in range(32))))
    t.file("other.bin", struct.pack("<32I", *range(32)))
    add = [{"in": "in.bin"}, {"out": "want.bin"}]
    good = launch_file(t, "good", "add", add)
    twice = launch_file(t, "twice", "add", [{"inout": "in.bin", "expect": "in.bin"}, {"out": "./want.bin"}])
    differs = launch_file(t, "differs", "add", [{"in": "in.bin"}, {"out": "other.bin"}])
    fault = launch_file(t, "fault", "poke", [{"u64": "0x7fffffffe000"}], block=1)
    spin = launch_file(t, "endless", "spin", [], block=1)
    for name, args, status, word in (
            ("runs", [good], 0, b"1 passed, 0 failed"), ("several", [good, twice, good], 0, b"3 passed, 0 failed"),
            ("several, one job", ["--jobs=1", good, twice], 0, b"2 passed, 0 failed"),
            ("one differs", [good, differs], 6, b"expected 0"), ("fault", [fault], 3, b"trap[T0003]"),
            ("time", ["--timeout=200ms", spin], 4, b"0 passed, 1 failed"),
            ("schedules", ["--schedule=random:runs=3", good], 0, b"1 passed")):
        if "--schedule" in args[0] and backend == "jit":
            continue
        r = t.run("--sandbox", "--backend=" + backend, *args)
        t.check("%s: launch file: %s" % (backend, name), r.returncode == status and word in r.stdout, r)


def launch_files_refused(t):
    t.file("add.ptx", ADD)
    t.file("in.bin", bytes(128))
    os.symlink("/etc/passwd", os.path.join(t.folder, "link.bin"))
    os.mkfifo(os.path.join(t.folder, "pipe.bin"))
    t.file("hole.bin", b"")
    os.truncate(os.path.join(t.folder, "hole.bin"), 100 << 20)
    place = b"has to be in the folder"
    for name, file, word in (("absolute", "/etc/passwd", place), ("above", "../../../../../../etc/passwd", place),
                             ("link", "link.bin", place), ("pipe", "pipe.bin", b"not a plain file"),
                             ("device", "/dev/zero", place), ("missing", "none.bin", b"No such file"),
                             ("large", "hole.bin", b"--memory")):
        path = launch_file(t, name, "add", [{"in": file}, {"out": "in.bin"}])
        r = t.run("--sandbox", "--memory=64M", path)
        t.check("launch file: " + name, r.returncode == 1 and b"error[E0401]" in r.stderr and word in r.stderr, r)
    path = launch_file(t, "module", "add", [{"in": "in.bin"}, {"out": "in.bin"}], module="/etc/passwd")
    r = t.run("--sandbox", path)
    t.check("launch file: module", r.returncode == 1 and place in r.stderr, r)
    r = t.run("--sandbox", t.file("bad.launch.json", "{}"))
    t.check("launch file: bad", r.returncode == 1 and b"error[E0402]" in r.stderr, r)
    r = t.run("--sandbox", os.path.join(t.folder, "none.launch.json"))
    t.check("launch file: none", r.returncode == 1 and b"error[E0401]" in r.stderr, r)
    # The current folder is one to read from, too.
    os.mkdir(os.path.join(t.folder, "deep"))
    path = launch_file(t, "deep/up", "add", [{"in": "../in.bin"}, {"inout": "../in.bin", "expect": "../seven.bin"}],
                       module="../add.ptx")
    t.file("seven.bin", struct.pack("<32I", *[7] * 32))
    r = t.run("--sandbox", path)
    t.check("launch file: from elsewhere", r.returncode == 1 and place in r.stderr, r)
    r = subprocess.run([t.simtrun, "--sandbox", path], capture_output=True, timeout=60, cwd=t.folder)
    t.check("launch file: from the folder above", r.returncode == 0, r)


def refused(t):
    add = t.file("add.ptx", ADD)
    for args, word in (((t.simtrun,), b"rights of its user"),
                       (("--litmus", t.file("x.litmus", "PTX x\n")), b"--litmus"),
                       (("--trace=x.json", add), b"--trace"), (("--coverage=x", add), b"--coverage"),
                       (("--explain-page=x.html", add), b"--explain-page"),
                       (("--profile=json:x", add), b"--profile")):
        r = t.run("--sandbox", *args)
        t.check("refuses " + word.decode(), r.returncode == 1 and word in r.stderr, r)
    for name in ("SIMT_COVERAGE", "SIMT_TRACE", "SIMT_RECORD"):
        left = os.path.join(t.folder, "left")
        r = t.run("--sandbox", add, env={name: left})
        t.check("refuses " + name, r.returncode == 1 and name.encode() in r.stderr, r)
    r = t.run("--sandbox", t.file("bad.ptx", HEAD + ".visible .entry k() { add.s32 1; }\n"))
    t.check("errors in the text", r.returncode == 2 and b"bad.ptx:4:" in r.stderr, r)
    r = t.run("--sandbox", os.path.join(t.folder, "none.ptx"))
    t.check("no file", r.returncode == 1 and b"error[E0401]" in r.stderr, r)
    r = t.run("--sandbox", "--check", add, "-b", "32", "-a", "zeros:u32:31", "-a", "zeros:u32:32")
    t.check("checked", r.returncode == 3 and b"Invalid __global__ read" in r.stderr, r)
    r = t.run("--sandbox", "--check-only", add)
    t.check("loads only", r.returncode == 0, r)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("simtrun")
    a.add_argument("--backends", default="interp")
    a = a.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        t = Tests(os.path.abspath(a.simtrun), folder)
        for backend in a.backends.split(","):
            for f in (results, faults, time_ends, time_ends_at_a_full_pipe, memory_ends, text, door, launch_files, both_doors):
                f(t, backend)
        refused(t)
        launch_files_refused(t)
    print("%d passed, %d failed, 0 skipped" % (t.passed, t.failed))
    return t.failed != 0


if __name__ == "__main__":
    sys.exit(main())
