#!/usr/bin/env python3
"""forward.py LIBRARY OUTPUT [--without=NAME,...] [--alias=OLD=NEW,...]: assembly of a function for each one that the
library exports, which jumps there. It is linked as the library of an older release, whose names and versions old programs ask
for: runtime/older/meson.build.

SPDX-License-Identifier: Apache-2.0
"""
import struct
import sys


def exported(path):
    """(name, version) of each function in the dynamic symbols of a 64-bit, little-endian ELF file."""
    with open(path, "rb") as f:
        data = f.read()
    at, size, n = struct.unpack_from("<Q", data, 40)[0], *struct.unpack_from("<HH", data, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, at + i * size) for i in range(n)]

    def text(table, place):
        start = sections[table][4] + place
        return data[start:data.index(b"\0", start)].decode()

    symbols = next(s for s in sections if s[1] == 11)  # SHT_DYNSYM
    versions = next((s for s in sections if s[1] == 0x6fffffff), None)  # SHT_GNU_versym
    names = {}
    for s in sections:
        if s[1] == 0x6ffffffd:  # SHT_GNU_verdef
            place = s[4]
            for _ in range(s[7]):
                _, _, index, _, _, aux, after = struct.unpack_from("<HHHHIII", data, place)
                names[index] = text(s[6], struct.unpack_from("<I", data, place + aux)[0])
                place += after
    for i in range(symbols[5] // 24):
        name, info, _, section, _, _ = struct.unpack_from("<IBBHQQ", data, symbols[4] + i * 24)
        if section and section < 0xff00 and info & 15 == 2 and info >> 4 in (1, 2):
            version = struct.unpack_from("<H", data, versions[4] + 2 * i)[0] & 0x7fff if versions else 1
            yield text(symbols[6], name), names.get(version) if version > 1 else None


def write(out, name, to, version):
    out.write(".globl %s\n.type %s, @function\n%s:\n\tFORWARD(to.%s)\n.size %s, . - %s\n" % (name, name, name, name, name, name))
    out.write(".symver to.%s, %s@%s\n" % (name, to, version))


HEAD = """/* Made by runtime/older/forward.py. */
#if defined(__x86_64__)
# define FORWARD(to) endbr64; jmp *to@GOTPCREL(%rip)
#elif defined(__aarch64__)
# define FORWARD(to) adrp x16, :got:to; ldr x16, [x16, :got_lo12:to]; br x16
#endif
.section .note.GNU-stack,"",%progbits
.text
"""


def main():
    library, output, *options = sys.argv[1:]
    lists = {"without": [], "alias": []}
    for o in options:
        key, _, value = o[2:].partition("=")
        lists[key] += [w for w in value.split(",") if w]
    functions = dict(exported(library))
    with open(output, "w") as out:
        out.write(HEAD)
        for name, version in sorted(functions.items()):
            if version and name not in lists["without"]:
                write(out, name, name, version)
        for old, new in (a.split("=") for a in lists["alias"]):
            if new not in functions:
                sys.exit("%s: %s has no %s" % (sys.argv[0], library, new))
            write(out, old, new, functions[new])


main()
