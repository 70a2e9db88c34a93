#!/usr/bin/env python3
"""Runs the test cases that are files: .t texts and .launch.json launches.

A .t file is PTX after a header of comment lines, described in docs/testing.md:

    // mode: check              check (the default), run, text, or what --dump takes: ast, ir ...
    // error: E0107 5:4         one line for each error (or warning:) reported
    // trap: T0007 9            a trap's code and PTX line; perhaps after them: cta (0,0,0), thread (5,0,0)
    // options: --max-errors=5  more options for simtrun
    ...
    //==== expected             for other modes: what simtrun must print, to the end

The last line printed is "N passed, N failed, N skipped".
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import difflib
import fnmatch
import functools
import json
import os
import re
import subprocess
import sys, tempfile
import zlib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
MARK = "//==== expected\n"
TIMEOUT, LAUNCH_TIMEOUT = 60, 1500  # seconds
short = functools.partial(os.path.relpath, start=HERE)


def read(path):
    with open(path) as f:
        return f.read()


def write(text, *path):
    with open(os.path.join(*path), "w") as f:
        f.write(text)


def known_failure(path):
    """Why the case is not expected to pass, or None."""
    known = re.findall(r"^([^#\s]\S*)\s+(.*?)\s*$", read(os.path.join(HERE, "known-failures.txt")), re.M)
    return next((why for pattern, why in known if fnmatch.fnmatch(short(path), pattern)), None)


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

def header(text):
    """The (key, value) pairs of the comment lines at the top."""
    comments = re.match(r"(//.*\n)*", text)[0]
    return re.findall(r"^//\s*(mode|error|warning|trap|options):\s*(.*?)\s*$", comments, re.M)


def difference(want, got):
    lines = difflib.unified_diff(want.splitlines(), got.splitlines(), "expected", "got", lineterm="")
    return "\n".join(list(lines)[:60])


def reported(stderr):
    """Returns what was reported, as the header writes it: ("error", "E0107 5:4"), ("trap", "T0007 9")."""
    found = []
    for line in stderr.splitlines():
        if line.startswith("{"):
            d = json.loads(line)
            place = " %d:%d" % (d["line"], d["column"]) if d["line"] else ""
            found.append((d["severity"], "%s%s" % (d["code"], place)))
    trap = re.search(r"^trap\[(T\d+)\].*\n(?:.*\n)*?(?:.*(cta .*, thread .*\)))?.*case\.ptx:(\d+)", stderr, re.M)
    return sorted(found + ([("trap", "%s %s %s" % trap.group(1, 3, 2))] if trap else []))


def run_check(args, mode, options, pairs, folder):
    want = sorted(p for p in pairs if p[0] in ("error", "trap", "warning"))
    how = args.option if mode == "run" else ["--check-only"]
    _, err, status = simtrun(args, ["--diagnostics-format=json", *how, *options, "case.ptx"], folder)
    if isinstance(status, str) or "simt: handed back" in err:
        return "%s\n%s" % (status, err)
    exact = reported(err)
    got = exact if exact == want else [(p[0], " ".join(p[1].split()[:2])) for p in exact]
    if got != want:
        return difference("\n".join(map(" ".join, want)), "\n".join(map(" ".join, got))) + "\n" + err
    if (status != 0) != any(p[0] != "warning" for p in want):
        return "exit status %s" % status
    return None if any(p[0] == "error" for p in want) else round_trip(args, folder)


def round_trip(args, folder):
    """Printing, parsing and printing again must give the same text."""
    printed = []
    for name in ("case.ptx", "again.ptx"):
        text, err, status = simtrun(args, ["--dump=ir", name], folder)
        if status != 0:
            return "round trip: print of %s: %s\n%s" % (name, status, err)
        printed.append(text)
        write(text, folder, "again.ptx")
    return None if printed[0] == printed[1] else "round trip:\n" + difference(*printed)


def run_text_case(args, path):
    """None, or what is wrong."""
    source, mark, want = read(path).partition(MARK)
    pairs = header(source)
    mode, options = dict(pairs).get("mode", "check"), dict(pairs).get("options", "").split()
    with tempfile.TemporaryDirectory() as folder:
        write(source, folder, "case.ptx")
        if mode in ("check", "run"):
            return run_check(args, mode, options, pairs, folder)
        what = ["--check-only"] if mode == "text" else ["--dump=" + mode]
        out, err, status = simtrun(args, [*what, *options, "case.ptx"], folder)
        if isinstance(status, str):
            return status + "\n" + err
        got = out + err if mode == "text" else out
        if got == want and mark:
            return round_trip(args, folder) if mode == "ir" else None
        if args.update:
            write(source + ("" if source.endswith("\n") else "\n") + MARK + got, path)
            return None
        return difference(want, got)


def run_text_cases(args, paths, count):
    with ThreadPoolExecutor(args.jobs) as pool:
        for path, wrong in zip(paths, pool.map(lambda p: run_text_case(args, p), paths)):
            why = known_failure(path)
            if wrong and why:
                print("skipped: %s: %s" % (short(path), why))
                count["skipped"] += 1
            elif wrong or why:
                print("FAIL %s\n%s" % (short(path), wrong or "passes, but is in known-failures.txt"))
                count["failed"] += 1
            else:
                count["passed"] += 1

def sampled(paths, every, folder):
    """Launch files with each Nth launch of those; where the count begins differs from file to file, so that of short
    files some have none."""
    for path in paths:
        def beside(value):
            return os.path.join(os.path.dirname(os.path.abspath(path)), value)
        spec = json.loads(read(path))
        launches = spec["launches"]
        spec["module"] = beside(spec["module"])
        spec["launches"] = launches[zlib.crc32(os.path.basename(path).encode()) % every::every]
        if not spec["launches"]:
            continue
        for launch in spec["launches"]:
            for arg in launch["args"]:
                arg.update((key, beside(arg[key])) for key in ("in", "out", "inout", "expect") if key in arg)
        write(json.dumps(spec), folder, os.path.basename(path))
        yield os.path.join(folder, os.path.basename(path))


def run_launch_files(args, paths, count):
    known = {path: why for path in paths if (why := known_failure(path))}
    for path, why in known.items():
        count["skipped"] += len(json.loads(read(path))["launches"])
        print("skipped: %s, all its launches: %s" % (short(path), why))
    runnable = [path for path in paths if path not in known]
    if not runnable:
        return
    with tempfile.TemporaryDirectory() as folder:
        if args.every > 1:
            runnable = list(sampled(runnable, args.every, folder))
        p = subprocess.run([args.simtrun, "-j", str(args.jobs), *args.option, *runnable],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LAUNCH_TIMEOUT * args.patience)
    lines = re.sub(r"^simt: compiled.*\n", "", p.stdout.decode(errors="replace"), flags=re.M).splitlines()
    total = re.match(r"(\d+) passed, (\d+) failed", lines[-1]) if lines else None
    print("\n".join(lines[-500:-1] if total else lines[-500:]))
    if total:  # a kernel that the JIT handed back (reported with SIMT_VERBOSE=1) is a failure of the JIT
        failed = max(int(total[2]), sum("simt: handed back" in line for line in lines))
        count["passed"] += int(total[1]) + int(total[2]) - failed
        count["failed"] += failed
    if not total or (p.returncode != 0) != (int(total[2]) != 0):
        print("FAIL simtrun ended with status %d" % p.returncode)
        count["failed"] += 1


def find(paths, count):
    for path in paths:
        if os.path.isdir(path):
            for folder, _, files in sorted(os.walk(path)):
                yield from (os.path.join(folder, f) for f in sorted(files))
        elif os.path.exists(path):
            yield path
        else:
            print("skipped: %s is not there" % short(path))
            count["skipped"] += 1


def main():
    ap = argparse.ArgumentParser(description="run .t and .launch.json cases")
    ap.add_argument("--simtrun", required=True, type=os.path.abspath, help="program under test")
    ap.add_argument("--update", action="store_true", help="rewrite the expected part of .t files")
    ap.add_argument("--jobs", type=int, default=os.cpu_count())
    ap.add_argument("--option", action="append", default=[], help="for simtrun, where kernels run")
    ap.add_argument("--every", type=int, default=1, help="of each launch file, each Nth launch only")
    ap.add_argument("--patience", type=int, default=1, help="limits of time are so many times as long")
    ap.add_argument("--runs", action="store_true", help="leave out the texts that are not run")
    ap.add_argument("paths", nargs="+", help="files or folders")
    args = ap.parse_args()
    count = Counter()
    files = list(find(args.paths, count))
    texts = [f for f in files if f.endswith(".t") and (not args.runs or "\n// mode: run\n" in read(f))]
    run_text_cases(args, texts, count)
    run_launch_files(args, [f for f in files if f.endswith(".launch.json")], count)
    print(", ".join("%d %s" % (count[word], word) for word in ("passed", "failed", "skipped")))
    return 1 if count["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
