#!/usr/bin/env python3
"""gallery.py SIMTCC FOLDER PAGE [--update] [--mended=N] [NAME]...: mistakes that were found in published code, each made anew.

NAME.cu begins with a title, `link:`, `what:`, and what tests/tools/check/check.py knows. Checked mode must find exactly
what is expected, at the line that ends in `// bug`, and nothing in the same program compiled with -DFIXED (with --mended=N, of each Nth). PAGE,
docs/gallery.md, is made of them; --update writes it, without it the test compares.

SPDX-License-Identifier: Apache-2.0
"""
import difflib
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools" / "check"))
from check import Expectation, compare, findings_of  # noqa: E402

HEAD = """# Mistakes that others have made

{count} races, hangs, wild accesses and other mistakes that were found in published code: each made anew as a small program from
its description, with the report of `simtrun --check` and what mends it. The test `gallery` runs all of them: each is found, at
the line that is marked, and nothing is found in the mended programs. This page is made from [`tests/gallery`](../tests/gallery)
by `tests/gallery/gallery.py --update`.

"""
LINES_OF_REPORT, PROBLEMS_SHOWN = 6, 4


def build(simtcc, source, app, *flags):
    head = dict(re.findall(r"^// (build): *(.*?) *$", source.read_text(), re.M))
    done = subprocess.run([simtcc, "-std=c++17", "-arch=sm_90", "-lineinfo", "-cudart", "shared", *head.get("build", "").split(),
                           *flags, source.name, "-o", app], cwd=source.parent, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)


def report_of(app, check):
    """The first record as text, without what differs from run to run."""
    env = {**os.environ, "SIMT_CHECK": f"{check},no-stack,vendor,limit=1"}
    text = subprocess.run([app], env=env, capture_output=True, text=True, errors="replace", timeout=100).stderr
    lines = [line for line in text.splitlines() if line.startswith("========= ")]
    end = next((i for i, line in enumerate(lines) if i and not line[10:].strip()), len(lines))
    lines = lines[:min(end, LINES_OF_REPORT)]
    return [re.sub(r"0x20[0-9a-f]{8,}", "ADDRESS", re.sub(r"\+0x[0-9a-f]+ in", " in", x)).rstrip() for x in lines]


def parts(text):
    """The lines of the program, and of each whether it is in both, the wrong (-) or the mended one (+)."""
    out, branch, mark = [], None, " "
    for line in text.splitlines():
        if line in ("#ifdef FIXED", "#ifndef FIXED"):
            branch, mark = {"-": [], "+": []}, "+" if line == "#ifdef FIXED" else "-"
        elif line == "#else":
            mark = "-" if mark == "+" else "+"
        elif line == "#endif" and branch:
            out += branch["-"] + branch["+"]
            branch, mark = None, " "
        elif branch:
            branch[mark].append((mark, line))
        elif out or not line.startswith("// "):
            out.append((mark, line))
    return out


def chapter(source, title, head, report):
    code = [f"{mark}{line}".rstrip() for mark, line in parts(source.read_text())]
    return "\n".join([f"## {title}", "", f"{head['what']} ([{head['link'].split('//')[1].split('/', 1)[1]}]({head['link']}))", "",
                      "```diff", *code, "```", "", "```text", *report, "```", ""])


def run_case(simtcc, source, mended):
    """The chapter, and what is wrong."""
    text = source.read_text()
    title = text.splitlines()[0][3:]
    pairs = re.findall(r"^// (link|what|check|expect|build): *(.*?) *$", text, re.M)
    head, check = dict(pairs), dict(pairs).get("check", "all")
    expected = [Expectation(v, text) for k, v in pairs if k == "expect"]
    try:
        with tempfile.TemporaryDirectory() as folder:
            app, log = os.path.join(folder, "app"), os.path.join(folder, "log")
            build(simtcc, source, app)
            problems = compare(text, expected, findings_of([app], check, log)[1])
            report = report_of(app, check)
            if mended:
                build(simtcc, source, app, "-DFIXED")
                problems += [f"mended, and yet: {f['what']} at {f.get('at')}" for f in findings_of([app], check, log)[1]]
    except RuntimeError as e:
        return "", [str(e)]
    return chapter(source, title, head, report), problems


def main():
    args = [a for a in sys.argv[1:] if not a.startswith("--")]
    every = next((int(a[9:]) for a in sys.argv if a.startswith("--mended=")), 1)
    simtcc, folder, page = (Path(a).resolve() for a in args[:3])
    sources = [s for s in sorted(folder.glob("*.cu")) if not args[3:] or s.stem in args[3:]]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda i: run_case(simtcc, sources[i], i % every == 0), range(len(sources))))
    for source, (_, problems) in zip(sources, results):
        if problems:
            print(f"FAIL {source.name}: " + "\n    ".join(problems[:PROBLEMS_SHOWN]))
    failed = sum(bool(p) for _, p in results)
    text = HEAD.format(count=len(sources)) + "\n".join(c for c, _ in results)
    if "--update" in sys.argv:
        page.write_text(text)
    elif not args[3:] and page.read_text() != text:
        failed += 1
        print(f"{page} is not up to date: gallery.py --update")
        print("\n".join(list(difflib.unified_diff(page.read_text().split("\n"), text.split("\n"), "page", "made", lineterm=""))[:30]))
    print(f"{len(sources) - failed} passed, {failed} failed, 0 skipped")
    sys.exit(failed != 0 or not sources)


if __name__ == "__main__":
    main()
