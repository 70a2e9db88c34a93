#!/usr/bin/env python3
"""coverage.py SUMMARY.json: of gcovr's summary, lines and branches that were reached, folder by folder.

The folders below must have 95% of their lines and 85% of their branches; the others are shown.
The exit status is 1 if one of them has not.
SPDX-License-Identifier: Apache-2.0
"""
import json
import sys
from collections import defaultdict

WATCHED = ("lexer", "parser", "ir", "backend/interp", "runtime")
LINES, BRANCHES = 95.0, 85.0


def folder_of(name):
    parts = name.split("/")
    return "/".join(parts[:2] if parts[0] == "backend" and len(parts) > 2 else parts[:1])


def percent(part, whole):
    return 100.0 * part / whole if whole else 100.0


def main():
    with open(sys.argv[1]) as f:
        files = json.load(f)["files"]
    sums = defaultdict(lambda: [0, 0, 0, 0])
    for f in files:
        row = sums[folder_of(f["filename"])]
        for i, key in enumerate(("line_covered", "line_total", "branch_covered", "branch_total")):
            row[i] += f[key]
    short = False
    print("%-16s %8s %8s" % ("folder", "lines", "branches"))
    for name, (line, lines, branch, branches) in sorted(sums.items()):
        a, b = percent(line, lines), percent(branch, branches)
        low = name in WATCHED and (a < LINES or b < BRANCHES)
        short |= low
        print("%-16s %7.1f%% %7.1f%%%s" % (name, a, b, "  below %g%%, %g%%" % (LINES, BRANCHES) if low else ""))
    worst = sorted((f for f in files if folder_of(f["filename"]) in WATCHED),
                   key=lambda f: f["line_covered"] - f["line_total"])[:10]
    print("most lines not reached:")
    for f in worst:
        print("  %5d of %5d  %s" % (f["line_total"] - f["line_covered"], f["line_total"], f["filename"]))
    return short


if __name__ == "__main__":
    sys.exit(main())
