#!/usr/bin/env python3
"""architecture.py - draws docs/architecture.svg and docs/pipeline.svg.

  architecture.py           writes both
  architecture.py --check   compares both with what it would write

The rooms and their order come from ROOMS in tests/layers.sh. Each room needs a sentence in ROOMS below, so a room that
comes, goes or changes its name fails the test `docs` until its sentence is here.

SPDX-License-Identifier: Apache-2.0
"""
import html
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

ROOMS = {
    "base": "arenas, strings, maps, source positions, diagnostics",
    "lexer": "characters to tokens, of PTX and of CUDA C++; the host's preprocessor",
    "preprocessor": "the phases of translation 1 to 4: macros, conditions, headers",
    "parser/ptx": "the grammar of PTX and its syntax tree",
    "parser/cuda/tree": "scopes, types, the syntax tree and the checked tree of CUDA C++",
    "parser/cuda/syntax": "tokens to the syntax tree: outlines, token filter, grammar",
    "parser/cuda/meaning": "names, classes, templates, overloads, conversions: the checked tree",
    "parser/cuda/eval": "constant evaluation",
    "ir": "the IR: modules, functions, blocks, instructions",
    "ir/isa": "the instruction tables: one row for each form",
    "ir/num": "arithmetic bit for bit: integers, floats, matrix products",
    "ir/read": "PTX's syntax tree to IR; the verifier",
    "ir/print": "IR to PTX text and JSON",
    "ir/analysis": "control flow, dominators, reconvergence, liveness, uniformity",
    "ir/opt": "the optimiser: SSA and its passes",
    "ir/lower": "the checked tree of CUDA C++ to IR",
    "backend/machine": "warps, scheduling, barriers, memory windows; hooks for watchers",
    "backend/interp": "the interpreter: decoded code, one function for each instruction",
    "backend/watch": "checked mode, counters, recordings, schedules, weak memory",
    "backend/llvm/engine": "LLVM as a service: a module in, callable code out; the cache",
    "backend/llvm/nvptx": "NVVM IR to PTX by LLVM's NVPTX backend",
    "backend/llvm/alu": "the rows of alu.def as LLVM's IR, on scalars and vectors",
    "backend/llvm": "the JIT: machine code for whole warps",
    "runtime/memory": "a device's addresses: allocator, pages, reservations, pages of files",
    "runtime/threads": "worker threads, helper threads, the thread that compiles",
    "runtime/core": "devices, modules, streams, copies, launches of kernels",
    "runtime/graph": "execution of graphs: order, steps, conditions",
    "runtime/watch": "reports of what backend/watch found, counted and recorded",
    "runtime/debug": "the debugger, its commands and the Debug Adapter Protocol",
    "runtime/libs": "how cuBLAS and other libraries reach the runtime of their process",
    "runtime/handles": "what both CUDA interfaces share: graphs, capture, pools, registered code",
    "runtime/cudart": "CUDA's runtime interface: libcudart",
    "runtime/driver": "CUDA's driver interface: libcuda",
    "runtime/ptxlink": "linking and packing at run time: libnvJitLink, libnvfatbin, nvPTXCompiler",
    "runtime/redirect": "programs that have a CUDA runtime linked in: their calls come to simt's",
    "runtime/nvml": "properties and use of devices that are not opened: libnvidia-ml",
    "runtime/nvrtc": "compilation at run time: libnvrtc",
    "runtime/nvvm": "NVVM IR to PTX: libnvvm, libdevice",
    "runtime/fft": "cuFFT, with transforms of its own: libcufft",
    "runtime/blas": "cuBLAS over a BLAS library of the host: libcublas",
    "runtime/blas/lt": "products that are described, with epilogues: libcublasLt",
    "runtime/blas/xt": "level 3 on matrices in any memory: cublasXt",
    "runtime/nccl": "NCCL between devices, processes and hosts: libnccl",
    "runtime/nvshmem": "NVSHMEM between processes of a host: libnvshmem_host",
    "runtime/rand": "cuRAND's generators for the host and the device: libcurand",
    "runtime/ptxrun": "ptx_run: one call that runs a kernel over host memory",
    "runtime/sparse": "cuSPARSE over loops of its own: libcusparse",
    "runtime/solver": "cuSOLVER over LAPACK of the host, or loops of its own: libcusolver",
    "runtime/older": "names and structures of CUDA 12 and 11, over the libraries of 13",
    "tools": "simtcc, simtrun, compute-sanitizer, the page of a kernel",
}

# Readable on white and on black.
COLOURS = {"base": "#8a8a8a", "lexer": "#8a8a8a", "preprocessor": "#8a8a8a", "parser": "#8d6cab", "ir": "#4a86c5", "backend": "#2b9c8f",
           "runtime": "#d9822b", "tools": "#b5616f"}
STYLE = """
  text { font: 12px ui-monospace, monospace; fill: #333 }
  .name { font-weight: bold } .small { font-size: 11px; fill: #555 }
  .paper { fill: #fff } .line { stroke: #777; fill: none } .plain { fill: none; stroke: #777 }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd } .small { fill: #aaa } .paper { fill: #15191f } .line, .plain { stroke: #999 }
  }
"""


class Picture:
    """Shapes in the order in which they are drawn."""

    def __init__(self, title):
        self.title, self.shapes, self.width, self.height = title, [], 0, 0

    def text(self, x, y, text, kind="", anchor="start"):
        self.shapes.append(f'<text x="{x}" y="{y}" class="{kind}" text-anchor="{anchor}">{html.escape(text)}</text>')

    def box(self, x, y, w, h, colour="", opacity=0.22):
        fill = f'fill="{colour}" fill-opacity="{opacity}" stroke="{colour}"' if colour else 'class="plain"'
        self.shapes.append(f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="4" {fill}/>')
        self.width, self.height = max(self.width, x + w), max(self.height, y + h)

    def arrow(self, *points):
        d = "M" + " L".join(f"{x} {y}" for x, y in points)
        self.shapes.append(f'<path class="line" d="{d}" marker-end="url(#arrow)"/>')
        self.width = max([self.width] + [x for x, _ in points])

    def svg(self):
        w, h = self.width + 10, self.height + 10
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img">\n'
                f"<title>{html.escape(self.title)}</title>\n<style>{STYLE}</style>\n"
                '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
                'orient="auto"><path d="M0 0 8 4 0 8z" fill="#888"/></marker></defs>\n'
                f'<rect class="paper" width="{w}" height="{h}"/>\n' + "\n".join(self.shapes) + "\n</svg>\n")


def rooms():
    """The rooms of tests/layers.sh, in their order, each with its sentence."""
    with open(os.path.join(HERE, "..", "tests", "layers.sh"), encoding="utf-8") as f:
        listed = re.search(r"^ROOMS='\n(.*?)^'", f.read(), re.M | re.S).group(1).split()
    for room in set(listed) ^ set(ROOMS):
        sys.exit(f"docs/architecture.py: {room}: " + (
            "tests/layers.sh lists this room: give it a sentence in ROOMS" if room in listed else
            "tests/layers.sh has no such room"))
    return listed


def architecture(listed):
    """The rooms as floors: each stands on those below."""
    p = Picture("The rooms of simt; a room includes itself and those below it")
    y, top = 10, None
    for room in reversed(listed):
        folder = room.split("/")[0]
        if folder != top:
            y += 6 if top else 0
            count = sum(r.split("/")[0] == folder for r in listed)
            p.box(10, y, 110, 24 * count, COLOURS[folder], 0.35)
            p.text(65, y + 12 * count + 4, folder + "/", "name", "middle")
            top = folder
        p.box(124, y, 700, 24, COLOURS[folder])
        p.text(132, y + 16, room, "name")
        p.text(296, y + 16, ROOMS[room], "small")
        y += 24
    p.text(10, y + 20, "A room includes itself and the rooms below it (tests/layers.sh).", "small")
    p.height = y + 20
    return p.svg()


STEP, WIDE, HIGH = 146, 128, 44
# Column, row, what stands in the box, and the line below it. A box that names no room is a file or a foreign program.
STEPS = [
    (0, 0, "app.cu", "CUDA C++"),
    (1, 0, "tools/simtcc", "host half: edits"),
    (2, 0, "g++", "host code"),
    (3, 0, "./app", "host code and PTX"),
    (4, 0, "runtime/cudart", "CUDA's interfaces"),
    (5, 0, "runtime/core", "memory, launches"),
    (1, 1, "lexer", "tokens"),
    (2, 1, "parser/cuda", "checked tree"),
    (3, 1, "ir/lower", "IR"),
    (4, 1, "ir/opt", "optimised IR"),
    (5, 1, "ir/print", "PTX"),
    (0, 2, "kernel.ptx", "PTX"),
    (1, 2, "lexer", "tokens"),
    (2, 2, "parser/ptx", "syntax tree"),
    (3, 2, "ir/read", "IR"),
    (4, 2, "ir/analysis", "IR with analyses"),
    (5, 2, "backend/machine", "warps, memory"),
    (3, 3, "backend/watch", "checks, counts"),
    (4, 3, "backend/interp", "decoded code"),
    (5, 3, "backend/llvm", "machine code"),
]


def pipeline(listed):
    """From a source to results."""
    p = Picture("From CUDA C++ or PTX to results")
    left = lambda column: 10 + STEP * column
    top = lambda row: 10 + 84 * row
    mid = lambda column: left(column) + WIDE // 2
    for column, row, name, makes in STEPS:
        folder = name.split("/")[0]
        if folder in COLOURS and not any(f"{r}/".startswith(f"{name}/") or f"{name}/".startswith(f"{r}/") for r in listed):
            sys.exit(f"docs/architecture.py: {name} in STEPS is no room of tests/layers.sh")
        p.box(left(column), top(row), WIDE, HIGH, COLOURS.get(folder, ""))
        p.text(mid(column), top(row) + 18, name, "name", "middle")
        p.text(mid(column), top(row) + 34, makes, "small", "middle")
    for row, first, last in ((0, 0, 5), (1, 1, 5), (2, 0, 5)):
        for column in range(first, last):
            p.arrow((left(column) + WIDE, top(row) + 22), (left(column + 1) - 1, top(row) + 22))
    # The device half of a source; its PTX becomes a part of the program; the runtime loads that.
    p.arrow((mid(0), top(0) + HIGH), (mid(0), top(1) + 22), (left(1) - 1, top(1) + 22))
    p.text(mid(0) + 6, top(1) + 6, "device", "small")
    between = top(1) - 18
    p.arrow((mid(5), top(1)), (mid(5), between), (mid(3), between), (mid(3), top(0) + HIGH + 1))
    below, edge = top(2) - 18, left(5) + WIDE + 14
    p.arrow((left(5) + WIDE, top(0) + 22), (edge, top(0) + 22), (edge, below), (mid(0), below), (mid(0), top(2) - 1))
    p.text(mid(0) + 8, below - 5, "loads the program's PTX", "small")
    # The engines over the machine.
    for column in (3, 4, 5):
        p.arrow((mid(5), top(2) + HIGH), (mid(5), top(3) - 20), (mid(column), top(3) - 20), (mid(column), top(3) - 1))
    p.arrow((mid(5), top(3) - 20), (left(2) + WIDE, top(3) - 20))
    p.text(left(2) + WIDE - 6, top(3) - 16, "bytes in memory, faults, findings", "small", "end")
    return p.svg()


def main():
    listed = rooms()
    for name, text in (("architecture.svg", architecture(listed)), ("pipeline.svg", pipeline(listed))):
        path = os.path.join(HERE, name)
        if "--check" not in sys.argv:
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
            continue
        try:
            with open(path, encoding="utf-8") as f:
                same = f.read() == text
        except FileNotFoundError:
            same = False
        if not same:
            sys.exit(f"docs/{name} is not what docs/architecture.py draws; run it")


main()
