#!/usr/bin/env python3
"""grid.py - what simt takes and refuses of PTX instructions, compared with ptxas.

    grid.py GRID [--seed N] [--count N] [--target sm_NN[:VERSION]|versions] [--show N] [--limit SHARE] [--record FILE]
    grid.py GRID --recorded FILE

GRID (grid.c) draws lines "TARGET instruction" and gives simt's verdicts; ptxas gives its own, where it is installed;
elsewhere the exit status is 77. A disagreement counts unless ALLOWED names its kind. The exit status is 1 if there are
more of them than SHARE (0.001) of what either side takes. ptxas is asked for the virtual architecture, so that it makes no
code; what one fault hides, it is asked again without. --record keeps ptxas's verdicts, a line each, 1 or 0 first, and
--recorded compares with those kept, without ptxas: none may differ.
SPDX-License-Identifier: Apache-2.0"""

import argparse
import collections
import re
import shutil
import subprocess
import sys
import tempfile

HEAD = """.version {version}
.target {target}
.address_size 64
.global .u32 gv;
.func callee()
{{
	ret;
}}
.entry k()
{{
	.reg .pred %p<9>;
	{bytes}
	.reg .b16 %h<9>;
	.reg .b32 %r<9>;
	.reg .b64 %d<9>;
	.reg .f32 %f<9>;
	.reg .f64 %g<9>;
	{wide}
"""
BATCH = 4000

# Where simt differs on purpose: (pattern of the instruction, why).
ALLOWED = [
    (r"^(suld|sust)\.[bp]\.(?!.*\.(trap|clamp|zero)\b)", "the manual's grammar lets .trap be left out"),
    (r"^fence\.proxy\..*(sync_restrict|\.global|\.shared)", "ptxas reads past what these fences do not have"),
    (r"^cp\.async\.bulk\..*\.(cta|cluster|gpu|sys)\b", "likewise, scopes"),
    (r"^wmma\.", "likewise, types and vectors"),
    (r"^testp\.f(32|64) ", "ptxas takes a test of nothing"),
    (r"^mov\.(b16|u16|s16|b128) %\w+, gv;", "an address has 32 or 64 bits"),
    (r"^cp\.async\.c[ag]\.shared::cta\.", "from PTX 7.8 on, as the manual says; ptxas takes it in any version"),
    (r"^div\.ftz\.full\b", "ptxas wants .full before .ftz; simt takes any order"),
    (r"^bar(rier)?\..*\.cta\b", "ptxas wants .cta before what is done; simt takes any order"),
]


def ptxas_path():
    return shutil.which("ptxas") or shutil.which("/usr/local/cuda/bin/ptxas")


def sm(target):
    return int(re.sub(r"\D", "", target.split(":")[0]))


def version(target):
    return (target + ":9.0").split(":")[1]


def architecture(target, oldest):
    return "compute_" + (target.split(":")[0][3:] if sm(target) >= oldest else str(oldest))


def oldest_architecture(ptxas):
    text = subprocess.run([ptxas, "--help"], capture_output=True, text=True).stdout
    return min(int(n) for n in re.findall(r"'compute_(\d+)'", text))


def ask(ptxas, target, lines, arch, work):
    """One run: (whether ptxas took the file, what it said of which line, all its words)."""
    wide = sm(target) >= 70 and float(version(target)) >= 8.3
    head = HEAD.format(version=version(target), target=target.split(":")[0], bytes=".reg .b8 %c<9>;",
                       wide=".reg .b128 %q<9>;" if wide else ".reg .b64 %q<9>;")
    first = head.count("\n") + 1
    with open(work + "/grid.ptx", "w") as f:
        f.write(head + "\n".join(lines) + "\nret;\n}\n")
    done = subprocess.run([ptxas, "-arch", arch, work + "/grid.ptx", "-o", work + "/out"], capture_output=True, text=True)
    said = {}
    for m in re.finditer(r"grid.ptx, line (\d+); (?:error|fatal) *: (.*)", done.stdout + done.stderr):
        i = int(m.group(1)) - first
        if 0 <= i < len(lines):
            said.setdefault(i, m.group(2))
    return done.returncode == 0, said, (done.stdout + done.stderr).strip()


def refused(ptxas, target, lines, arch, work):
    """Which of the lines ptxas refuses, and its words: {index: text}."""
    said = {}
    while True:
        left = [i for i in range(len(lines)) if i not in said]
        ok, new, words = ask(ptxas, target, [lines[i] if i not in said else "" for i in range(len(lines))], arch, work)
        if ok or not left:
            return said
        new = {i: text for i, text in new.items() if i not in said}
        said.update(new)
        if new:
            continue
        if len(left) == 1:  # it fails in a library of its own, and names no line
            said[left[0]] = words.splitlines()[0] if words else "?"
            return said
        for half in left[:len(left) // 2], left[len(left) // 2:]:
            found = refused(ptxas, target, [lines[i] for i in half], arch, work)
            said.update({half[i]: text for i, text in found.items()})
        return said


def verdicts_of_ptxas(ptxas, lines):
    oldest = oldest_architecture(ptxas)
    by_target = collections.defaultdict(list)
    for i, line in enumerate(lines):
        by_target[line.split(" ", 1)[0]].append(i)
    said = {}
    with tempfile.TemporaryDirectory() as work:
        for target, index in by_target.items():
            for at in range(0, len(index), BATCH):
                part = index[at:at + BATCH]
                found = refused(ptxas, target, [lines[i].split(" ", 1)[1] for i in part],
                                architecture(target, oldest), work)
                said.update({part[i]: text for i, text in found.items()})
    return said


def allowed(line):
    return any(re.search(pattern, line.split(" ", 1)[1]) for pattern, _ in ALLOWED)


def verdicts_of_simt(grid, lines):
    return subprocess.run([grid, "check"], input="\n".join(lines) + "\n", check=True, capture_output=True,
                          text=True).stdout.split()


def recorded(grid, path):
    with open(path) as f:
        kept = [line.rstrip("\n") for line in f if not line.startswith("#")]
    lines = [line[2:] for line in kept]
    ours = verdicts_of_simt(grid, lines)
    wrong = [i for i in range(len(lines)) if ours[i] != kept[i][0]]
    for i in wrong[:40]:
        print(f"{'simt takes' if ours[i] == '1' else 'simt refuses'}, ptxas does not: {lines[i]}")
    print(f"{len(lines)} recorded verdicts, {len(wrong)} differ")
    return 1 if wrong or not lines else 0


def main():
    args = argparse.ArgumentParser()
    args.add_argument("grid")
    args.add_argument("--seed", default="1")
    args.add_argument("--count", default="20000")
    args.add_argument("--target", default="")
    args.add_argument("--show", type=int, default=20)
    args.add_argument("--limit", type=float, default=0.001)
    args.add_argument("--record", default="")
    args.add_argument("--recorded", default="")
    a = args.parse_args()
    if a.recorded:
        return recorded(a.grid, a.recorded)
    ptxas = ptxas_path()
    if not ptxas:
        print("no ptxas on this machine")
        return 77
    text = subprocess.run([a.grid, "lines", a.seed, a.count] + ([a.target] if a.target else []), check=True,
                          capture_output=True, text=True).stdout
    lines = sorted(text.splitlines())
    ours = verdicts_of_simt(a.grid, lines)
    said = verdicts_of_ptxas(ptxas, lines)
    wrong = [i for i in range(len(lines)) if (ours[i] == "1") == (i in said) and not allowed(lines[i])]
    taken = sum(1 for i in range(len(lines)) if ours[i] == "1"), len(lines) - len(said)
    loose = [i for i in wrong if ours[i] == "1"]
    strict = [i for i in wrong if ours[i] == "0"]
    if a.record:
        with open(a.record, "w") as f:
            f.write("# What ptxas 13.0 takes (1) and refuses (0), at .version 9.0 if none is named; written by grid.py --record.\n")
            f.writelines(f"{0 if i in said else 1} {line}\n" for i, line in enumerate(lines) if not allowed(line) and len(line) < 160)
    for name, some in (("simt takes, ptxas refuses", loose), ("simt refuses, ptxas takes", strict)):
        for i in some[:a.show]:
            print(f"{name}: {lines[i]}" + (f"   # {said[i]}" if i in said else ""))
    print(f"{len(lines)} lines; simt takes {taken[0]}, ptxas {taken[1]}; simt alone {len(loose)}, ptxas alone {len(strict)}")
    return 1 if len(wrong) > a.limit * max(1, min(taken)) else 0


if __name__ == "__main__":
    sys.exit(main())
