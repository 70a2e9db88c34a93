#!/usr/bin/env python3
"""Which lines and branches were reached, of gcovr's --json report: by folder, by file, or line by line.

    coverage.py REPORT.json                   folders, and the files with most left
    coverage.py REPORT.json --files=parser    every file below parser/
    coverage.py REPORT.json --missed=ir/analysis/dom.c its lines that were not reached, or not in every direction

The watched folders must have the lines and branches asked for, in percent; the exit status is 1 if
one of them has not. docs/testing.md says what counts.
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import json
import sys
from collections import namedtuple

WATCHED = ("lexer", "parser", "ir", "backend/machine", "backend/interp", "backend/watch", "runtime")
Sum = namedtuple("Sum", "name lines_hit lines branches_hit branches")


def folder_of(name):
    parts = name.split("/")
    return "/".join(parts[:2] if parts[0] == "backend" and len(parts) > 2 else parts[:1])


def is_within(name, folder):
    return name == folder or name.startswith(folder.rstrip("/") + "/")


def lines_of(f):
    return [line for line in f["lines"] if not line.get("gcovr/noncode")]


def sum_file(f):
    """A row of a table is a line; the branches that its macro makes of each are not the row's."""
    lines = lines_of(f)
    rows = f["file"].endswith(".def")
    branches = [b["count"] > 0 for line in lines for b in line["branches"] if not rows]
    return Sum(f["file"], sum(line["count"] > 0 for line in lines), len(lines), sum(branches), len(branches))


def add(name, sums):
    return Sum(name, *(sum(column) for column in list(zip(*sums))[1:]))


def percent(part, whole):
    return 100.0 * part / whole if whole else 100.0


def left(s):
    return s.lines - s.lines_hit, s.branches - s.branches_hit


def show(sums, name_of=lambda s: s.name, mark=lambda s: ""):
    print("%-36s %8s %6s %9s %6s" % ("", "lines", "left", "branches", "left"))
    for s in sums:
        lines, branches = left(s)
        print("%-36s %7.1f%% %6d %8.1f%% %6d%s" % (name_of(s), percent(s.lines_hit, s.lines), lines,
                                                 percent(s.branches_hit, s.branches), branches, mark(s)))


def show_missed(f):
    """Each line with something left, as the source has it."""
    with open(f["file"]) as source:
        text = source.read().split("\n")
    for line in lines_of(f):
        counts = [b["count"] for b in line["branches"]]
        missed = sum(c == 0 for c in counts)
        if line["count"] and not missed:
            continue
        n = line["line_number"]
        note = "%d of %d" % (missed, len(counts)) if line["count"] else "not reached"
        print("%5d %-12s| %s" % (n, note, text[n - 1] if n <= len(text) else ""))


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("report")
    p.add_argument("--lines", type=float, default=95.0, help="of the watched folders, in percent (95)")
    p.add_argument("--branches", type=float, default=85.0, help="the same (85)")
    p.add_argument("--files", metavar="FOLDER", help="the files below FOLDER, most left first")
    p.add_argument("--missed", metavar="FILE", help="what FILE has left")
    args = p.parse_args()
    with open(args.report) as f:
        files = json.load(f)["files"]
    if args.missed:
        found = [f for f in files if is_within(f["file"], args.missed)]
        for f in found:
            print("%s:" % f["file"])
            show_missed(f)
        return not found
    sums = sorted(map(sum_file, files), key=lambda s: -sum(left(s)))
    if args.files:
        found = [s for s in sums if is_within(s.name, args.files)]
        show(found)
        return not found
    folders = sorted({folder_of(s.name) for s in sums})
    folders = [add(name, [s for s in sums if folder_of(s.name) == name]) for name in folders]
    low = [s.name for s in folders if s.name in WATCHED
           and (percent(s.lines_hit, s.lines) < args.lines
                or percent(s.branches_hit, s.branches) < args.branches)]
    show(folders, mark=lambda s: "  below %g%%, %g%%" % (args.lines, args.branches) if s.name in low else "")
    print()
    show([s for s in sums if folder_of(s.name) in WATCHED][:12])
    return bool(low)


if __name__ == "__main__":
    sys.exit(main())
