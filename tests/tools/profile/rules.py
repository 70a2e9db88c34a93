#!/usr/bin/env python3
"""rules.py FILE...: checks whether timelines are what importers of Chrome's trace format take without a loss.

Perfetto reads the events in the order of their times, at equal times in that of the file, and keeps a stack of slices
for each thread. What it drops, moves to another row or counts as an error is an error here:

* a slice that reaches over the end of the one around it; an end that is not the last begin's; of slices that begin at
  the same time the inner one before the outer one
* a row of number 0, which becomes that of the process's number; a number that two processes use, since names belong to numbers
* a name that comes after the row's first event
* an end without the name of its begin, for which speedscope drops it and Chromium's developer tools the whole file
* a range with an id that begins twice, or ends without a beginning
* displayTimeUnit, by which old versions read times in nanoseconds
SPDX-License-Identifier: Apache-2.0
"""
import json
import sys

FIELDS = {  # beside ph, pid, tid: those that must be there, those that may
    "X": ("name cat ts dur", "args"), "B": ("name cat ts", "args"), "E": ("name cat ts", "args"), "i": ("name cat ts s", "args"),
    "b": ("name cat ts id", "args"), "e": ("name cat ts id", "args"), "M": ("name args", ""),
}


def is_count(n, most=2**63):
    return isinstance(n, int) and not isinstance(n, bool) and 0 <= n < most


def fields_of(e):
    """Returns what is wrong with one event alone."""
    if not isinstance(e, dict) or e.get("ph") not in FIELDS:
        return "no phase that is known"
    must, may = FIELDS[e["ph"]]
    must = {"ph", "pid", "tid", *must.split()}
    if must - set(e) or set(e) - must - set(may.split()):
        return f"fields {sorted(must ^ set(e))}"
    if not all(is_count(e[k], 2**32) and e[k] for k in ("pid", "tid")):
        return "the row's numbers"
    if not all(isinstance(e.get(k, ""), str) and e.get(k, "x") for k in ("name", "cat")):
        return "texts"
    if not all(isinstance(e.get(k, 0), (int, float)) and e.get(k, 0) >= 0 for k in ("ts", "dur")):
        return "times"
    if not isinstance(e.get("args", {}), dict) or e.get("s", "t") not in ("g", "p", "t"):
        return "arguments or scope"
    if not is_count(e.get("id", 0), 2**53):
        return "an id that no double holds"
    return None


def names_of(events):
    """Rows have names before they have events, and numbers of their own."""
    named, owner = set(), {}
    for e in events:
        row = (e["pid"], e["tid"])
        if e["ph"] == "M" and e["name"] == "process_name":
            named.add(e["pid"])
        elif e["ph"] == "M" and e["name"] == "thread_name":
            named.add(row)
        if e["ph"] == "M":
            if e["name"] in ("process_sort_index", "thread_sort_index"):
                good = is_count(abs(e["args"].get("sort_index", 2**31)), 2**31)
            else:
                good = e["name"] in ("process_name", "thread_name") and e["args"].get("name")
            if not good:
                yield f"metadata {e}"
            if e["name"].startswith("process_"):
                continue
        elif not {row, e["pid"]} <= named:
            yield f"{e} stands before its row's name"
        if owner.setdefault(e["tid"], e["pid"]) != e["pid"]:
            yield f"row {e['tid']} of process {e['pid']} has the number of one of process {owner[e['tid']]}"


def ns(us):
    return round(us * 1000)


def slices_of(events):
    """Keeps for each row a stack of (end, or None as long as it is not known; category; name)."""
    rows = {}
    for e in sorted((e for e in events if e["ph"] in "XBEi"), key=lambda e: ns(e["ts"])):
        stack, ts = rows.setdefault((e["pid"], e["tid"]), []), ns(e["ts"])
        end = ts + ns(e.get("dur", 0))
        while stack and stack[-1][0] is not None and stack[-1][0] <= ts:
            stack.pop()
        if e["ph"] == "E":
            if not stack or stack[-1] != (None, e["cat"], e["name"]):
                yield f"{e} ends what is not the innermost: {stack[-1:]}"
            else:
                stack.pop()
        elif e["ph"] != "B" and any(s[0] is not None and s[0] < end for s in stack):
            yield f"{e} reaches over the end of one of {stack}"
        elif e["ph"] != "i":
            stack.append((end if e["ph"] == "X" else None, e["cat"], e["name"]))


def ranges_of(events):
    open_ranges = {}
    for e in sorted((e for e in events if e["ph"] in "be"), key=lambda e: ns(e["ts"])):
        key = (e["cat"], e["name"], e["id"])
        if (open_ranges.pop(key, None) is not None) != (e["ph"] == "e"):
            yield f"range {e}"
        if e["ph"] == "b":
            open_ranges[key] = e


def problems(text):
    """The events of a document, and what is wrong with them."""
    try:
        document = json.loads(text)
        events = document["traceEvents"]
    except (ValueError, KeyError, TypeError) as e:
        return [], [f"no document of events: {e}"]
    wrong = [f"{e}: {why}" for e in events for why in [fields_of(e)] if why]
    wrong += [f"key {k}" for k in document if k != "traceEvents"]
    if not wrong:
        wrong = [*names_of(events), *slices_of(events), *ranges_of(events)]
    return events, wrong


if __name__ == "__main__":
    failed = 0
    for path in sys.argv[1:]:
        with open(path) as f:
            found = problems(f.read())
        rows = {(e["pid"], e["tid"]) for e in found[0] if e.get("ph") != "M"}
        print(f"{path}: {len(found[0])} events, {len(rows)} rows, {len(found[1])} wrong", *found[1][:5], sep="\n  ")
        failed |= bool(found[1])
    sys.exit(failed)
