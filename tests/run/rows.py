#!/usr/bin/env python3
"""Loops over rows, unrolled as compilers unroll them (ir/analysis/unrolled.c), made by chance, on both backends.

    rows.py SIMTRUN [--seed N] [--count N]

Each thread has a row of a sparse matrix, of any length: none, one, many, a negative count. Its loop is two: several rounds at
a time, and those that are left, before that or after it; with pointers that walk, or with an index. What they compute is
made by chance, and in some kernels one of the unrolled rounds differs a little, so that the two are not one. What the
interpreter and compiled code store must be equal; of an access that is not valid, the fault and where it is.
SPDX-License-Identifier: Apache-2.0"""
import argparse
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

ENVIRONMENT = dict(os.environ, CUDA_CACHE_DISABLE="1", SIMT_JIT="eager")
ELEMENTS = 4000
COLUMNS = 500
THREADS = 64
TABLES = ["val", "col"]


class Kernel:
    """Text of one kernel, and how to launch it."""

    def __init__(self, rng):
        self.rng = rng
        self.factor = rng.choice([2, 4, 4, 4, 8])
        self.first = rng.random() < 0.5  # the odd rounds come first
        self.small, self.big = rng.choice(["pointer", "index"]), rng.choice(["pointer", "index", "sum"])
        self.wide = rng.random() < 0.15  # 64 bits of index
        self.sign = rng.choice("su")
        self.bias = 0 if self.wide else rng.choice([0] * 12 + [0x7fffe000, 0xffffe000, 0x7fffff00, 0x7ffff800, 0xfffff800, 0x80000000])
        self.wrong = rng.choice([None] * 4 + ["offset", "constant", "order", "step", "column", "operand"])
        self.wrong_in = rng.randrange(self.factor)
        self.steps = rng.choice(["sum", "two", "integer", "most", "index", "chosen", "double"])
        self.counted = rng.random() < 0.5
        self.long = rng.random() < 0.15  # more instructions than are worth being there twice
        self.rows = 2 * THREADS
        self.registers = {}

    def reg(self, kind, name):
        self.registers.setdefault(kind, set()).add(name)
        return name

    # ---- a round

    def address(self, how, table, copy, size, step):
        """Instructions for the address of an element, and the operand; `how` says by what the loop walks."""
        if how == "pointer":
            return [], f"[%{table}p{size}+{4 * copy - (4 if size == 'b' else 0)}]"
        bits = 64 if self.wide else 32
        index, lines = "%k", []
        offset = copy
        if how == "sum" and copy:
            index, offset = f"%k{copy}", 0
            self.reg(f"b{bits}", index)
            lines.append(f"add.{self.sign}{bits} {index}, %k, {copy};")
        a = self.reg("b64", f"%a{table}{copy}{size}")
        lines.append(f"shl.b64 {a}, {index}, 2;" if self.wide else f"mul.wide.{self.sign}32 {a}, {index}, 4;")
        lines.append(f"add.s64 {a}, {a}, %{table};")
        return lines, f"[{a}+{4 * offset}]"

    def round(self, how, copy, size, last):
        """One round of the source's loop: from the sums of the copy before to those of this one, `last` of the loop."""
        rng, lines = self.rng, []
        wrong = self.wrong if size == "b" and copy == self.wrong_in else None
        v, c, x = (f"%{n}{copy}{size}" for n in "vcx")
        kind = "f64" if self.steps == "double" else "f32" if self.steps in ("sum", "two", "chosen") else "u32"
        for table, to in (("val", v), ("col", c)):
            more, where = self.address(how, table, copy + (wrong == "offset" and table == "val"), size, 0)
            lines += more
            lines.append(f"ld.global.{'f32' if table == 'val' and kind[0] == 'f' else 'u32'} {to}, {where};")
            self.reg("b32" if table == "col" or kind == "u32" else "f32", to)
        o = self.reg("b64", f"%o{copy}{size}")
        lines += [f"mul.wide.u32 {o}, {c}, 4;", f"add.s64 {o}, {o}, %x;",
                  f"ld.global.{'u32' if kind == 'u32' else 'f32'} {x}, [{o}{'+4' if wrong == 'column' else ''}];"]
        self.reg("b32" if kind == "u32" else "f32", x)

        if self.long and kind[0] == "f":
            lines += [f"mul.f32 {x}, {x}, 0f3F7FFF00;"] * 40

        def name(n, at):
            end = at < 0 or at == last
            return self.reg({"f64": "f64", "f32": "f32", "u32": "b32"}[kind], f"%{n}" if end else f"%{n}{at}{size}")
        s, t = name("s", copy), name("t", copy)
        s0, t0 = name("s", copy - 1), name("t", copy - 1)
        if self.steps == "sum":
            swap = wrong == "operand"
            lines.append(f"fma.rn.f32 {s}, {x if swap else v}, {v if swap else x}, {s0};")
        elif self.steps == "two":
            lines += [f"fma.rn.f32 {s}, {v}, {x}, {s0};", f"mul.f32 {x}, {x}, {'0f40400000' if wrong == 'constant' else '0f40000000'};",
                      f"add.f32 {t}, {x}, {t0};" if wrong == "order" else f"add.f32 {t}, {t0}, {x};"]
        elif self.steps == "integer":
            lines += [f"mad.lo.s32 {s}, {s0}, {33 if wrong == 'constant' else 31}, {x};", f"xor.b32 {v}, {v}, {x};",
                      f"xor.b32 {t}, {v}, {t0};" if wrong == "operand" else f"xor.b32 {t}, {t0}, {v};"]
        elif self.steps == "most":
            lines += [f"max.s32 {s}, {s0}, {x};", f"min.u32 {t}, {t0}, {v};"]
        elif self.steps == "chosen":
            p = self.reg("pred", f"%q{copy}{size}")
            lines += [f"setp.gt.f32 {p}, {v}, {x};", f"selp.f32 {v}, {v}, {x}, {p};", f"add.f32 {s}, {s0}, {v};"]
        elif self.steps == "double":
            w = self.reg("f64", f"%w{copy}{size}")
            lines += [f"cvt.f64.f32 {w}, {v};", f"add.f64 {s}, {s0}, {w};", f"cvt.f64.f32 {w}, {x};", f"div.rn.f64 {t}, {t0}, {w};"]
        else:
            more = copy + (wrong == "constant")
            k = self.reg("b32", f"%i{copy}{size}")
            lines += [f"cvt.u32.u64 {k}, %k;"] if self.wide else [f"mov.u32 {k}, %k;"]
            lines += [f"add.u32 {k}, {k}, {more};", f"mad.lo.u32 {s}, {k}, {x}, {s0};", f"add.u32 {t}, {t0}, {k};"]
        if self.steps in ("sum", "chosen"):
            lines.append(f"mov.f32 {t}, {t0};") if copy != last else None
        return lines

    # ---- the loops

    def pointers(self, size):
        """The pointers at the index."""
        lines = []
        for table in TABLES:
            p = self.reg("b64", f"%{table}p{size}")
            lines += [f"shl.b64 {p}, %k, 2;" if self.wide else f"mul.wide.{self.sign}32 {p}, %k, 4;", f"add.s64 {p}, {p}, %{table};"]
            lines += [f"add.s64 {p}, {p}, 4;"] if size == "b" else []
        return lines

    def loop(self, size, how, left):
        n = self.factor if size == "b" else 1
        bits = 64 if self.wide else 32
        lines = self.pointers(size) if how == "pointer" else []
        counted = left if size == "s" and self.first else self.counted and left
        lines.append(f"loop{size}:")
        for copy in range(n):
            lines += self.round(how, copy, size, n - 1)
        step = n + (self.wrong == "step" and size == "b" and not self.counted and n > 2)
        lines.append(f"add.s{bits} %k, %k, {step};")
        for table in TABLES if how == "pointer" else []:
            lines.append(f"add.s64 %{table}p{size}, %{table}p{size}, {4 * step};")
        if counted:
            lines += [f"add.s{bits} {counted}, {counted}, {-n};", f"setp.ne.s{bits} %p, {counted}, 0;"]
        elif size == "b" and not self.first:
            lines.append(f"setp.lt.{self.sign}{bits} %p, %k, %e3;")
        else:
            lines.append(f"setp.lt.{self.sign}{bits} %p, %k, %e;")
        if self.rng.random() < 0.8:
            return lines + [f"@%p bra loop{size};"]
        return lines + [f"@!%p bra out{size};", f"bra loop{size};", f"out{size}:"]

    def text(self):
        s = self.sign + ("64" if self.wide else "32")
        bits = "64" if self.wide else "32"
        for name in ("k", "e", "n", "odd", "four", "e3", "b"):
            self.reg("b" + bits, "%" + name)
        lines = ["ld.param.u64 %start, [start];", "ld.param.u64 %end, [end];", "ld.param.u64 %val, [val];",
                 "ld.param.u64 %col, [col];", "ld.param.u64 %x, [x];", "ld.param.u64 %y, [y];", "mov.u32 %t, %tid.x;",
                 "mov.u32 %c, %ctaid.x;", f"mad.lo.u32 %r, %c, {THREADS}, %t;", "mul.wide.u32 %o, %r, 4;",
                 "add.s64 %start, %start, %o;", "add.s64 %end, %end, %o;", "ld.global.u32 %from, [%start];",
                 "ld.global.u32 %to, [%end];"]
        if self.wide:
            lines += ["cvt.s64.s32 %k, %from;", "cvt.s64.s32 %e, %to;"]
        else:
            lines += [f"add.u32 %k, %from, {self.bias};", f"add.u32 %e, %to, {self.bias};"]
        if self.bias:  # the tables lie as much lower
            low = self.bias - (1 << 32 if self.sign == "s" and self.bias >> 31 else 0)
            lines += [f"sub.s64 %val, %val, {4 * low};", f"sub.s64 %col, %col, {4 * low};"]
        kind = {"double": "f64", "sum": "f32", "two": "f32", "chosen": "f32"}.get(self.steps, "u32")
        zero = {"f64": "0d3FF0000000000000", "f32": "0f3F800000", "u32": "1"}[kind]
        for name in ("%s", "%t_"):
            self.reg({"f64": "f64", "f32": "f32", "u32": "b32"}[kind], name.replace("_", ""))
        lines += [f"mov.{kind} %s, {zero};", f"mov.{kind} %t, {zero};".replace("%t,", "%t,")]
        small = self.loop("s", self.small, "%odd")
        big = self.loop("b", self.big, "%four")
        f = self.factor
        lines += [f"setp.ge.{s} %p, %k, %e;", "@%p bra done;", f"sub.s{bits} %n, %e, %k;", f"and.b{bits} %odd, %n, {f - 1};",
                  f"sub.s{bits} %four, %n, %odd;", f"mov.b{bits} %b, %k;"]
        if self.first:
            lines += [f"setp.eq.s{bits} %p, %odd, 0;", "@%p bra big;", *small, "big:", f"setp.lt.u{bits} %p, %n, {f};",
                      "@%p bra done;", *big]
        else:
            lines += [f"sub.s{bits} %e3, %e, {f - 1};"]
            lines += [f"setp.lt.u{bits} %p, %n, {f};" if self.counted else f"setp.ge.{s} %p, %k, %e3;"]
            lines += ["@%p bra small;", *big, f"setp.eq.s{bits} %p, %odd, 0;" if self.counted else f"setp.ge.{s} %p, %k, %e;",
                      "@%p bra done;", "small:", *small]
        store = "u32" if kind == "u32" else kind
        size = 8 if kind == "f64" else 4
        lines += ["done:", f"mul.wide.u32 %o, %r, {2 * size};", "add.s64 %y, %y, %o;", f"st.global.{store} [%y], %s;",
                  f"st.global.{store} [%y+{size}], %t;", "ret;"]
        # the thread's number and the second sum have names of their own
        lines = [line.replace("mov.u32 %t, %tid.x", "mov.u32 %tid, %tid.x").replace(f"{THREADS}, %t;", f"{THREADS}, %tid;")
                 for line in lines]
        registers = "".join(f"\t.reg .{kind} {', '.join(sorted(names))};\n" for kind, names in sorted(self.registers.items()))
        return (".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 y, .param .u64 start, "
                ".param .u64 end, .param .u64 val, .param .u64 col, .param .u64 x)\n{\n" + registers +
                "\t.reg .b64 %start, %end, %val, %col, %x, %y, %o;\n\t.reg .b32 %tid, %c, %r, %from, %to;\n\t.reg .pred %p;\n\t"
                + "\n\t".join(lines) + "\n}\n")

    # ---- data

    def data(self, folder):
        """Rows of any length; a few leave the tables, of which most kernels have none."""
        rng = self.rng
        kind = rng.choice(["short", "any", "any", "long", "equal", "few"])
        start, end, stray = [], [], rng.random() < 0.1
        for _ in range(self.rows):
            n = {"short": rng.randint(-2, 9), "any": rng.choice([0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 100, -5]),
                 "long": rng.randint(0, 300), "equal": 24, "few": rng.choice([0, 0, 0, 40])}[kind]
            at = rng.randint(0, ELEMENTS - 301)
            if stray and rng.random() < 0.02:
                at, n = rng.choice([(ELEMENTS - 5, 5 + rng.randint(1, 9)), (-3, 7), (1 << 29, 3), (0, 1 << 28)])
            start.append(at)
            end.append(at + n)
        if kind == "equal" and rng.random() < 0.5:
            start = list(range(0, self.rows))
            end = [at + 24 for at in start]
        columns = [rng.randrange(COLUMNS) for _ in range(ELEMENTS)]
        if rng.random() < 0.1:
            columns[rng.randrange(ELEMENTS)] = 1 << 30
        for name, values in ("start", start), ("end", end), ("col", columns):
            (folder / name).write_bytes(struct.pack(f"<{len(values)}I", *(v & 0xffffffff for v in values)))

    def command(self, simtrun, backend, folder):
        files = [f"file:{folder / name}" for name in ("start", "end")]
        return [simtrun, f"--backend={backend}", "--threads=1", "-g", str(self.rows // THREADS), "-b", str(THREADS),
                "-a", f"zeros:u32:{4 * self.rows},print", "-a", files[0], "-a", files[1], "-a", f"rand:f32:{ELEMENTS}:3",
                "-a", f"file:{folder / 'col'}", "-a", f"rand:f32:{COLUMNS + 1}:5", str(folder / "rows.ptx")]


def outcome(command, debug=""):
    """Status and what was stored or reported; where a fault is, if there is one."""
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, env=dict(ENVIRONMENT, SIMT_JIT_DEBUG=debug))
    where = re.findall(r"block \(.*?\)|thread \(.*?\)|0x[0-9a-f]+|rows\.ptx:\d+", run.stderr)
    return run.returncode, run.stdout, where


def is_one_loop(simtrun, file):
    """Whether the two loops are run as one; as on hosts whose gathers are slow."""
    run = subprocess.run([simtrun, "--explain-vectorization", f"--block={THREADS}", file], capture_output=True, text=True,
                         timeout=60, env=dict(ENVIRONMENT, SIMT_JIT_DEBUG="jam"))
    return "as one loop" in run.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("simtrun")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    args = parser.parse_args()
    failed = faults = rolled = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for i in range(args.count):
            kernel = Kernel(random.Random(args.seed * 100000 + i))
            (folder / "rows.ptx").write_text(kernel.text())
            kernel.data(folder)
            want = outcome(kernel.command(args.simtrun, "interp", folder))
            got = [outcome(kernel.command(args.simtrun, "jit", folder), debug) for debug in ("", "jam")]
            faults += want[0] == 3
            one = is_one_loop(args.simtrun, str(folder / "rows.ptx"))
            rolled += one
            if want[0] not in (0, 3) or any(run != want for run in got):
                failed += 1
                print(f"seed {args.seed} case {i}: status {want[0]} and {[run[0] for run in got]}, "
                      f"{want[2]} and {[run[2] for run in got]}; {vars(kernel)}")
                print(" ".join(kernel.command("simtrun", "jit", folder)))
                print((folder / "rows.ptx").read_text())
    print(f"{args.count - failed} of {args.count} kernels are equal on both backends; {faults} end with a fault, "
          f"{rolled} have one loop")
    return failed != 0 or faults == args.count or rolled < args.count // 4


sys.exit(main())
