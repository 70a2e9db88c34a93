#!/usr/bin/env python3
"""Element-wise kernels over tensors as libraries write them (warps/cta_strip.c of backend/llvm), by chance, on both backends.

    tensors.py SIMTRUN [--seed N] [--count N]

Strides are parameters, indices are taken apart by a product and a shift whose numbers come with the tensor, rows are gone through
by the grid's stride, with one question at the loop's end or two, and a flag says whether an operand is there. Mostly strides are
1 and the numbers are those of a divisor; else they are anything. Or tensors are copied into others whose dimensions are in another
order, and all is divided. All is compared bit by bit, of an access that is not valid the
fault and where it is.
SPDX-License-Identifier: Apache-2.0"""
import random
import sys

import both_backends


def multiplier(divisor, added):
    """Product and shift that divide numbers of 31 bits; added: 2^32 is added to the product."""
    if added:
        shift = (divisor - 1).bit_length()
        return ((1 << 32) * ((1 << shift) - divisor)) // divisor + 1, shift
    shift = max((divisor - 1).bit_length() - 1, 0)
    return min(-(-(1 << (32 + shift)) // divisor), 0xffffffff), shift


class Kernel:
    """Text of one kernel, and how to launch it."""

    def __init__(self, rng, number):
        self.rng = rng
        self.data_seed = 1 + number % 7
        self.block = rng.choice([(32, 1), (64, 1), (128, 1), (128, 1), (256, 1), (32, 4), (16, 4), (8, 8), (64, 2)])
        self.grid = (rng.choice([1, 1, 2, 3, 5, 8, 16, 40]), rng.choice([1, 1, 2, 3, 7]))
        self.loop = rng.choice(["none", "back", "and", "leave", "leave", "leave early"])
        width = self.grid[0] * self.block[0]
        rounds = 1 if self.loop == "none" else rng.choice([1, 1, 2, 3, 5])
        near = rng.choice([0, 0, 0, 1, -1, 31, -31, -self.block[0], rng.randint(-width, 0)])
        self.n = max(width * rounds + near, 1)
        self.rows = self.grid[1] * self.block[1] - rng.choice([0, 0, 0, 1])
        self.divisor = rng.choice([self.n, self.n, self.n, 1, 2, 3, 7, 16, 100, 100, 128, 1000, max(self.n // 2, 1), rng.randint(1, 5000)])
        self.added = rng.random() < 0.6
        self.product, self.shift = multiplier(self.divisor, self.added)
        if rng.random() < 0.05:
            self.product = rng.choice([0, 1, 0xffffffff, rng.randint(0, 0xffffffff)])
        elif rng.random() < 0.15:  # not of a divisor, for great numbers
            self.product = min(max(self.product + rng.choice([-1, 1, 2, 5, 1000, 100000]), 0), 0xffffffff)
        if rng.random() < 0.1:
            self.shift = rng.choice([0, 31, 32, self.shift + 32, self.shift + 32, rng.randint(0, 31)])
        self.taken = self.divisor + (rng.random() < 0.05)
        self.origin = rng.choice([0] * 6 + [5, 0x7fffff00, 0x7fff0000, 0xf0000000, 0xfffffff0, 0xffffff00])
        self.strides = [rng.choice([1] * 8 + [0, 2, 3, 0x40000000]) for _ in range(2)]
        self.flag = rng.choice([1, 1, 1, 0])
        self.lines = []

    def add(self, *lines):
        self.lines += lines

    def swapped(self, a, b):
        return f"{a}, {b}" if self.rng.random() < 0.5 else f"{b}, {a}"

    def divide(self):
        """%q and %r: quotient and remainder of %v."""
        rng = self.rng
        product = "%m" if rng.random() < 0.8 else str(self.product)
        shift = "%l" if rng.random() < 0.8 else str(self.shift)
        divisor = "%d" if rng.random() < 0.8 else str(self.taken)
        first = f"%v, {product}" if product != "%m" else self.swapped("%v", "%m")
        self.add(f"mul.hi.u32 %h, {first};")
        if self.added:
            self.add(f"add.{rng.choice('su')}32 %h, {self.swapped('%h', '%v')};")
        self.add(f"shr.u32 %q, %h, {shift};")
        if rng.random() < 0.1:
            self.add(f"xor.b32 %h, %h, %q;", "add.u32 %sum, %sum, %h;")
        self.add(f"mul.lo.{rng.choice('su')}32 %h, {self.swapped('%q', divisor) if divisor == '%d' else '%q, ' + divisor};",
                 "sub.s32 %r, %v, %h;")

    def index(self, of, stride):
        """%o: 4 * of * stride, as 64 bits."""
        rng = self.rng
        how = rng.random()
        if how < 0.4:
            self.add(f"mul.wide.u32 %o, {self.swapped(of, stride)};")
        elif how < 0.7:
            self.add(f"cvt.u64.u32 %o, {of};", f"cvt.u64.u32 %w, {stride};", f"mul.lo.s64 %o, {self.swapped('%o', '%w')};")
        else:
            self.add(f"mul.lo.s32 %h, {self.swapped(of, stride)};", "cvt.u64.u32 %o, %h;")
        self.add("shl.b64 %o, %o, 2;")

    def load(self, base):
        self.add(f"add.s64 %a, {base}, %o;", f"ld{self.rng.choice(['.global', '.global', ''])}.u32 %g, [%a];",
                 "add.u32 %sum, %sum, %g;")

    def element(self):
        rng = self.rng
        self.add("mov.u32 %sum, 0;")
        asks = rng.random() < 0.5
        if asks and rng.random() < 0.5:  # as nvcc has it
            self.add("@!%is bra skip;", "bra.uni there;", "skip:", "mov.u32 %sum, 7;", "bra.uni past;", "there:")
        elif asks:
            self.add("@!%is bra past;")
        self.index("%i", "%s0")
        self.load("%xrow")
        self.add("past:")
        self.add("add.u32 %v, %i, %origin;" if self.origin else "mov.u32 %v, %i;")
        if rng.random() < 0.85:
            self.divide()
            self.index("%r", "%s1")
            if rng.random() < 0.3 and not self.origin:
                self.add("mul.wide.u32 %w, %q, 4;", "add.s64 %o, %o, %w;")
        else:
            self.index("%i", "%s1")
        self.load("%y")
        if rng.random() < 0.15:  # a number that is no address
            self.add("mul.lo.s32 %g, %i, %s0;", "add.u32 %sum, %sum, %g;")
        self.add("mul.wide.u32 %o, %i, 4;", "add.s64 %a, %orow, %o;", "st.global.u32 [%a], %sum;")

    def go_on(self):
        rng = self.rng
        if self.loop == "none":
            return
        back, test = "%goes", "lt"
        if self.loop != "back":
            limit = "%n" if rng.random() < 0.8 else "%far"
            self.add(f"sub.s32 %h, {limit}, %i;")
        if self.loop == "and":
            self.add("setp.gt.u32 %more, %h, %step;")
        elif self.loop == "leave":
            self.add(*(["setp.le.u32 %more, %h, %step;", "@%more bra end;"] if rng.random() < 0.6 else
                       ["setp.gt.u32 %more, %h, %step;", "@!%more bra end;"]))
        elif self.loop == "leave early":
            self.add(f"setp.lt.u32 %more, %h, {rng.choice([0, 1, 40, self.n // 2])};", "@%more bra end;")
        self.add(f"add.{rng.choice('su')}32 %i, {self.swapped('%i', '%step')};", f"setp.{test}.u32 %goes, %i, %n;")
        if self.loop == "and":
            self.add(f"and.pred %goes, {self.swapped('%more', '%goes')};")
        self.add(f"@{back} bra again;")

    def text(self):
        rng = self.rng
        self.add(*(f"ld.param.{'u64' if name in ('out', 'x', 'y') else 'u32'} %{name}, [{name}];" for name in
                   ("out", "x", "y", "n", "rows", "m", "l", "d", "s0", "s1", "flag")))
        pdl = rng.random() < 0.5
        if pdl:
            self.add("griddepcontrol.launch_dependents;")
        self.add("mov.u32 %h, %ntid.x;", "mov.u32 %g, %ctaid.x;", "mov.u32 %i, %tid.x;", "mad.lo.s32 %i, %h, %g, %i;",
                 "mov.u32 %q, %nctaid.x;", "mul.lo.s32 %step, %h, %q;", "mov.u32 %h, %ntid.y;", "mov.u32 %g, %ctaid.y;",
                 "mov.u32 %row, %tid.y;", "mad.lo.s32 %row, %h, %g, %row;", "setp.ne.u32 %is, %flag, 0;",
                 f"mov.u32 %origin, {self.origin};", f"add.s32 %far, %n, {rng.choice([5, -5, -40])};")
        if rng.random() < 0.5:
            self.add("setp.ge.u32 %no, %i, %n;", "setp.ge.u32 %more, %row, %rows;", "or.pred %no, %no, %more;", "@%no bra end;")
        else:
            self.add("setp.ge.u32 %no, %i, %n;", "@%no bra end;", "setp.ge.u32 %no, %row, %rows;", "@%no bra end;")
        self.add("mul.lo.u32 %h, %row, %n;", "mul.wide.u32 %o, %h, 4;", "add.s64 %orow, %out, %o;", "add.s64 %xrow, %x, %o;")
        if pdl:
            self.add("griddepcontrol.wait;")
        self.add("again:")
        self.element()
        self.go_on()
        self.add("end:", "ret;")
        return (".version 8.0\n.target sm_90\n.address_size 64\n"
                ".visible .entry k(.param .u64 out, .param .u64 x, .param .u64 y, .param .u32 n, .param .u32 rows, .param .u32 m,\n"
                "\t.param .u32 l, .param .u32 d, .param .u32 s0, .param .u32 s1, .param .u32 flag)\n{\n"
                "\t.reg .b32 %n, %rows, %m, %l, %d, %s0, %s1, %flag, %i, %row, %step, %origin, %far, %v, %q, %r, %g, %h, %sum;\n"
                "\t.reg .pred %is, %no, %more, %goes;\n\t.reg .b64 %out, %x, %y, %o, %w, %a, %orow, %xrow;\n\t" +
                "\n\t".join(self.lines) + "\n}\n")

    def command(self, simtrun, backend, file):
        words = self.n * self.grid[1] * self.block[1]
        numbers = [self.n, self.rows, self.product, self.shift, self.taken, *self.strides, self.flag]
        return [simtrun, f"--backend={backend}", "--threads=1", "-k", "k", "-g", f"{self.grid[0]}x{self.grid[1]}", "-b",
                f"{self.block[0]}x{self.block[1]}", "-a", f"zeros:u32:{words},print", "-a",
                f"rand:u32:{3 * words + 64}:{self.data_seed}", "-a", f"rand:u32:{3 * self.n + 20000}:{self.data_seed + 1}",
                *(word for number in numbers for word in ("-a", str(number))), file]


class Copy:
    """Elements of one tensor into another one, whose dimensions are in another order: the element's number is taken apart for
    both by divisions in 64 or 32 bits, and strides are in bytes or elements."""

    def __init__(self, rng, number):
        self.rng = rng
        self.data_seed = 1 + number % 7
        self.threads = rng.choice([32, 64, 64, 128, 256])
        first = rng.choice([11, 16, 32, 33, 64, 100, 128, 500, rng.randint(1, 40)])
        self.shape = [first, rng.choice([1, 2, 3, 7, 20]), rng.choice([1, 2, 3, 11])]
        self.count = self.shape[0] * self.shape[1] * self.shape[2]
        self.wide = rng.random() < 0.7
        self.bytes = rng.choice([1, 2, 4, 4, 4, 8])
        self.unit = rng.choice([1, self.bytes])  # bytes of a step of an index
        self.flag = rng.choice([1, 1, 0])
        self.lines = []

    def strides(self, order):
        """Strides of the three dimensions, if they lie in this order, the first one innermost."""
        stride, at = [0, 0, 0], 1
        for dim in order:
            stride[dim] = at * self.bytes // self.unit
            at *= self.shape[dim]
        if self.rng.random() < 0.1:
            stride[0] *= 2
        return stride

    def offset(self, tensor):
        """%o: where element %i is in a tensor."""
        rng = self.rng
        t = "s64" if self.wide else rng.choice(["u32", "s32"])
        n = [f"%{tensor}n{k}" for k in range(2)]
        self.lines += [f"mul.lo.{t} %plane, {n[0]}, {n[1]};", f"div.{t} %i2, %i, %plane;"]
        if rng.random() < 0.5:
            self.lines += [f"rem.{t} %rest, %i, %plane;"]
        elif rng.random() < 0.5:
            self.lines += [f"mul.lo.{t} %x, %i2, {n[1]};", f"mul.lo.{t} %x, {n[rng.random() < 0.1]}, %x;", f"sub.{t} %rest, %i, %x;"]
        else:
            self.lines += [f"mul.lo.{t} %x, %plane, %i2;", f"sub.{t} %rest, %i, %x;"]
        self.lines += [f"div.{t} %i1, %rest, {n[0]};"]
        if rng.random() < 0.5:
            self.lines += [f"mul.lo.{t} %x, {n[0]}, %i1;", f"sub.{t} %i0, %rest, %x;"]
        else:
            self.lines += [f"rem.{t} %i0, %i, {n[0]};"]
        self.lines += [f"mul.lo.{t} %x, %{tensor}s2, %i2;", f"mad.lo.{t} %x, %{tensor}s1, %i1, %x;"]
        self.lines += [f"mad.lo.{t} %x, %{tensor}s0, %i0, %x;"]
        if rng.random() < 0.4:  # all threads add the last index or none does
            self.lines += [f"mad.lo.{t} %rest, {self.bytes // self.unit}, %i2, %x;",
                           f"selp.b{self.bits()} %x, {self.rng.choice(['%rest, %x', '%x, %rest'])}, %is;"]
        shift = "" if self.unit == self.bytes and self.bytes > 1 else None
        self.lines += ["mov.b64 %o, %x;" if self.wide else f"cvt.u64.{t} %o, %x;"]
        if shift is not None:
            self.lines += [f"shl.b64 %o, %o, {self.bytes.bit_length() - 1};"]

    def bits(self):
        return 64 if self.wide else 32

    def text(self):
        rng, kind = self.rng, f"u{8 * self.bytes}"
        names = [f"{tensor}{what}" for tensor in "ab" for what in ("n0", "n1", "s0", "s1", "s2")] + ["count"]
        word = f"u{self.bits()}"
        self.lines += ["ld.param.u64 %out, [out];", "ld.param.u64 %in, [in];", "ld.param.u32 %flag, [flag];",
                       *(f"ld.param.{word} %{name}, [{name}];" for name in names), "setp.ne.u32 %is, %flag, 0;",
                       "mov.u32 %h, %ntid.x;", "mov.u32 %g, %ctaid.x;", "mov.u32 %t, %tid.x;"]
        if self.wide:
            self.lines += ["mul.wide.u32 %i, %h, %g;", "cvt.u64.u32 %x, %t;", "add.s64 %i, %i, %x;"]
        else:
            self.lines += ["mad.lo.u32 %i, %h, %g, %t;"]
        self.lines += [f"setp.ge.s{self.bits()} %no, %i, %count;", "@%no bra end;"]
        self.offset("a")
        self.lines += ["add.s64 %a, %in, %o;", f"ld.global.{kind} %v, [%a];"]
        self.offset("b")
        self.lines += ["add.s64 %a, %out, %o;", f"st.global.{kind} [%a], %v;", "end:", "ret;"]
        params = ", ".join(f".param .{word} {name}" for name in names)
        return (".version 8.0\n.target sm_90\n.address_size 64\n"
                f".visible .entry k(.param .u64 out, .param .u64 in, .param .u32 flag, {params})\n{{\n"
                f"\t.reg .b{self.bits()} %i, %x, %plane, %rest, %i0, %i1, %i2, {', '.join('%' + name for name in names)};\n"
                f"\t.reg .b32 %flag, %h, %g, %t;\n\t.reg .pred %is, %no;\n\t.reg .b64 %out, %in, %o, %a;\n"
                f"\t.reg .b{max(8 * self.bytes, 16)} %v;\n\t" + "\n\t".join(self.lines) + "\n}\n")

    def command(self, simtrun, backend, file):
        rng = self.rng = random.Random(self.data_seed + self.count)
        orders = [rng.choice([[0, 1, 2], [0, 2, 1], [1, 0, 2], [2, 1, 0]]) for _ in range(2)]
        if rng.random() < 0.6:
            orders = [[0, 2, 1], [0, 1, 2]]
        numbers = []
        for order in orders:
            numbers += [*self.shape[:2], *self.strides(order)]
        size = 2 * self.count * self.bytes // 4 + 16
        return [simtrun, f"--backend={backend}", "--threads=1", "-k", "k", "-g",
                str((self.count + self.threads - 1) // self.threads), "-b", str(self.threads), "-a", f"zeros:u32:{size},print",
                "-a", f"rand:u32:{size}:{self.data_seed}", "-a", str(self.flag),
                *(word for number in numbers + [self.count] for word in ("-a", str(number))), file]


def make(rng, number):
    return Copy(rng, number) if number % 3 == 2 else Kernel(rng, number)


sys.exit(both_backends.compare(make))
