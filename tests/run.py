#!/usr/bin/env python3
"""Runs the test cases that are files: .t texts and .launch.json launches.

A .t file is PTX after a header of comment lines, described in docs/testing.md:

    // mode: check              check (the default), text, or what --dump takes: ast, ir, cfg ...
    // error: E0107 5:4         one line for each error (or warning:) that must be reported
    // options: --max-errors=5  more options for simtrun
    ...
    //==== expected             for all modes but check: what simtrun must print, to the end

The last line printed is "N passed, N failed, N skipped".
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import difflib
import fnmatch
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
MARK = "//==== expected\n"
TIMEOUT = 60
LAUNCH_TIMEOUT = 1500


class Count:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def add(self, passed, failed=0, skipped=0):
        self.passed += passed
        self.failed += failed
        self.skipped += skipped


def known_failures():
    with open(os.path.join(HERE, "known-failures.txt")) as f:
        rows = [line.split(None, 1) for line in f if line.strip() and line[0] != "#"]
    return [(pattern, reason.strip()) for pattern, reason in rows]


def reason_to_skip(path, known):
    name = os.path.relpath(path, HERE)
    return next((why for pattern, why in known if fnmatch.fnmatch(name, pattern)), None)


def simtrun(args, options, cwd=None):
    """Output and exit status; a crash or a hang gets a status that no case expects."""
    try:
        p = subprocess.run([args.simtrun, *options], cwd=cwd, capture_output=True,
                           timeout=TIMEOUT * args.patience, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "", "", "no end after %d s" % (TIMEOUT * args.patience)
    status = "crashed: signal %d" % -p.returncode if p.returncode < 0 else p.returncode
    if p.returncode == 70 or b"Sanitizer" in p.stderr:
        status = "internal error"
    return p.stdout.decode(errors="replace"), p.stderr.decode(errors="replace"), status


# ---- .t files ----

def header(text):
    """The (key, value) pairs of the comment lines at the top."""
    pairs = []
    for line in text.splitlines():
        m = re.match(r"//\s*(mode|error|warning|options):\s*(.*?)\s*$", line)
        if m:
            pairs.append((m[1], m[2]))
        elif not line.startswith("//"):
            break
    return pairs


def difference(want, got):
    lines = difflib.unified_diff(want.splitlines(), got.splitlines(), "expected", "got", "", "", 3, "")
    return "\n".join(list(lines)[:60])


def reported(stderr):
    """What was reported, as the header writes it: ("error", "E0107 5:4")."""
    found = []
    for line in stderr.splitlines():
        if line.startswith("{"):
            d = json.loads(line)
            found.append((d["severity"], "%s %s:%s" % (d["code"], d["line"], d["column"])))
    return sorted(x for x in found if x[0] in ("error", "warning"))


def run_check(args, options, pairs, folder):
    want = sorted(p for p in pairs if p[0] in ("error", "warning"))
    out, err, status = simtrun(
        args, ["--check-only", "--diagnostics-format=json", *options, "case.ptx"], folder)
    got = reported(err)
    if isinstance(status, str):
        return status + "\n" + err
    if got != want:
        return difference("\n".join(map(" ".join, want)), "\n".join(map(" ".join, got))) + "\n" + err
    if (status != 0) != any(p[0] == "error" for p in want):
        return "exit status %s" % status
    return None if any(p[0] == "error" for p in want) else round_trip(args, folder)


def round_trip(args, folder):
    """Printing, parsing and printing again must give the same text."""
    first, err, status = simtrun(args, ["--dump=ir", "case.ptx"], folder)
    if status != 0:
        return "round trip: first print: %s\n%s" % (status, err)
    with open(os.path.join(folder, "again.ptx"), "w") as f:
        f.write(first)
    second, err, status = simtrun(args, ["--dump=ir", "again.ptx"], folder)
    if status != 0:
        return "round trip: second print: %s\n%s" % (status, err)
    return None if first == second else "round trip:\n" + difference(first, second)


def run_text_case(args, path):
    """None, or what is wrong."""
    with open(path) as f:
        source, mark, want = f.read().partition(MARK)
    pairs = header(source)
    mode = dict(pairs).get("mode", "check")
    options = dict(pairs).get("options", "").split()
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "case.ptx"), "w") as f:
            f.write(source)
        if mode == "check":
            return run_check(args, options, pairs, folder)
        what = ["--check-only"] if mode == "text" else ["--dump=" + mode]
        out, err, status = simtrun(args, [*what, *options, "case.ptx"], folder)
        if isinstance(status, str):
            return status + "\n" + err
        got = out + err
        if got == want and mark:
            return round_trip(args, folder) if mode == "ir" else None
        if args.update:
            with open(path, "w") as f:
                f.write(source + ("" if source.endswith("\n") else "\n") + MARK + got)
            return None
        return difference(want, got)


def run_text_cases(args, paths, known, count):
    with ThreadPoolExecutor(args.jobs) as pool:
        for path, wrong in zip(paths, pool.map(lambda p: run_text_case(args, p), paths)):
            why = reason_to_skip(path, known)
            if wrong and why:
                print("skipped: %s: %s" % (os.path.relpath(path, HERE), why))
            elif wrong:
                print("FAIL %s\n%s" % (os.path.relpath(path, HERE), wrong))
            elif why:
                print("FAIL %s\npasses, but known-failures.txt has it" % os.path.relpath(path, HERE))
            count.add(not wrong and not why, bool(wrong) != bool(why), bool(wrong and why))


# ---- launch files ----

def run_launch_files(args, paths, known, count):
    runnable = []
    for path in paths:
        why = reason_to_skip(path, known)
        if why:
            with open(path) as f:
                n = len(json.load(f)["launches"])
            print("skipped: %s, %d launches: %s" % (os.path.relpath(path, HERE), n, why))
            count.add(0, 0, n)
        else:
            runnable.append(path)
    if not runnable:
        return
    p = subprocess.run([args.simtrun, "-j", str(args.jobs), *args.option, *runnable],
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LAUNCH_TIMEOUT)
    lines = p.stdout.decode(errors="replace").splitlines()
    total = re.match(r"(\d+) passed, (\d+) failed", lines[-1]) if lines else None
    print("\n".join(lines[-500:-1] if total else lines[-500:]))
    if total:
        count.add(int(total[1]), int(total[2]))
    if not total or (p.returncode != 0) != (int(total[2]) != 0):
        print("FAIL simtrun ended with status %d" % p.returncode)
        count.add(0, 1)


# ---- finding them ----

def find(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for folder, _, files in sorted(os.walk(path)):
            yield from (os.path.join(folder, f) for f in sorted(files))


def main():
    ap = argparse.ArgumentParser(description="run .t and .launch.json cases")
    ap.add_argument("--simtrun", required=True, help="the program under test")
    ap.add_argument("--update", action="store_true", help="rewrite the expected part of .t files")
    ap.add_argument("--jobs", type=int, default=os.cpu_count())
    ap.add_argument("--patience", type=float, default=1, help="factor on time limits")
    ap.add_argument("--option", action="append", default=[], help="handed to simtrun for launches")
    ap.add_argument("--if-there", action="store_true", help="skip when the first path is missing")
    ap.add_argument("paths", nargs="+", help="files or folders")
    args = ap.parse_args()
    args.simtrun = os.path.abspath(args.simtrun)
    if args.if_there and not os.path.exists(args.paths[0]):
        print("skipped: %s is not there" % os.path.basename(args.paths[0]))
        print("0 passed, 0 failed, 1 skipped")
        return 77
    files = list(find(args.paths))
    known, count = known_failures(), Count()
    run_text_cases(args, [f for f in files if f.endswith(".t")], known, count)
    run_launch_files(args, [f for f in files if f.endswith(".launch.json")], known, count)
    print("%d passed, %d failed, %d skipped" % (count.passed, count.failed, count.skipped))
    return 1 if count.failed else 0


if __name__ == "__main__":
    sys.exit(main())
