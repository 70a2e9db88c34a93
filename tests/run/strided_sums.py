#!/usr/bin/env python3
"""Sums over the grid's stride (backend/llvm/warps/cta_sums.c), made by chance, on both backends.

    strided_sums.py SIMTRUN [--seed N] [--count N]

Each thread goes through an array by steps that are mostly the grid's, and adds, multiplies or compares what it loads; a tree
in shared memory follows. Ctas make such rounds in turns if all their threads make the same; so the end of the array is
near a multiple of the step, or anywhere, or before the first element of some threads. Elements have 32 and 64 bits, and may
be any floats: what is stored is compared bit by bit. Of an access that is not valid, the fault and where it is are compared.
SPDX-License-Identifier: Apache-2.0"""
import sys

import both_backends

ELEMENTS = 60000
FAR = 1 << 24
TYPES = {"u32": 32, "s32": 32, "f32": 32, "f64": 64, "u64": 64}


class Kernel:
    """Text of one kernel, and how to launch it."""

    def __init__(self, rng):
        self.rng = rng
        self.type = rng.choice(["u32", "s32", "f32", "f32", "f64", "f64", "u64"])
        self.bits = TYPES[self.type]
        self.threads = rng.choice([32, 64, 64, 96, 128, 160, 256, 512, 1024])
        self.grid = rng.choice([1, 2, 3, rng.randint(4, 9), rng.randint(10, 80)])
        self.grid = min(self.grid, max(ELEMENTS // 3 // self.threads, 1))
        stride = self.grid * self.threads
        self.step = rng.choice([stride] * 6 + [self.threads, stride + 32, 1000])
        rounds = rng.choice([0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 16, 17, 23])
        near = rng.choice([0, 0, 0, 0, 1, -1, 31, 32, self.threads, -self.threads, rng.randint(0, stride)])
        self.n = max(min(rounds * stride + near, ELEMENTS), 0)
        if self.step < stride:
            self.n = min(self.n, 40 * self.step)
        if rng.random() < 0.05:  # a fault, mostly in the second round
            self.step, self.n = FAR, 3 * FAR - rng.choice([0, 0, FAR - 5, FAR - stride])
        self.sums = rng.choice([1, 1, 1, 2, 2, 3])
        self.arrays = rng.choice([1, 1, 2])
        self.wild = rng.random() < 0.3
        self.loops = rng.random() < 0.9
        self.lines = []
        self.places = 0

    def add(self, *lines):
        self.lines += lines

    def load(self, to, number, array):
        k = self.places = self.places + 1
        self.add(f"mul.wide.s32 %o{k}, {number}, {self.bits // 8};", f"add.u64 %a{k}, %{array}, %o{k};",
                 f"ld.global.b{self.bits} {to}, [%a{k}];")

    def element(self, to, number, array):
        """x[number], or some bits that depend on it."""
        self.load("%bits", number, array)
        if self.wild and self.bits == 32:
            self.add("mul.lo.u32 %bits, %bits, 0x9e3779b1;")
        elif self.wild:
            self.add("mul.lo.u64 %bits, %bits, 0x9e3779b97f4a7c15;")
        self.add(f"mov.b{self.bits} {to}, %bits;")
        if not self.wild and self.type == "f32":
            self.add(f"mul.rn.f32 {to}, {to}, 0f3dcccccd;")
        if not self.wild and self.type == "f64":
            self.add(f"mul.rn.f64 {to}, {to}, 0d3fb999999999999a;")

    def combine(self, to, other, how):
        kind = self.type
        if how == "product" and kind[0] == "f":
            self.add(f"fma.rn.{kind} {to}, {other}, %w, {to};")
        elif how == "product":
            self.add(f"mad.lo.{kind} {to}, {other}, %w, {to};")
        elif how == "most":
            self.add(f"max.{kind} {to}, {to}, {other};")
        elif how == "choice":
            self.add(f"setp.lt.{kind} %less, {other}, {to};", f"selp.b{self.bits} {to}, {other}, {to}, %less;")
        else:
            self.add(f"add{'.rn' if kind[0] == 'f' else ''}.{kind} {to}, {to}, {other};")

    def loop(self):
        rng = self.rng
        self.add(f"mad.lo.u32 %i, %c, {self.threads}, %t;")
        if self.step != self.grid * self.threads or rng.random() < 0.5:
            self.add(f"mov.u32 %step, {self.step};")
        else:
            self.add("mov.u32 %g, %nctaid.x;", "mov.u32 %h, %ntid.x;", "mul.lo.u32 %step, %g, %h;")
        hows = [rng.choice(["sum", "sum", "product", "most", "choice"]) for _ in range(self.sums)]
        for k in range(self.sums):
            if rng.random() < 0.2:
                self.element(f"%s{k}", "%t", "x")
            else:
                self.add(f"mov.b{self.bits} %s{k}, {rng.choice([0, 0, 5])};")
        self.add(f"mov.b{self.bits} %w, 3;")
        sign = rng.choice("su")
        if rng.random() < 0.85:
            self.add(f"setp.ge.{sign}32 %no, %i, %n;", "@%no bra past;")
        self.add("more:")
        self.element("%v", "%i", "x")
        if self.arrays == 2:
            self.element("%w", "%i", "y")
        if rng.random() < 0.1:
            self.add("add.u32 %j, %i, 32;", "setp.ge.s32 %no, %j, %n;", "@%no bra skip;")
            self.load("%bits", "%j", "x")
            self.add(f"mov.b{self.bits} %v, %bits;", "skip:")
        for k, how in enumerate(hows):
            self.combine(f"%s{k}", "%v", how)
        if rng.random() < 0.9:
            self.add("add.s32 %i, %i, %step;", f"setp.lt.{sign}32 %no, %i, %n;")
        else:
            self.add("mov.u32 %h, %i;", "add.s32 %i, %h, %step;", f"setp.gt.{sign}32 %no, %n, %i;")
        self.add("@%no bra more;" if self.loops else "", "past:")
        for k in range(1, self.sums):
            self.combine("%s0", f"%s{k}", "sum")
        if rng.random() < 0.1:
            self.add(f"cvt.u{self.bits}.u32 %bits, %i;", f"mov.b{self.bits} %v, %bits;")
            self.combine("%s0", "%v", "sum")

    def tree(self):
        half, size, level = self.threads, self.bits // 8, 0
        self.add(f"mul.wide.u32 %to, %t, {size};", "mov.u64 %base, s;", "add.u64 %p, %base, %to;",
                 f"st.shared.b{self.bits} [%p], %s0;", "bar.sync 0;")
        while half % 2 == 0 and half > 1:
            half //= 2
            self.add(f"setp.ge.u32 %no, %t, {half};", f"@%no bra level{level};", f"ld.shared.{self.type} %v, [%p];",
                     f"ld.shared.{self.type} %s0, [%p+{size * half}];")
            self.combine("%s0", "%v", "sum")
            self.add(f"st.shared.b{self.bits} [%p], %s0;", f"level{level}:", "bar.sync 0;")
            level += 1

    def text(self):
        size = self.bits // 8
        self.add("mov.u32 %t, %tid.x;", "mov.u32 %c, %ctaid.x;", "ld.param.u64 %x, [x];", "ld.param.u64 %y, [y];",
                 "ld.param.u64 %out, [out];", "ld.param.u32 %n, [n];")
        self.loop()
        self.tree()
        rng, one = self.rng, self.rng.random() < 0.6
        if one:
            self.add("setp.ne.u32 %no, %t, 0;", "@%no bra end;", f"mul.wide.u32 %o0, %c, {size};")
        else:
            self.add(f"mad.lo.u32 %all, %c, {self.threads}, %t;", f"mul.wide.u32 %o0, %all, {size};")
        self.add("add.u64 %a0, %out, %o0;")
        how = rng.random()
        if one and how < 0.3:
            self.add(f"atom.global.add.{self.type} %v, [%out], %s0;")
        elif one and how < 0.4:
            self.add(f"red.global.{'add' if self.type[0] == 'f' else 'max'}.{self.type} [%a0], %s0;")
        else:
            self.add(f"st.global.b{self.bits} [%a0], %s0;")
        self.add("end:", "ret;")
        places = ", ".join(f"%o{k}, %a{k}" for k in range(self.places + 1))
        sums = ", ".join(f"%s{k}" for k in range(3))
        return (".version 8.0\n.target sm_90\n.address_size 64\n"
                ".visible .entry k(.param .u64 out, .param .u64 x, .param .u64 y, .param .u32 n)\n{\n"
                "\t.reg .b32 %t, %c, %i, %j, %n, %step, %g, %h, %all;\n\t.reg .pred %no, %less;\n"
                f"\t.reg .b64 %x, %y, %out, %p, %to, %base, {places};\n"
                f"\t.reg .{self.type} %v, %w, {sums};\n\t.reg .b{self.bits} %bits;\n"
                f"\t.shared .align {size} .b8 s[{size * self.threads}];\n\t" + "\n\t".join(self.lines) + "\n}\n")

    def command(self, simtrun, backend, file):
        bits = f"u{self.bits}"
        array = f"iota:{bits if self.wild else self.type}:{ELEMENTS}"
        return [simtrun, f"--backend={backend}", "--threads=1", "-k", "k", "-g", str(self.grid), "-b", str(self.threads),
                "-a", f"zeros:{bits}:{self.grid * self.threads},print", "-a", array, "-a", array, "-a", str(self.n), file]


sys.exit(both_backends.compare(lambda rng, i: Kernel(rng)))
