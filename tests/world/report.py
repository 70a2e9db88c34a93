"""report.py - the results of a code base: a table `N of M, by cause`, and a file that a later run is compared with.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import dataclasses
import json

STAGES = {
    "pass": "pass",
    "compile": "do not compile",
    "run": "fail when they run",
    "time": "are not done in their time",
    "left out": "are left out",
}


@dataclasses.dataclass
class Result:
    """A case of a code base: its name, the stage that ended it (a key of STAGES), and the cause of that."""
    name: str
    stage: str
    cause: str = ""
    seconds: float = 0
    memory: int = 0  # bytes, of the largest process
    note: str = ""   # how it was run, if not as its authors say

    def line(self):
        words = [f"{self.stage:8}", self.name]
        words += [f"({self.note})"] * bool(self.note) + [f": {self.cause}"] * bool(self.cause)
        return " ".join(words)


def counted(results):
    return [r for r in results if r.stage != "left out"]


def table(title, results):
    """Lines of text: the rate, the causes with how many cases each ends, what is left out and why."""
    of = counted(results)
    n = collections.Counter(r.stage for r in results)
    rate = 100 * n["pass"] / len(of) if of else 0
    lines = [title, f"  {n['pass']} of {len(of)} pass ({rate:.1f} %)"]
    lines += [f"  {n[stage]} {words}" for stage, words in STAGES.items() if n[stage] and stage != "pass"]
    lines += by_cause([r for r in of if r.stage != "pass"], "by cause, with one of them:")
    lines += by_cause([r for r in results if r.stage == "left out"], "left out:")
    reduced = sum(1 for r in of if r.note)
    if reduced:
        lines.append(f"  {reduced} ran with smaller arguments than their authors give")
    if of:
        slow, large = max(of, key=lambda r: r.seconds), max(of, key=lambda r: r.memory)
        lines.append(f"  the slowest took {slow.seconds:.0f} s ({slow.name}), the largest process "
                     f"{large.memory / 2**20:.0f} MiB ({large.name})")
    return lines


def by_cause(results, head):
    if not results:
        return []
    groups = collections.defaultdict(list)
    for r in results:
        groups[r.stage, r.cause].append(r.name)
    lines = ["  " + head]
    for (stage, cause), names in sorted(groups.items(), key=lambda g: (-len(g[1]), g[0])):
        lines.append(f"  {len(names):5}  {stage:8} {cause}  [{min(names, key=len)}]")
    return lines


def save(path, results):
    with open(path, "w") as f:
        json.dump([dataclasses.asdict(r) for r in results], f, indent=1)


def changes(path, results):
    """What is otherwise than in the results that `path` keeps."""
    with open(path) as f:
        before = {r["name"]: r["stage"] for r in json.load(f)}
    return [f"  {before[r.name]} -> {r.stage}: {r.name}" for r in results
            if before.get(r.name, r.stage) != r.stage]
