#!/usr/bin/env python3
"""Adds up what the tests of one meson run counted: summary.py LOGDIR MESON_STATUS MESON_OUTPUT.

A test may print "N passed, N failed[, N skipped]" as its last line; a cmocka program counts its
functions, a unittest program its methods; any other test counts as one. Shows failures in full,
says why something was skipped, and which ten tests took longest.
SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import re
import sys

COUNTS = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$", re.M)
UNITTEST = re.compile(r"^Ran (\d+) tests?", re.M)
UNITTEST_FAILED = re.compile(r"(?:failures|errors)=(\d+)")
CMOCKA = re.compile(r"^\[  (PASSED|FAILED)  \] (\d+) test\(s\)", re.M)


def counts_of(test):
    text = (test.get("stdout") or "") + "\n" + (test.get("stderr") or "")
    found = COUNTS.findall(text)
    if found:
        passed, failed, skipped = (int(n or 0) for n in found[-1])
    elif CMOCKA.search(text):
        n = {"PASSED": 0, "FAILED": 0}
        for word, number in CMOCKA.findall(text):
            n[word] += int(number)
        passed, failed, skipped = n["PASSED"], n["FAILED"], 0
    elif UNITTEST.search(text):
        failed, skipped = sum(int(n) for n in UNITTEST_FAILED.findall(text)), 0
        passed = int(UNITTEST.search(text)[1]) - failed
    else:
        passed, failed, skipped = (test["result"] == "OK") * 1, 0, (test["result"] == "SKIP") * 1
    if test["result"] not in ("OK", "SKIP", "EXPECTEDFAIL") and failed == 0:
        failed = 1
    return passed, failed, skipped, text


def name_of(test):
    return test["name"].split(" / ")[-1]


def show_slowest(tests):
    if len(tests) > 20:
        print("slowest:")
        for test in sorted(tests, key=lambda t: -t["duration"])[:10]:
            print("       %-32s %7.2f s" % (name_of(test), test["duration"]))


def main():
    folder, status, output = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    log = os.path.join(folder, "testlog.json")
    total = [0, 0, 0]
    tests = []
    if os.path.exists(log):
        with open(log) as f:
            tests = [json.loads(line) for line in f]
    for test in tests:
        passed, failed, skipped, text = counts_of(test)
        total = [total[0] + passed, total[1] + failed, total[2] + skipped]
        print("%-6s %-32s %7.2f s   %d passed, %d failed, %d skipped" % (
            "ok" if not failed else "FAIL", name_of(test), test["duration"], passed, failed, skipped))
        if failed:
            print("\n".join("       " + line for line in text.strip().splitlines()[-200:]))
            if test["result"] == "TIMEOUT":
                print("       timeout")
        elif skipped:
            why = [line for line in text.splitlines() if line.startswith("skipped")]
            print("\n".join("       " + line for line in why[:20] or text.strip().splitlines()[-1:]))
    if not tests or (status and not total[1]):
        with open(output, errors="replace") as f:
            print(f.read())
        total[1] += 1
    show_slowest(tests)
    print("%d passed, %d failed, %d skipped" % tuple(total))
    return 1 if total[1] else 0


if __name__ == "__main__":
    sys.exit(main())
