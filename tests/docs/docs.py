#!/usr/bin/env python3
"""docs.py - what documents say of the tree, compared with the tree.

usage: docs.py ROOT

- docs/architecture.svg and docs/pipeline.svg are what docs/architecture.py draws of the rooms in tests/layers.sh;
- links lead to files that exist, and a path that begins with a folder of ROOT, such as `backend/watch/racecheck.c`, exists, in
  blocks of code, too;
- `racecheck.c`, that is the name of a source without a folder, is the name of some file of the tree;
- functions and macros that docs/tour.md and CONTRIBUTING.md name, such as `overload_pick`, stand in some source;
- docs/tour.md has a row for each room; docs/README.md lists every page; README.md has at most 100 lines.

SPDX-License-Identifier: Apache-2.0"""
import glob
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs"))
import architecture  # noqa: E402

TOP = "base lexer preprocessor parser ir backend runtime tools include tests bench examples docs".split()
# What only a build makes, and files of users in examples.
NOT_HERE = set("backend/sources.h tools/simtcc/cuda tests/cache tests/ptx/grid/grid tests/random/programs/rand "
               "tests/random/addresses/wild".split())
README_LINES = 100


def pages():
    """The pages; course.py looks at those of the course."""
    found = [p for p in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md") if os.path.exists(p)]
    return found + sorted(glob.glob("docs/*.md")) + sorted(glob.glob("docs/recipes/*.md")) + sorted(glob.glob("examples/*.md")) + sorted(glob.glob("bench/README.md"))


def names_of_files():
    names = set()
    for top in TOP:
        for _, _, files in os.walk(top):
            names.update(files)
    return names


def sources():
    """The text of all sources of the rooms, and of the headers."""
    found = []
    for top in TOP[:9]:
        for folder, _, files in os.walk(top):
            for name in files:
                if name.endswith((".c", ".h", ".def", ".y", ".l")):
                    with open(os.path.join(folder, name), encoding="utf-8") as f:
                        found.append(f.read())
    return "\n".join(found)


def braces(path):
    """a/{b,c}.h as a/b.h and a/c.h."""
    m = re.match(r"(.*?)\{([^}]*)\}(.*)", path)
    return [p for part in m.group(2).split(",") for p in braces(m.group(1) + part + m.group(3))] if m else [path]


def is_wrong(path, names):
    """Checks whether no file of the tree has the path, or the name of a source."""
    path = path.replace("NAME", "*").rstrip("/.")
    first, slash, rest = path.partition("/")
    if path in NOT_HERE or not re.fullmatch(r"[\w./*+-]+", path):
        return False
    if slash:
        return rest and first in TOP and not glob.glob(path)
    return re.fullmatch(r"[\w*-]+\.(c|h|def|y|l)", path) and "*" not in path and path not in names


def wrong_in(page, text, names):
    """Returns what the text names and the tree does not have."""
    fences = re.findall(r"^```.*?^```", text, flags=re.M | re.S)
    prose = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", prose):
        if not re.match(r"https?:|mailto:", target) and not os.path.exists(os.path.join(os.path.dirname(page), target)):
            yield f"a link to {target}, which does not exist"
    found = [path for word in re.findall(r"`([^`\n]+)`", prose) for path in braces(word)]
    for fence in fences:
        found += re.findall(r"(?<![\w./-])(?:%s)/[\w./*-]+" % "|".join(TOP), fence)
    for path in found:
        if is_wrong(path, names):
            yield f"{path}, which does not exist"


def main():
    os.chdir(sys.argv[1])
    wrong, names, count = [], names_of_files(), 0
    drawn = subprocess.run([sys.executable, "docs/architecture.py", "--check"], capture_output=True, text=True)
    if drawn.returncode:
        wrong.append(drawn.stderr.strip())
    for page in pages():
        count += 1
        with open(page, encoding="utf-8") as f:
            text = f.read()
        wrong += [f"{page} names {what}" for what in wrong_in(page, text, names)]
    with open("docs/tour.md", encoding="utf-8") as f:
        tour = f.read()
    wrong += [f"docs/tour.md has no row for the room {room}" for room in architecture.rooms() if f"\n| `{room}` |" not in tour]
    with open("docs/README.md", encoding="utf-8") as f:
        index = f.read()
    wrong += [f"docs/README.md does not list {os.path.basename(p)}" for p in glob.glob("docs/*.md")
              if p != "docs/README.md" and f"]({os.path.basename(p)})" not in index]
    with open("README.md", encoding="utf-8") as f:
        lines = len(f.readlines())
    if lines > README_LINES:
        wrong.append(f"README.md has {lines} lines, more than {README_LINES}")
    text = sources()
    for page in ("docs/tour.md", "CONTRIBUTING.md"):
        with open(page, encoding="utf-8") as f:
            named = set(re.findall(r"`([A-Za-z]\w*_\w+)(?:\(\))?`", f.read()))
        wrong += [f"{page} names {word}, which no source has" for word in sorted(named)
                  if "NAME" not in word and not re.search(rf"\b{word}\b", text)]
    for what in wrong:
        print(what)
    print(f"{count} pages, {len(wrong)} wrong")
    return bool(wrong)


sys.exit(main())
