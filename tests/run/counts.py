#!/usr/bin/env python3
"""Tables in shared memory that threads count in (mem/table_copies.c, warps/cta_segments.c of backend/llvm), by chance, on both
backends.

    counts.py SIMTRUN [--seed N] [--count N]

Each thread goes through an array by steps that are mostly the grid's, and changes an element of a table by an atomic whose
result no one reads: its place comes from a byte, from a half, or from some bits of a word. So many rounds are made, or so few,
that copies of the table pay or do not; the end of the array is near a multiple of the step, or anywhere. All is compared bit
by bit; of an access outside of shared memory, the fault and its block: which warp comes to it first differs.
SPDX-License-Identifier: Apache-2.0"""
import sys

import both_backends

ELEMENTS = 100000
OPERATIONS = ["add.u32", "add.u32", "add.u32", "add.u64", "min.u32", "max.u32", "min.s32", "max.s32", "max.u64", "min.s64",
              "and.b32", "or.b32", "xor.b32", "or.b64", "xor.b64", "inc.u32", "add.f32"]


class Kernel:
    """Text of one kernel, and how to launch it."""

    def __init__(self, rng, number):
        self.rng = rng
        self.data_seed = 1 + number % 7
        self.op = rng.choice(OPERATIONS)
        self.bytes = 8 if self.op.endswith("64") else 4
        self.bits = rng.choice([8, 8, 8, 16, 32, 32])  # of an element
        self.size = 256 if self.bits == 8 else rng.choice([1, 2, 16, 32, 64, 128, 256, 512, 1024])
        self.threads = rng.choice([32, 64, 64, 96, 128, 160, 256, 512, 1024])
        self.grid = rng.choice([1, 2, 3, rng.randint(4, 9)])
        stride = self.grid * self.threads
        self.step = rng.choice([stride] * 6 + [self.threads, stride + 32])
        rounds = rng.choice([0, 1, 2, 3, 5, 8, 17, 40, 100, 300])
        near = rng.choice([0, 0, 0, 0, 1, -1, 31, 32, self.threads, -self.threads, rng.randint(0, stride)])
        self.n = max(min(rounds * stride + near, ELEMENTS), 0)
        self.narrow = rng.random() < 0.3  # addresses of 32 bits
        self.outside = rng.random() < 0.06
        self.tables = rng.choice([1, 1, 1, 2])
        self.rows = rng.choice([2, 4]) if self.tables == 1 and self.size <= 512 and rng.random() < 0.25 else 1
        self.lines = []
        self.places = 0

    def add(self, *lines):
        self.lines += lines

    def load(self):
        self.add(f"mul.wide.s32 %o, %i, {self.bits // 8};", "add.u64 %a, %x, %o;", f"ld.global.u{self.bits} %v, [%a];")

    def index(self):
        """%k: the element's place in the table."""
        rng, most = self.rng, self.size - 1
        how = rng.random()
        if how < 0.1:
            self.add("max.s32 %h, %v, 0;", f"min.s32 %k, %h, {most};")
        elif how < 0.2:
            self.add(f"setp.lt.s32 %no, %v, {rng.choice([0, 0, min(3, most)])};", f"min.s32 %h, %v, {most};",
                     "selp.b32 %k, 0, %h, %no;")
        elif how < 0.25:
            self.add(f"min.u32 %k, %v, {most};")
        elif how < 0.29:  # negative numbers are the greatest
            self.add(f"min.s32 %h, %v, {most};", f"max.{rng.choice('us')}32 %k, %h, {min(1, most)};")
        elif self.bits == 8:
            self.add("mov.u32 %k, %v;")
        elif most & (most + 1) == 0 and (self.bits == 16 or rng.random() < 0.6):
            self.add(f"and.b32 %k, %v, {most};")
        else:
            self.add(f"shr.u32 %k, %v, {32 - max(most.bit_length(), 1)};")

    def count(self, table, value):
        rng, k = self.rng, self.places
        self.places += 1
        operation, kind = self.op.split(".")
        if self.rows > 1 and table == "base0":  # a table for each warp, or one of fewer
            self.add("shr.u32 %g, %t, 5;", f"and.b32 %g, %g, {self.rows - 1};", f"mul.lo.u32 %g, %g, {self.size};",
                     rng.choice(["add.s32 %r, %k, %g;", "add.s32 %r, %g, %k;"]))
        at = "%r" if self.rows > 1 and table == "base0" else "%k"
        if self.narrow:
            self.add(f"shl.b32 %p{k}, {at}, {self.bytes.bit_length() - 1};" if rng.random() < 0.5 else
                     f"mul.lo.u32 %p{k}, {at}, {self.bytes};", f"add.u32 %q{k}, %{table}, %p{k};")
        else:
            self.add(f"mul.wide.u32 %p{k}, {at}, {self.bytes};", f"add.s64 %q{k}, %{table}, %p{k};")
        more = rng.choice(["", "", "", "+0"])
        guard = "@%odd " if rng.random() < 0.05 else ""
        if rng.random() < 0.5:
            self.add(f"{guard}red.shared.{operation}.{kind} [%q{k}{more}], {value};")
        else:
            self.add(f"{guard}atom.shared.{operation}.{kind} {rng.choice(['_', '%old'])}, [%q{k}{more}], {value};")

    def value(self):
        rng, wide = self.rng, self.bytes == 8
        if self.op == "add.f32":
            return "0f3f800000"
        how = rng.random()
        if self.op == "inc.u32":  # with other limits the order would matter
            return "3"
        if how < 0.4:
            return rng.choice(["1", "1", "3", "70000"])
        self.add("cvt.u64.u32 %w8, %i;" if wide else "mul.lo.u32 %w4, %i, 0x9e3779b1;")
        if how < 0.7:
            self.add("cvt.u64.u32 %w8, %v;" if wide else "mov.u32 %w4, %v;")
        return "%w8" if wide else "%w4"

    def loop(self):
        rng = self.rng
        self.add(f"mad.lo.u32 %i, %c, {self.threads}, %t;", "and.b32 %g, %t, 1;", "setp.eq.u32 %odd, %g, 1;")
        if self.step != self.grid * self.threads or rng.random() < 0.5:
            self.add(f"mov.u32 %step, {self.step};")
        else:
            self.add("mov.u32 %g, %nctaid.x;", "mov.u32 %h, %ntid.x;", "mul.lo.u32 %step, %g, %h;")
        sign = rng.choice("su")
        self.add(f"setp.ge.{sign}32 %no, %i, %n;", "@%no bra past;", "more:")
        self.load()
        self.index()
        if rng.random() < 0.25:  # by many lanes, or by few
            self.add(f"setp.gt.u32 %no, %k, {rng.choice([7, self.size // 2, self.size - 5])};", "@%no bra skip;")
        self.count("base0", self.value())
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            if rng.random() < 0.5:
                self.add(f"xor.b32 %v, %v, {rng.choice([1, 5, 255])};", f"and.b32 %v, %v, {self.size - 1};", "mov.u32 %k, %v;")
            self.count(f"base{self.tables - 1}", self.value())
        self.add("skip:")
        if rng.random() < 0.15:  # something else in shared memory
            self.add("ld.shared.u32 %g, [other];", "add.u32 %sum, %sum, %g;")
        if rng.random() < 0.15:
            self.add("add.u32 %sum, %sum, %v;")
        if rng.random() < 0.1:
            self.add("red.global.add.u32 [%out], 1;")
        self.add("add.s32 %i, %i, %step;", f"setp.lt.{sign}32 %no, %i, %n;", "@%no bra more;", "past:", "bar.sync 0;")

    def each(self, label, *lines):
        """Lines for each element %i of the table."""
        self.add("mov.u32 %i, %t;", f"{label}:", f"setp.ge.u32 %no, %i, {self.size * self.rows};", f"@%no bra {label}end;",
                 f"mul.wide.u32 %o, %i, {self.bytes};", *lines, f"add.u32 %i, %i, {self.threads};", f"bra {label};",
                 f"{label}end:")

    def text(self):
        rng, kind = self.rng, f"b{8 * self.bytes}"
        register = "w8" if self.bytes == 8 else "w4"
        size = self.size * self.rows - (50 if self.outside and self.size > 60 else 0)
        self.add("mov.u32 %t, %tid.x;", "mov.u32 %c, %ctaid.x;", "ld.param.u64 %x, [x];", "ld.param.u64 %out, [out];",
                 "ld.param.u32 %n, [n];", "mov.u32 %sum, 0;")
        start = rng.choice([0, 0, 5, 0x7fffffff])
        fill = []
        for k in range(self.tables):
            self.add(f"mov.u{32 if self.narrow else 64} %base{k}, table{k};", f"mov.u64 %at{k}, table{k};")
            fill += [f"add.u64 %a, %at{k}, %o;", f"mov.{kind} %{register}, {start};", f"st.shared.{kind} [%a], %{register};"]
        if size == self.size * self.rows:
            self.each("fill", *fill)
        self.add("setp.ne.u32 %no, %t, 0;", "@%no bra set;", "st.shared.u32 [other], 9;", "set:", "bar.sync 0;")
        self.loop()
        if size == self.size * self.rows:
            for k in range(self.tables):
                self.each(f"show{k}", f"add.u64 %a, %at{k}, %o;", f"ld.shared.{kind} %{register}, [%a];",
                          f"mad.lo.u32 %g, %c, {self.tables}, {k};", f"mad.lo.u32 %g, %g, {self.size * self.rows}, %i;",
                          f"mul.wide.u32 %o, %g, {self.bytes};", "add.u64 %a, %out, %o;",
                          f"st.global.{kind} [%a+8], %{register};")
        if rng.random() < 0.5:
            self.add("red.global.add.u32 [%out+4], %sum;")
        self.add("ret;")
        places = ", ".join(f"%p{k}, %q{k}" for k in range(self.places))
        tables = "".join(f"\t.shared .align 8 .b8 table{k}[{size * self.bytes}];\n" for k in range(self.tables))
        return (".version 8.0\n.target sm_90\n.address_size 64\n"
                ".visible .entry k(.param .u64 out, .param .u64 x, .param .u32 n)\n{\n"
                "\t.reg .b32 %t, %c, %i, %k, %n, %step, %g, %h, %r, %v, %sum, %w4;\n\t.reg .pred %no, %odd;\n"
                f"\t.reg .b64 %x, %out, %o, %a, %at0, %at1, %w8;\n\t.reg .{kind} %old;\n"
                f"\t.reg .b{32 if self.narrow else 64} %base0, %base1, {places};\n{tables}"
                "\t.shared .align 4 .b8 other[4];\n\t" + "\n\t".join(self.lines) + "\n}\n")

    def command(self, simtrun, backend, file):
        words = 2 + self.grid * self.tables * self.rows * self.size * self.bytes // 4
        array = f"rand:u{self.bits}:{ELEMENTS}:{self.data_seed}"
        return [simtrun, f"--backend={backend}", "--threads=1", "-k", "k", "-g", str(self.grid), "-b", str(self.threads),
                "-a", f"zeros:u32:{words},print", "-a", array, "-a", str(self.n), file]


sys.exit(both_backends.compare(Kernel, r"block \(.*?\)"))
