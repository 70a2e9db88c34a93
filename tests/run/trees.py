#!/usr/bin/env python3
"""Kernels whose ctas are one piece of code (backend/llvm/warps/whole_cta.c), made by chance, on both backends.

    trees.py SIMTRUN [--seed N] [--count N]

Each loads some elements at places that are linear in the thread's and the cta's number, behind tests of borders that some
ctas do not pass, sums them by a tree in shared memory, and stores. What the warps of a cta have in common is tested once for
all of them, so places begin near the ends of 31 and 32 bits as well, and steps of ctas are powers of two or not. What the
interpreter and compiled code store must be equal; of an access that is not valid, the fault and where it is.
SPDX-License-Identifier: Apache-2.0"""
import sys

import both_backends

ELEMENTS = 3000
STARTS = [0, 0, 0, 0, 0, 0, 0, 0x7fffffe0, 0x80000000 - 100, 0xffffff9c, 0xffffffe0, 0x7fffff60, 0xffffff00]
COMPARISONS = ["ge.s32", "gt.s32", "ge.u32", "gt.u32", "eq.u32", "lt.s32", "le.u32"]


class Kernel:
    """Text of one kernel, and how to launch it."""

    def __init__(self, rng):
        self.rng = rng
        self.threads = rng.choice([32, 64, 96, 128, 160, 256])
        self.grid = (rng.randint(1, 9), rng.randint(1, 2))
        self.step = rng.choice([self.threads] * 3 + [2 * self.threads, 512, 512, 100, 32, 31])
        self.start = rng.choice(STARTS)
        self.n = rng.choice([ELEMENTS, rng.randint(1, 9 * self.step), self.grid[0] * self.step])
        self.n = min(self.n, ELEMENTS)
        self.hole = rng.randint(0, 9 * self.step)
        self.dynamic = rng.random() < 0.3
        self.lines = []

    def add(self, *lines):
        self.lines += lines

    def border(self, number, skip):
        """A branch that mostly no thread takes."""
        rng = self.rng
        how = rng.choice(COMPARISONS)
        limit = {"eq.u32": "%hole", "lt.s32": "0", "le.u32": str(self.start + rng.choice([0, 31, 500]) & 0xffffffff)}
        other = limit.get(how, "%n")
        if how in ("eq.u32", "ge.s32", "ge.u32") and rng.random() < 0.3:
            how = {"eq": "eq", "ge": "le"}[how[:2]] + how[2:]
            self.add(f"setp.{how} %no, {'%n' if other == '%n' else other}, {number};")
        elif other == "%n" and rng.random() < 0.3:
            kind = how[-3]
            self.add(f"cvt.{kind}64.{kind}32 %wide, {number};", f"cvt.{kind}64.{kind}32 %n64, %n;",
                     f"setp.{how[:3]}{kind}64 %no, %wide, %n64;")
        else:
            self.add(f"setp.{how} %no, {number}, {other};")
        self.add(f"@%no bra {skip};")

    def load(self, k):
        """Loads x[i + more] where that is a place, or leaves a number of its own."""
        rng = self.rng
        more = rng.choice([0, 0, 0, 0, 32, self.threads, 64, 1, 1000])
        kind, how = rng.choice("su"), rng.random()
        if how < 0.4:
            place = [f"mul.wide.{kind}32 %o{k}, %j{k}, 4;", f"add.u64 %a{k}, %x, %o{k};"]
        elif how < 0.7:
            place = [f"cvt.{kind}64.{kind}32 %z{k}, %j{k};", f"shl.b64 %o{k}, %z{k}, 2;", f"add.u64 %a{k}, %x, %o{k};"]
        else:
            place = [f"mul.wide.{kind}32 %o{k}, %i, 4;", f"add.u64 %a{k}, %x, %o{k};"]
        early = rng.random() < 0.6
        self.add(f"mov.u32 %v{k}, {1000 + k};", f"add.u32 %j{k}, %i, {more};")
        self.add(*(place if early else []))
        for _ in range(rng.choice([0, 1, 1, 2])):
            self.border(rng.choice(["%i", f"%j{k}"]), f"past{k}")
        if rng.random() < 0.9:  # else a fault, perhaps
            self.add(f"setp.ge.u32 %no, %j{k}, {ELEMENTS};", f"@%no bra past{k};")
        self.add(*([] if early else place))
        self.add(f"ld.global.u32 %v{k}, [%a{k}{'' if how < 0.7 else '+%d' % (4 * more)}];", f"past{k}:")

    def loop(self):
        """The same as a loop from half of the threads down to 1."""
        self.add("mov.u32 %half, %ntid.x;", "shr.u32 %half, %half, 1;", "more:", "setp.ge.u32 %no, %t, %half;",
                 "@%no bra level;", "mul.wide.u32 %o, %half, 4;", "add.u64 %a, %p, %o;", "ld.shared.u32 %v, [%p];",
                 "ld.shared.u32 %w, [%a];", "add.u32 %v, %v, %w;", "st.shared.u32 [%p], %v;", "level:", "bar.sync 0;",
                 "shr.u32 %half, %half, 1;", "setp.ne.u32 %no, %half, 0;", "@%no bra more;")

    def shuffles(self):
        """Sums of warps first, with a predicate that nothing reads, as nvcc has them."""
        for step in (16, 8, 4, 2, 1):
            self.add(f"shfl.sync.bfly.b32 %w|%no, %v, {step}, 31, -1;", "add.u32 %v, %v, %w;")

    def tree(self):
        """Sums the cta's numbers in shared memory, half of the threads in each step."""
        half = self.threads
        if self.rng.random() < 0.3:
            self.shuffles()
        self.add("mul.wide.u32 %to, %t, 4;", "mov.u64 %base, s;", "add.u64 %p, %base, %to;", "st.shared.u32 [%p], %v;",
                 "bar.sync 0;")
        level = 0
        if self.rng.random() < 0.4:
            self.loop()
            return
        while half % 2 == 0 and half > 1 and level < 4:
            half //= 2
            self.add(f"setp.ge.u32 %no, %t, {half};", f"@%no bra level{level};", "ld.shared.u32 %v, [%p];",
                     f"ld.shared.u32 %w, [%p+{4 * half}];", "add.u32 %v, %v, %w;", "st.shared.u32 [%p], %v;",
                     f"level{level}:", "bar.sync 0;")
            level += 1

    def text(self):
        rng = self.rng
        loads = rng.randint(1, 4)
        near = "%near" if self.start else "%i"
        self.add("mov.u32 %t, %tid.x;", "mov.u32 %c, %ctaid.x;", "mov.u32 %r, %ctaid.y;", "ld.param.u64 %x, [x];",
                 "ld.param.u64 %y, [y];", "ld.param.u32 %n, [n];", "ld.param.u32 %hole, [hole];")
        if rng.random() < 0.5:
            self.add(f"mad.lo.u32 {near}, %c, {self.step}, %t;")
        else:
            self.add(f"mul.lo.u32 %first, %c, {self.step};", f"add.u32 {near}, %first, %t;")
        if self.start:  # in the second row
            self.add(f"mul.lo.u32 %from, %r, {self.start};", "add.u32 %i, %near, %from;")
        for k in range(loads):
            self.load(k)
        self.add("mov.u32 %v, 0;")
        for k in range(loads):
            self.add(f"mad.lo.u32 %v, %v, 3, %v{k};")
        self.tree()
        self.add(f"mad.lo.u32 %row, %r, {self.grid[0]}, %c;", f"mul.lo.u32 %all, %row, {self.threads};",
                 "add.u32 %j, %all, %t;", "mul.wide.u32 %o, %j, 4;", "add.u64 %a, %y, %o;", "st.global.u32 [%a], %v;", "ret;")
        values = ", ".join(f"%v{k}, %j{k}" for k in range(4))
        places = ", ".join(f"%o{k}, %a{k}, %z{k}" for k in range(4))
        begin = ".extern .shared .align 16 .b8 s[];\n" if self.dynamic else ""
        return (".version 8.0\n.target sm_90\n.address_size 64\n" + begin
                + ".visible .entry k(.param .u64 y, .param .u64 x, .param .u32 n, .param .u32 hole)\n{\n"
                f"\t.reg .b32 %t, %c, %r, %i, %j, %n, %hole, %from, %near, %first, %row, %all, %half, %v, %w, {values};\n"
                f"\t.reg .b64 %x, %y, %o, %a, %p, %wide, %n64, %to, %base, {places};\n\t.reg .pred %no;\n"
                + ("" if self.dynamic else f"\t.shared .align 4 .b8 s[{4 * self.threads}];\n")
                + "\t" + "\n\t".join(self.lines) + "\n}\n")

    def command(self, simtrun, backend, file):
        total = self.grid[0] * self.grid[1] * self.threads
        return [simtrun, f"--backend={backend}", "--threads=1", "-k", "k", "-g", "%d,%d" % self.grid, "-b", str(self.threads),
                "-s", str(4 * self.threads if self.dynamic else 0),
                "-a", f"zeros:u32:{total},print", "-a", f"iota:u32:{ELEMENTS}", "-a", str(self.n), "-a", str(self.hole), file]


sys.exit(both_backends.compare(lambda rng, i: Kernel(rng)))
