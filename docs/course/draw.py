#!/usr/bin/env python3
"""draw.py - pictures (SVG) of what the tools write down. Needs nothing but Python.

  draw.py lanes RECORDING PTX [--values] [--steps A:B]   lanes of a warp, step by step (SIMT_RECORD=RECORDING)
  draw.py masks RECORDING PTX                      the same as text: lane 0 is the bit on the right
  draw.py chains RECORDING PTX                     instructions by when their operands are there
  draw.py timeline TRACE                           streams and kernels (SIMT_TRACE=TRACE)
  draw.py occupancy PAGE                           the table of the page (simtrun --explain-page=PAGE)
  draw.py conflicts PROFILE [PROFILE]              passes through shared memory by source line
                                                   (SIMT_PROFILE=json:PROFILE)
Options of all:
  --kernel=TEXT    the kernel whose name has TEXT in it; without it the first one
  --warp=CTA:WARP  the warp of a recording; without it 0:0, the first warp of the first block
  -o FILE          where the picture goes; without it the standard output

SPDX-License-Identifier: Apache-2.0
"""
import html
import html.parser
import json
import re
import sys

FULL = 0xffffffff
# Readable on white and on black; told apart by who cannot tell red from green.
BLUE, ORANGE, GREY, TEAL, VIOLET = "#4a86c5", "#d9822b", "#8a8a8a", "#2b9c8f", "#8d6cab"
STYLE = """
  text { font: 12px ui-monospace, monospace; fill: #333 }
  .title { font-weight: bold } .small { font-size: 10px } .on { fill: #fff }
  .paper { fill: #fff } .line { stroke: #333; fill: none } .faint { stroke: #8886; fill: none }
  @media (prefers-color-scheme: dark) { text { fill: #ccc } .on { fill: #fff } .paper { fill: #1c1c1c } .line { stroke: #ccc } }
"""


class Picture:
    """Shapes in the order in which they are drawn."""

    def __init__(self):
        self.shapes, self.width, self.height = [], 0, 0

    def reach(self, x, y):
        self.width, self.height = max(self.width, x), max(self.height, y)

    def text(self, x, y, text, kind="", anchor="start"):
        extra = f' class="{kind}"' if kind else ""
        anchor = f' text-anchor="{anchor}"' if anchor != "start" else ""
        self.shapes.append(f'<text x="{x:g}" y="{y:g}"{extra}{anchor}>{html.escape(text)}</text>')
        self.reach(x + (7.3 * len(text) if not anchor else 0), y + 6)

    def box(self, x, y, w, h, fill, hint="", opacity=1, stroke=""):
        opacity = f' fill-opacity="{opacity:g}"' if opacity != 1 else ""
        stroke = f' stroke="{stroke}"' if stroke else ""
        hint = f"><title>{html.escape(hint)}</title></rect>" if hint else "/>"
        self.shapes.append(f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" fill="{fill}"{opacity}{stroke}{hint}')
        self.reach(x + w, y + h)

    def path(self, d, kind="line", colour="", dash="", arrow=False):
        style = f' style="stroke:{colour}"' if colour else ""
        dash = f' stroke-dasharray="{dash}"' if dash else ""
        arrow = ' marker-end="url(#arrow)"' if arrow else ""
        self.shapes.append(f'<path class="{kind}" d="{d}"{style}{dash}{arrow}/>')

    def svg(self):
        w, h = self.width + 10, self.height + 10
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{w:g}" height="{h:g}" viewBox="0 0 {w:g} {h:g}">\n'
                f"<style>{STYLE}</style>\n<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
                'markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#888"/></marker></defs>\n'
                f'<rect class="paper" width="{w:g}" height="{h:g}"/>\n')
        return head + "\n".join(self.shapes) + "\n</svg>\n"


# ---- recordings ----

def choose(kernels, wanted):
    for k in kernels:
        if wanted in k["name"]:
            return k
    sys.exit(f"draw.py: no kernel here is called '{wanted}'; there are: {', '.join(k['name'] for k in kernels)}")


def steps_of(options):
    """(the kernel, its steps as (PTX line, text, active lanes, lanes that run, registers written))."""
    with open(options["files"][0]) as f:
        kernel = choose(json.load(f)["kernels"], options["kernel"])
    with open(options["files"][1]) as f:
        lines = f.read().splitlines()
    cta, _, warp = options["warp"].partition(":")
    recorded = [w for w in kernel["warps"] if [str(w["cta"]), str(w["warp"])] == [cta, warp]]
    if not recorded:
        sys.exit("draw.py: warp %s is not in this recording; there are: %s" % (
            options["warp"], ", ".join(f"{w['cta']}:{w['warp']}" for w in kernel["warps"])))
    steps = []
    for line, active, runs, registers, *_ in recorded[0]["steps"]:
        if line > len(lines):
            sys.exit("draw.py: the recording is not of this PTX: it has no line %d" % line)
        steps.append((line, lines[line - 1].strip().rstrip(";"), active, runs, registers))
    first, _, last = options["steps"].partition(":")
    return kernel, steps[int(first or 0):int(last or len(steps))]


def values_of(text):
    """A register in each lane, from "7", "7:4" or a value for each."""
    parts = text.split()
    if len(parts) == 32:
        return parts
    first, _, step = parts[0].partition(":")
    if not step:
        return [first] * 32
    base = 16 if first.startswith("0x") else 10
    number = [int(first, base) + int(step, base) * lane for lane in range(32)]
    return [hex(n) if base == 16 else str(n) for n in number]


def short(value):
    return value if len(value) <= 5 else "." + value[-4:]


def draw_lanes(options):
    """One row for each instruction, one column for each lane: filled where it runs."""
    kernel, steps = steps_of(options)
    values = options["values"]
    wide, high = (38, 15) if values else (13, 13)
    left = 8 + 7.3 * (max(len(s[1]) for s in steps) + 6)
    p = Picture()
    cta, _, warp = options["warp"].partition(":")
    p.text(8, 16, f"{kernel['name']}: warp {warp} of block {cta}, one instruction a row", "title")
    for lane in range(32):
        if lane % (1 if values else 4) == 0 or lane == 31:
            p.text(left + lane * wide + wide / 2, 34, str(lane), "small", "middle")
    y = 40
    for line, text, active, runs, registers in steps:
        p.text(8, y + high - 3, f"{line:>4}  {text}")
        written = [values_of(v) for r, v in registers.items()] if values else []
        for lane in range(32):
            if not active >> lane & 1:
                continue
            is_on = bool(runs >> lane & 1)
            p.box(left + lane * wide, y, wide - 1, high - 1, BLUE if active == FULL else ORANGE,
                  opacity=1 if is_on else 0.35)
            if written and is_on:
                p.text(left + lane * wide + wide / 2, y + high - 4, short(written[0][lane]), "small on", "middle")
        y += high
    p.text(left, y + 16, "all lanes", "small")
    p.box(left + 60, y + 7, 10, 10, BLUE)
    p.text(left + 90, y + 16, "some lanes", "small")
    p.box(left + 156, y + 7, 10, 10, ORANGE)
    p.text(left + 186, y + 16, "guard is false", "small")
    p.box(left + 276, y + 7, 10, 10, ORANGE, opacity=0.35)
    p.reach(left + 32 * wide, y + 22)
    return p


def print_masks(options):
    for line, text, active, runs, registers in steps_of(options)[1]:
        print(f"{line:4}  {active:032b}  {text}")


REGISTER = re.compile(r"%(?!tid|ntid|ctaid|nctaid|laneid|warpid)[a-z]+\d*\b")


def draw_chains(options):
    """Instructions in columns: in column n those whose operands are there after n others, one after the other."""
    kernel, steps = steps_of(options)
    ready, columns = {}, []
    for line, text, active, runs, registers in steps:
        opcode = text.split()[1 if text.startswith("@") else 0]
        read = [r for r in REGISTER.findall(text) if r not in registers]
        # what is written and read (add %r1, %r1, 4): it stands more than once in the text
        read += [r for r in registers if len(re.findall(re.escape(r) + r"\b", text)) > 1]
        at = max([ready.get(r, 0) for r in read], default=0)
        for r in registers:
            ready[r] = at + 1
        while len(columns) <= at:
            columns.append([])
        columns[at].append((opcode, line, text))
    p = Picture()
    p.text(8, 16, f"{kernel['name']}: {len(steps)} instructions of a warp, {len(columns)} steps if each took one and "
           "nothing waited but for operands", "title")
    colour = {"ld": TEAL, "st": TEAL, "bra": GREY, "add.f32": ORANGE, "add.rn.f32": ORANGE, "fma.rn.f32": ORANGE}
    size, x0, most = 7, 8, max(map(len, columns))
    most = min(most, 60)
    for n, column in enumerate(columns):
        for k, (opcode, line, text) in enumerate(sorted(column, key=lambda c: c[0])[:most]):
            fill = colour.get(opcode, colour.get(opcode.split(".")[0], BLUE))
            p.box(x0 + n * size, 30 + (most - 1 - k) * size, size - 1, size - 1, fill, f"line {line}: {text}")
    y = 30 + most * size
    p.path(f"M{x0} {y}H{x0 + len(columns) * size}", "faint")
    for i, (name, fill) in enumerate((("float arithmetic", ORANGE), ("memory", TEAL), ("branches", GREY), ("the rest", BLUE))):
        p.box(x0 + i * 150, y + 10, 9, 9, fill)
        p.text(x0 + 14 + i * 150, y + 19, name, "small")
    return p


# ---- timelines ----

def kernel_name(shown):
    """A function's name without its parameters."""
    return shown.split("(")[0]


def draw_timeline(options):
    """Rows: the host's thread, then each stream. To the scale of this machine, which says nothing about a GPU."""
    with open(options["files"][0]) as f:
        events = json.load(f)["traceEvents"]
    names = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["name"] == "thread_name"}
    shown = {"kernel": BLUE, "copy": TEAL, "fill": TEAL, "graph": GREY, "event": ORANGE, "host": VIOLET, "api": GREY}
    picked = [e for e in events if e.get("cat") in shown and e["ph"] in "Xi" and
              (e["pid"] >= 1000 or e["cat"] == "copy" or e["cat"] == "api" and re.search("Launch|Wait|Synchronize|Memcpy|Record", e["name"]))]
    picked = [e for e in picked if e["pid"] < 2000]
    if not picked:
        sys.exit("draw.py: this timeline has no kernels")
    # Gaps are shortened: what matters is who waits for whom.
    edges = sorted({t for e in picked for t in (e["ts"], e["ts"] + e.get("dur", 0))})
    place, x = {}, 0.0
    for before, now in zip([edges[0]] + edges, edges):
        x += min(max((now - before) ** 0.5 * 2.2, 14 if now > before else 0), 90)
        place[now] = x
    rows = sorted({(e["pid"], e["tid"]) for e in picked})
    p, left, high = Picture(), 100, 30
    p.text(8, 16, "what ran when; gaps are shortened, and the times are those of this machine", "title")
    y_of, boxes = {}, {}
    for i, row in enumerate(rows):
        y_of[row] = 30 + i * (high + 8)
        p.text(8, y_of[row] + 19, names.get(row, "host"))
        p.path(f"M{left} {y_of[row] + high + 4}H{left + x}", "faint")
    for e in sorted(picked, key=lambda e: (e["ts"], -e.get("dur", 0))):
        y, a = y_of[e["pid"], e["tid"]], left + place[e["ts"]]
        w = max(left + place[e["ts"] + e.get("dur", 0)] - a, 3)
        name = kernel_name(e["name"])
        p.box(a, y, w, high, shown[e["cat"]], f"{name} {json.dumps(e.get('args', {}))}", 0.85, "#fff")
        if len(name) * 6.2 < w:
            p.text(a + w / 2, y + 19, name, "small on", "middle")
        elif e["cat"] == "event":
            p.text(a, y - 1, name, "small", "middle")
        if "grid_id" in e.get("args", {}):
            boxes[e["args"]["grid_id"]] = (a, w, y, e["args"].get("parent"))
    for a, w, y, parent in boxes.values():
        if parent in boxes:
            pa, pw, py, _ = boxes[parent]
            x1, x2 = pa + pw / 2, a + w / 2
            drop = py + high + 12 + min((x2 - x1) / 6, 70)
            p.path(f"M{x1:g} {py + high}C{x1:g} {drop:g} {x2:g} {drop:g} {x2:g} {y + high + 1}", colour=ORANGE, arrow=True)
            p.reach(0, drop)
    p.reach(left + x + 8, 30 + len(rows) * (high + 8))
    return p


# ---- occupancy ----

class Tables(html.parser.HTMLParser):
    """The rows of the first table after "<summary>Occupancy", and the paragraph before it."""

    def __init__(self):
        super().__init__()
        self.inside = self.over = False
        self.rows, self.words = [], []

    def handle_starttag(self, tag, attributes):
        if self.inside and tag == "tr":
            self.rows.append([])
        if self.inside and tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        if tag == "table" and self.inside:
            self.inside, self.over = False, True

    def handle_data(self, data):
        if data == "Occupancy" and not self.over:
            self.inside = True
        elif self.inside and self.rows and self.rows[-1]:
            self.rows[-1][-1] += data.strip()
        elif self.inside:
            self.words.append(data.strip())


def draw_occupancy(options):
    with open(options["files"][0]) as f:
        table = Tables()
        table.feed(f.read())
    rows = [dict(zip(table.rows[0], r)) for r in table.rows[1:] if len(r) == len(table.rows[0])] if table.rows else []
    if not rows:
        sys.exit("draw.py: this page has no table of occupancy")
    p = Picture()
    p.text(8, 16, "warps of a multiprocessor that blocks of a size can keep there, and what stops more", "title")
    y = 30
    for row in rows:
        part = float(row["occupancy"].rstrip("%")) / 100
        p.text(8, y + 14, f"{row['threads']:>5} threads")
        p.box(110, y, 320, 18, GREY, opacity=0.2)
        p.box(110, y, 320 * part, 18, BLUE if part == 1 else ORANGE, f"{row['blocks']} blocks")
        p.text(440, y + 14, f"{row['warps']:>8} warps in {row['blocks']} blocks, limited by {row['limited by']}")
        y += 24
    return p


# ---- shared memory ----

def draw_conflicts(options):
    """For each profile and source line: passes that accesses took, those that bank conflicts cost in orange."""
    p, y = Picture(), 34
    p.text(8, 16, "passes through shared memory, by source line; orange: because of bank conflicts", "title")
    rows = []
    for path in options["files"]:
        with open(path) as f:
            kernel = choose(json.load(f)["kernels"], options["kernel"])
        for line in kernel["lines"]:
            total = conflicts = 0
            for name, value in line["metrics"].items():
                total += value if re.search("wavefronts_mem_shared_op_(ld|st)", name) else 0
                conflicts += value if re.search("bank_conflicts_pipe_lsu_mem_shared_op_(ld|st)", name) else 0
            if total:
                rows.append((kernel_name(kernel["name"]), line["line"], total, conflicts))
    most = max([r[2] for r in rows], default=1)
    for name, line, total, conflicts in rows:
        p.text(8, y + 13, f"{name}, line {line}")
        left, unit = 240, 400 / most
        p.box(left, y, (total - conflicts) * unit, 17, BLUE, f"{total - conflicts} needed")
        p.box(left + (total - conflicts) * unit, y, conflicts * unit, 17, ORANGE, f"{conflicts} conflicts")
        p.text(left + total * unit + 8, y + 13, f"{int(total)} passes, {int(conflicts)} of them conflicts")
        y += 24
    return p


DRAW = {"lanes": draw_lanes, "chains": draw_chains, "timeline": draw_timeline, "occupancy": draw_occupancy, "conflicts": draw_conflicts}


def main():
    words, options = sys.argv[1:], {"kernel": "", "warp": "0:0", "o": None, "values": False, "steps": ":", "files": []}
    while words:
        word = words.pop(0)
        if word == "-o" and words:
            options["o"] = words.pop(0)
        elif word == "--steps" and words:
            options["steps"] = words.pop(0)
        elif word == "--values":
            options["values"] = True
        elif word.startswith("--kernel="):
            options["kernel"] = word[9:]
        elif word.startswith("--warp="):
            options["warp"] = word[7:]
        elif word.startswith("-"):
            sys.exit(f"draw.py: unknown option '{word}'\n{__doc__}")
        else:
            options["files"].append(word)
    if not options["files"]:
        print(__doc__.strip())
        return
    if options["files"][0] == "masks" and len(options["files"]) == 3:
        options["files"].pop(0)
        print_masks(options)
        return
    if len(options["files"]) < 2 or options["files"][0] not in DRAW:
        sys.exit(__doc__)
    draw = DRAW[options["files"].pop(0)]
    if draw in (draw_lanes, draw_chains) and len(options["files"]) != 2:
        sys.exit(__doc__)
    svg = draw(options).svg()
    if options["o"]:
        with open(options["o"], "w") as f:
            f.write(svg)
    else:
        sys.stdout.write(svg)


if __name__ == "__main__":
    main()
