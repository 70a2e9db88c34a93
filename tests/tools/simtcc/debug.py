#!/usr/bin/env python3
"""debug.py SIMTCC FOLDER [--update]: what `simtcc -G` records of FOLDER/*.cu, read back from the sections of the
PTX and printed as a tree, must be that of the .out file beside it. Checked as well: the labels of scopes stand in
the function's text in this order, and the variables that locations name are declared there.

SPDX-License-Identifier: Apache-2.0
"""
import re
import subprocess
import sys
from pathlib import Path

TAG = {0x01: "array", 0x04: "enum", 0x05: "parameter", 0x0b: "block", 0x0d: "member", 0x0f: "pointer",
       0x10: "reference", 0x11: "unit", 0x13: "struct", 0x15: "function type", 0x17: "union", 0x1c: "base class",
       0x1d: "inlined", 0x21: "range", 0x24: "base", 0x26: "const", 0x28: "enumerator", 0x2e: "function", 0x34: "variable",
       0x35: "volatile", 0x3b: "unspecified"}
CLASS = {4: "const", 5: "global", 6: "local", 7: "param", 8: "shared"}
SIZE = {"b8": 1, "b16": 2, "b32": 4, "b64": 8, "u8": 1, "u32": 4, "u64": 8}
# attributes
VALUE = 0x1c
LOCATION, NAME, BYTES, BIT_OFFSET, BITS, LOW, HIGH, UPPER, ORIGIN, SPACE, AT, LINE, ENCODING, TYPE, CALL_LINE = (
    0x02, 0x03, 0x0b, 0x0c, 0x0d, 0x11, 0x12, 0x2f, 0x31, 0x33, 0x38, 0x3b, 0x3e, 0x49, 0x59)


def sections(ptx):
    """Name -> list of bytes; a symbol is its name at its first byte and None at the others."""
    found = {}
    for name, body in re.findall(r"\.section (\S+)\n\{\n(.*?)\n\}", ptx, re.S):
        data = found[name] = []
        for line in body.splitlines():
            if not line.startswith("\t"):
                continue
            kind, value = line.split()
            size = SIZE[kind[1:]]
            if re.fullmatch(r"-?\d+", value):
                data += list(int(value).to_bytes(size, "little", signed=int(value) < 0))
            else:
                data += [value] + [None] * (size - 1)
    return found


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self, size):
        part = self.data[self.at:self.at + size]
        self.at += size
        return part[0] if isinstance(part[0], str) else int.from_bytes(bytes(part), "little")

    def uleb(self):
        value = shift = 0
        while True:
            byte = self.number(1)
            value |= (byte & 0x7f) << shift
            shift += 7
            if byte < 0x80:
                return value

    def string(self):
        end = self.data.index(0, self.at)
        text = bytes(self.data[self.at:end]).decode()
        self.at = end + 1
        return text

    def form(self, form):
        if form == 0x08:
            return self.string()
        if form == 0x0a:
            size = self.number(1)
            self.at += size
            return self.data[self.at - size:self.at]
        return self.number({0x01: 8, 0x06: 4, 0x07: 8, 0x0b: 1, 0x0c: 1, 0x13: 4}[form])


def abbreviations(data):
    r, table = Reader(data), {}
    while code := r.uleb():
        tag, inner, attributes = r.uleb(), r.number(1), []
        while True:
            pair = r.uleb(), r.uleb()
            if pair == (0, 0):
                break
            attributes.append(pair)
        table[code] = tag, inner, attributes
    assert r.at == len(data), "bytes after the abbreviations"
    return table


class Entry:
    def __init__(self, tag, attributes):
        self.tag, self.attributes, self.inner = tag, attributes, []

    def get(self, attribute, default=None):
        return self.attributes.get(attribute, default)


def entries(data, table):
    """The unit's entry, and all by their offsets."""
    r, by_offset, stack = Reader(data), {}, []
    assert r.number(4) == len(data) - 4, "length of the unit"
    assert r.number(2) == 2, "version"
    assert r.number(4) == ".debug_abbrev" and r.number(1) == 8
    while r.at < len(data):
        offset, code = r.at, r.uleb()
        if not code:
            stack.pop()
            continue
        tag, inner, attributes = table[code]
        e = by_offset[offset] = Entry(TAG[tag], {a: r.form(f) for a, f in attributes})
        if stack:
            stack[-1].inner.append(e)
        else:
            unit = e
        if inner:
            stack.append(e)
    assert not stack, "entries that do not end"
    return unit, by_offset


class Printer:
    def __init__(self, by_offset, text):
        self.by_offset, self.text, self.out = by_offset, text, []

    def type(self, e):
        if TYPE not in e.attributes:
            return "void"
        t = self.by_offset[e.get(TYPE)]
        if t.tag == "pointer":
            return self.type(t) + " *"
        if t.tag == "reference":
            return self.type(t) + " &"
        if t.tag in ("const", "volatile"):
            return t.tag + " " + self.type(t)
        if t.tag == "array":
            return self.type(t) + "".join(f"[{r.get(UPPER, -1) + 1}]" for r in t.inner)
        return t.get(NAME, "") or t.tag

    def location(self, e):
        if LOCATION not in e.attributes:
            return "nowhere"
        data = e.get(LOCATION)
        r = Reader(data)
        assert r.number(1) == 3, "the location is an address"
        symbol, text = r.number(8), ""
        assert re.search(rf"[.\w ]+ {re.escape(symbol)}\b", self.text), f"{symbol} is not declared"
        while r.at < len(data):
            op = r.number(1)
            text += f"+{r.uleb()}" if op == 0x23 else {6: ", indirect"}[op]
        return f"{CLASS[e.get(SPACE)]} {symbol}{text}"

    def range(self, e):
        low, high = (self.text.find(f"\n{e.get(a)}:\n") for a in (LOW, HIGH))
        assert 0 <= low <= high, f"{e.get(LOW)} .. {e.get(HIGH)}"
        return low, high

    def scope(self, e, depth, around):
        say = lambda text: self.out.append("  " * depth + text)
        if e.tag in ("function", "inlined", "block"):
            if LOW not in e.attributes:
                return
            low, high = self.range(e)
            assert around[0] <= low and high <= around[1], "a scope leaves the one around it"
            if e.tag == "inlined":
                say(f"inlined {self.by_offset[e.get(ORIGIN)].get(NAME)} from line {e.get(CALL_LINE)}")
            elif e.tag == "function":
                say(f"function {self.type(e)} {e.get(NAME)} line {e.get(LINE)}")
            else:
                say("block")
            for i in e.inner:
                self.scope(i, depth + 1, (low, high))
        elif e.tag in ("parameter", "variable"):
            say(f"{e.tag} {self.type(e)} {e.get(NAME)} line {e.get(LINE)}: {self.location(e)}")
        elif e.tag in ("struct", "union"):
            say(f"{e.tag} {e.get(NAME) or 'unnamed'}, {e.get(BYTES)} bytes")
            for i in e.inner:
                bits = f" : {i.get(BITS)} (bit {i.get(BYTES) * 8 - i.get(BIT_OFFSET) - i.get(BITS)})" \
                    if BITS in i.attributes else ""
                where = Reader(i.get(AT))
                assert where.number(1) == 0x23
                self.out.append(f"  {i.tag} {self.type(i)} {i.get(NAME, '')}{bits} at {where.uleb()}")
        elif e.tag == "enum":
            values = [f"{i.get(NAME)} = {i.get(VALUE) - (i.get(VALUE) >> 63 << 64)}" for i in e.inner]
            say(f"enum {e.get(NAME) or 'unnamed'}, {e.get(BYTES)} bytes: {', '.join(values)}")


def dump(ptx):
    found = sections(ptx)
    unit, by_offset = entries(found[".debug_info"], abbreviations(found[".debug_abbrev"]))
    p = Printer(by_offset, ptx)
    for e in unit.inner:
        p.scope(e, 0, (0, len(ptx)))
    return "\n".join(p.out) + "\n"


def main():
    simtcc, folder, failed = Path(sys.argv[1]).resolve(), Path(sys.argv[2]), 0
    sources = sorted(folder.glob("*.cu"))
    for path in sources:
        done = subprocess.run([simtcc, "-G", "-std=c++17", "-ptx", path.name, "-o", "-"], cwd=path.parent,
                              capture_output=True, text=True, timeout=120)
        got = dump(done.stdout) if done.returncode == 0 else done.stderr
        golden = path.with_suffix(".out")
        if "--update" in sys.argv:
            golden.write_text(got)
        elif got != golden.read_text():
            failed += 1
            print(f"{path.name}: is now\n{got}")
    print(f"{len(sources) - failed} passed, {failed} failed")
    return failed > 0 or not sources


sys.exit(main())
