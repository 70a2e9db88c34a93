#!/usr/bin/env python3
"""mutants.py SIMTCC SIMTRUN FOLDER [--every N] [--seed S] [--jobs N] [--list] [FAMILY]...

Makes 100 mutants of the PTX of each kernel in FOLDER: barriers removed, fences weakened, indices shifted, masks changed,
waits dropped. A mutant changes an outcome if, under some schedule or in weak memory, it leaves other bytes than the kernel
or fails. Of these at least 95 in 100 must be caught by simtrun --judge, the kernel being the reference. --every 40 takes
each 40th of them.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

EACH, LEAST, SEEDS = 100, 0.95, 4
RELATIONS = {"lt": ("le", "gt"), "le": ("lt",), "gt": ("ge", "lt"), "ge": ("gt",), "eq": ("ne",), "ne": ("eq",)}


def shift_address(m, by):
    return f"[{m[1]}{int(m[2] or 0) + by:+d}]"


def variants(line):
    """(class, line) for each way to change an instruction."""
    text = line.strip()
    op = re.sub(r"^@!?\S+\s+", "", text).split(" ")[0].rstrip(";")
    if re.match(r"bar\.|barrier\.", op):
        yield "barrier", ""
    if op.startswith("bar.sync"):
        yield "barrier", "\tbar.warp.sync -1;"
        yield "barrier", line.replace("bar.sync", "bar.arrive").replace(";", ", 32;")
    if re.match(r"fence|membar", op):
        yield "fence", ""
        for a, b in ((".gl;", ".cta;"), (".gpu;", ".cta;"), (".sys;", ".cta;"), (".sc.", ".acq_rel.")):
            if a in line:
                yield "fence", line.replace(a, b)
    for order in (".acq_rel", ".acquire", ".release"):
        if order in op and re.match(r"atom|red|ld|st", op):
            yield "fence", line.replace(order, ".relaxed", 1)
    if re.match(r"(mbarrier\.(try|test)_wait)", op):
        yield "wait", "\tsetp.eq.u32 " + re.search(r"\s(%?\w+),", text)[1] + ", 0, 0;"
    elif re.match(r"cp\.async\.(bulk\.)?(wait|commit)|mbarrier\.(init|arrive)", op):
        yield "wait", ""
    m = re.match(r"(\s*cp\.async\.(?:bulk\.)?wait_group(?:\.read)?) (\d+);", line)
    if m:
        yield "wait", f"{m[1]} {int(m[2]) + 1};"
    if "expect_tx" in op:
        for by in (-16, 16):
            yield "wait", re.sub(r"(\d+);", lambda m, by=by: f"{int(m[1]) + by};", line)
    if re.match(r"(shfl|vote|match|bar\.warp|redux)", op) and line.endswith("4294967295;"):
        for mask in ("0x0000ffff", "0xfffffffe", "0x7fffffff", "1"):
            yield "mask", line.replace("4294967295;", mask + ";")
    if op.startswith("shfl"):
        yield "mask", line.replace(", 31,", ", 15,")
        for a, b in (("down", "up"), ("down", "bfly"), ("bfly", "down"), ("bfly", "up")):
            yield "mask", line.replace(f".{a}.", f".{b}.")
    if op.startswith("setp."):
        relation = op.split(".")[1]
        for other in RELATIONS.get(relation, ()):
            yield "mask", line.replace(f"setp.{relation}.", f"setp.{other}.", 1)
        m = re.match(r"(.*, )(-?\d+);$", line)
        for by in (-1, 1):
            if m:
                yield "mask", f"{m[1]}{int(m[2]) + by};"
    m = re.match(r"\s*@(!?)(%p\d+)\s", line)
    if m:
        yield "mask", line.replace(f"@{m[1]}{m[2]}", f"@{'' if m[1] else '!'}{m[2]}", 1)
        yield "mask", line.replace(f"@{m[1]}{m[2]}", "", 1)
        yield "mask", ""
    if re.match(r"(ld|st|atom|red|cp)\b", op) and "param" not in op:
        size = int(re.search(r"(8|16|32|64)$", op)[1]) // 8 if re.search(r"(8|16|32|64)$", op) else 4
        for by in (-size, size, -2 * size, 3 * size, 32 * size, 64 * size):
            yield "index", re.sub(r"\[(%\w+|\w+)([+-]\d+)?\]", lambda m, by=by: shift_address(m, by), line, count=1)
            if op.startswith("cp.async"):
                yield "index", re.sub(r"(, )\[(%\w+)([+-]\d+)?\]", lambda m, by=by: f", [{m[2]}{int(m[3] or 0) + by:+d}]", line, count=1)
    m = re.match(r"(\s*(?:add|sub|shl|shr|mul|mad|and|or|xor|min|max)\S* .*, )(-?\d+)(;.*)$", line)
    if m:
        for by in (-1, 1, 2):
            yield "index", f"{m[1]}{int(m[2]) + by}{m[3]}"
    m = re.match(r"(\s*mov\.u32 %r\d+, )%(tid|ctaid|ntid|nctaid)\.([xy]);", line)
    if m:
        for other in {"tid": ("%laneid", "%ctaid.x"), "ctaid": ("%tid.x",), "ntid": ("%nctaid.x", "%tid.x"), "nctaid": ("%ntid.x",)}[m[2]]:
            yield "index", f"{m[1]}{other};"
    if re.match(r"(add|sub|mul\.lo|mad\.lo|or|xor|and)\.", op):
        a, b = op.split(".")[0], {"add": "sub", "sub": "add", "mul": "add", "or": "xor", "xor": "or", "and": "or"}.get(op.split(".")[0])
        if b and "wide" not in op and a != "mul":
            yield "index", line.replace(f"{a}.", f"{b}.", 1)


def mutants_of(ptx, seed):
    lines = ptx.split("\n")
    start = next(i for i, x in enumerate(lines) if ".entry" in x)
    by_class = collections.defaultdict(list)
    for i in range(start, len(lines)):
        for kind, text in variants(lines[i]):
            if text != lines[i]:
                by_class[kind].append((kind, i, text))
    rand = random.Random(seed)
    for of_kind in by_class.values():
        rand.shuffle(of_kind)
    out = []
    while len(out) < EACH and any(by_class.values()):
        for kind in ("barrier", "fence", "wait", "mask", "index"):
            if by_class[kind] and len(out) < EACH:
                out.append(by_class[kind].pop())
    return [(kind, i, lines[i].strip(), text.strip(), "\n".join(lines[:i] + [text] + lines[i + 1:])) for kind, i, _, text in
            ((k, i, 0, t) for k, i, t in out)]


class Family:
    def __init__(self, args, source, folder):
        self.args, self.source, self.folder = args, source, folder
        text = source.read_text()
        self.run = re.search(r"^// run: (.*)$", text, re.M)[1].split()
        self.spec = folder / f"{source.stem}.spec"
        self.spec.write_text("\n".join(re.findall(r"^// judge: (.*)$", text, re.M)) + "\n")
        self.ptx = folder / f"{source.stem}.ptx"
        subprocess.run([args.simtcc, "-ptx", "-arch=sm_90", "-lineinfo", source, "-o", self.ptx], check=True)
        self.right = self.outcomes(self.ptx, range(1))[0]
        self.rules = {"race:" + f["rule"] for f in self.judge(self.ptx)["findings"] if "rule" in f}

    def judge(self, path):
        r = subprocess.run([self.args.simtrun, "--judge", "--against", self.ptx, "--judge-spec", self.spec, "--jobs=1",
                            "--step-limit=300000", "--timeout=5", path], capture_output=True, text=True)
        return json.loads(r.stdout)

    def outcome(self, path, words):
        out = path.with_suffix(".out")
        run = [w.replace("OUT", str(out)) for w in self.run]
        r = subprocess.run([self.args.simtrun, path, *run, "-q", "--step-limit=300000", "--timeout=20", *words], capture_output=True)
        return out.read_bytes() if r.returncode == 0 else r.returncode

    def outcomes(self, path, seeds):
        ways = [["--schedule=rr"]] + [[f"--schedule={how}", f"--seed={s}", *weak] for s in seeds if s
                                      for how, weak in (("random", []), ("pct", []), ("random", ["--weak"]))]
        return [self.outcome(path, w) for w in ways]

    def try_one(self, number, mutant):
        path = self.folder / f"{self.source.stem}-{number}.ptx"
        path.write_text(mutant[4])
        if subprocess.run([self.args.simtrun, "-c", "-q", path], capture_output=True).returncode:
            return "invalid", ""
        changed = any(o != self.right for o in self.outcomes(path, range(SEEDS + 1)))
        document = self.judge(path)
        names = [x["name"] for x in document["reasons"]]
        path.unlink()
        if not changed:
            return ("unchanged, reported" if names else "unchanged"), names
        checks = set(names) & {"memory", "uninitialised", "race", "sync", "trap", "deadlock", "timeout", "fault"}
        rules = sorted({"race:" + f["rule"] for f in document["findings"] if "rule" in f} - self.rules)
        what = "caught by checks" if checks else "caught" if names else "caught by strict rules" if rules else "missed"
        return what, names + rules


def main():
    ap = argparse.ArgumentParser(description="mutants that the judge must catch")
    ap.add_argument("simtcc", type=os.path.abspath)
    ap.add_argument("simtrun", type=os.path.abspath)
    ap.add_argument("folder", type=Path)
    ap.add_argument("family", nargs="*")
    ap.add_argument("--every", type=int, default=1)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--jobs", type=int, default=os.cpu_count())
    ap.add_argument("--list", action="store_true")
    args = ap.parse_args()
    total, failed = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for source in sorted(args.folder.glob("*.cu")):
            if args.family and source.stem not in args.family:
                continue
            f = Family(args, source, Path(folder))
            mutants = list(enumerate(mutants_of(f.ptx.read_text(), args.seed)))[::args.every]
            with ThreadPoolExecutor(args.jobs) as pool:
                results = list(pool.map(lambda m: f.try_one(*m), mutants))
            count = collections.Counter(r[0] for r in results)
            total += count
            for (_, m), (what, names) in zip(mutants, results):
                if what == "missed" or args.list:
                    print(f"  {what}: {source.stem}, {m[0]}, line {m[1] + 1}: {m[2]} -> {m[3] or 'nothing'} {' '.join(names)}")
            sys.stdout.flush()
            print(f"{source.stem}: {len(mutants)} mutants, {dict(sorted(count.items()))}", flush=True)
    caught = sum(n for what, n in total.items() if what.startswith("caught"))
    missed = total["missed"]
    rate = caught / max(caught + missed, 1)
    print(f"{caught + missed} change an outcome, {caught} of them are caught ({100 * rate:.1f} %), "
          f"{total['caught by checks']} by checks alone")
    failed = rate < LEAST or not caught
    print(f"{int(not failed)} passed, {int(failed)} failed, 0 skipped")
    return failed


if __name__ == "__main__":
    sys.exit(main())
