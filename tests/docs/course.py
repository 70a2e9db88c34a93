#!/usr/bin/env python3
"""Checks that the course is true: every command in it prints what the text shows, every file it names is there,
every function is where it says.

course.py SIMTCC SIMTRUN jit|interp [--update] [CHAPTER ...]     CHAPTER: the beginning of a file's name, such as 03
course.py --names                                                looks only at what the text names

Commands follow "$ " in blocks of ```console; what follows up to the next one is what it must print. They run in
order in a copy of docs/course that lies in a tree of links to the sources, those of README.md first. In what is
shown, "..." alone on a line stands for any lines, and within a line for any characters. A command must succeed. Blocks
marked ```console jit are passed over where there is no JIT or the host is no x86-64 with AVX2. Those marked ```console NAME
run with tools that solutions/NAME.patch has changed; patched.py does those.

--update writes what the commands print into the chapters, but for outputs with "...", which are for a human.

SPDX-License-Identifier: Apache-2.0
"""
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COURSE = os.path.join(ROOT, "docs", "course")
SOURCES = ["base", "lexer", "parser", "ir", "backend", "runtime", "tools", "include", "tests", "examples", "bench"]
FILE = re.compile(r"[\w.+/-]*\w\.(?:c|h|y|l|cu|def|py|ptx|md|t|sh|patch|svg|build)")
FUNCTION = re.compile(r"(\w+)\(\)")


# ---- reading ----

def commands(lines):
    """(line of "$ ", command, shown, line after it, name of the block's patch) of each command, in order."""
    at, patch, found = 0, None, []
    while at < len(lines):
        if not lines[at].startswith("```console"):
            at += 1
            continue
        patch = lines[at][len("```console"):].strip() or None
        at += 1
        while not lines[at].startswith("```"):
            assert lines[at].startswith("$ "), f"a block begins with a command, not {lines[at]!r}"
            start, command = at, lines[at][2:]
            while command.endswith("\\"):
                at += 1
                command = command[:-1] + lines[at].strip()
            at += 1
            shown = at
            while not lines[at].startswith(("$ ", "```")):
                at += 1
            found.append((start, shown, at, command, patch))
        at += 1
    return found


def fits(shown, printed):
    """Checks whether what a command printed is what is shown, "..." standing for anything."""
    if not any("..." in line for line in shown):
        return shown == printed
    pattern = "".join("(?:.*\n)*" if line.strip() == "..." else
                      ".*".join(map(re.escape, line.split("..."))) + "\n" for line in shown)
    return re.fullmatch(pattern, "".join(line + "\n" for line in printed)) is not None


# ---- the place where commands run ----

def make_tree(place):
    """Links to the sources, and a copy of the course with an empty folder out/."""
    for name in SOURCES:
        os.symlink(os.path.join(ROOT, name), os.path.join(place, name))
    os.mkdir(os.path.join(place, "docs"))
    for name in os.listdir(os.path.join(ROOT, "docs")):
        if name != "course":
            os.symlink(os.path.join(ROOT, "docs", name), os.path.join(place, "docs", name))
    work = os.path.join(place, "docs", "course")
    shutil.copytree(COURSE, work, ignore=shutil.ignore_patterns("out", "__pycache__"))
    os.mkdir(os.path.join(work, "out"))
    return work


def environment(*tools):
    env = {k: v for k, v in os.environ.items() if not k.startswith("SIMT_") or k == "SIMT_CACHE_PATH"}
    env["PATH"] = os.pathsep.join([os.path.dirname(os.path.abspath(t)) for t in tools] + [env["PATH"]])
    env.update(LC_ALL="C", PYTHONDONTWRITEBYTECODE="1", NO_COLOR="1")
    return env


def execute(command, work, env):
    try:
        run = subprocess.run(["bash", "-c", command], cwd=work, env=env, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    except subprocess.TimeoutExpired:
        return "a timeout", []
    printed = run.stdout.decode(errors="replace")
    return run.returncode, [line.rstrip() for line in printed.splitlines()]


def has_avx2():
    with open("/proc/cpuinfo") as f:
        return " avx2 " in f.read()


def run_blocks(path, work, env, patch=None, update=False, jit=False):
    """Runs the commands of one page, those of blocks for one patch. Returns (how many, failures)."""
    with open(path) as f:
        lines = f.read().splitlines()
    name, failures, count, shift = os.path.basename(path), [], 0, 0
    for start, shown_at, end, command, block_patch in commands(lines):
        if block_patch != patch and not (jit and block_patch == "jit"):
            continue
        count += 1
        shown = [line.rstrip() for line in lines[shown_at + shift:end + shift]]
        status, printed = execute(command, work, env)
        if status == 0 and fits(shown, printed):
            continue
        if update and status == 0 and not any("..." in line for line in shown):
            lines[shown_at + shift:end + shift] = printed
            shift += len(printed) - len(shown)
            continue
        diff = "\n".join(list(difflib.unified_diff(shown, printed, "shown", "printed", lineterm="", n=1))[:60])
        failures.append(f"{name}:{start + 1 + shift}: $ {command}\nended with {status}\n{diff}")
    if shift or update:
        with open(path, "w") as f:
            f.write("\n".join(lines) + "\n")
    return count, failures


# ---- names ----

def find_file(name):
    for base in (ROOT, COURSE, os.path.join(COURSE, "examples"), os.path.join(COURSE, "solutions")):
        if os.path.exists(os.path.join(base, name)):
            return os.path.join(base, name)
    return None


def paragraphs(text):
    """The text without its blocks, paragraph by paragraph."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    return re.split(r"\n\s*\n", text)


def check_names(path):
    """Files in `code spans` and links exist; a function() is in one of the files that its paragraph names."""
    failures, count = [], 0
    with open(path) as f:
        text = f.read()
    here = os.path.basename(path)
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        count += 1
        if not os.path.exists(os.path.join(os.path.dirname(path), target)):
            failures.append(f"{here}: a link to {target}, which is not there")
    for part in paragraphs(text):
        spans = re.findall(r"`([^`\n]+)`", part)
        files = []
        for span in spans:
            if FILE.fullmatch(span) and not span.startswith("out/"):
                count += 1
                found = find_file(span)
                if found:
                    files.append(found)
                else:
                    failures.append(f"{here}: the file {span} is not there")
        for span in spans:
            name = FUNCTION.fullmatch(span)
            if not name:
                continue
            count += 1
            word = re.compile(r"\b" + name[1] + r"\b")
            if not files:
                failures.append(f"{here}: no file is named beside {span}")
            elif not any(word.search(open(f, errors="replace").read()) for f in files):
                failures.append(f"{here}: {span} is in none of {', '.join(map(os.path.basename, files))}")
    return count, failures


def pages():
    found = [os.path.join(COURSE, n) for n in sorted(os.listdir(COURSE)) if n.endswith(".md")]
    found.sort(key=lambda p: os.path.basename(p) != "README.md")
    return found + [os.path.join(COURSE, "solutions", "README.md")]


# ---- pictures ----

def check_pictures(work, env):
    """pictures.sh draws what is in pictures/. Timelines differ between runs: of those what is in them counts."""
    status, printed = execute("./pictures.sh out/pictures out/work", work, env)
    if status or printed:
        return [f"pictures.sh ended with {status}\n" + "\n".join(printed)]
    failures = []
    old, new = os.path.join(COURSE, "pictures"), os.path.join(work, "out", "pictures")
    for name in sorted(set(os.listdir(old)) | set(os.listdir(new))):
        texts = []
        for folder in (old, new):
            path = os.path.join(folder, name)
            if not os.path.exists(path):
                failures.append(f"pictures/{name} is not in {folder}")
                break
            with open(path) as f:
                texts.append(f.read())
        if len(texts) < 2:
            continue
        root = xml.etree.ElementTree.fromstring(texts[1])
        if name not in TIMELINES:
            if texts[0] != texts[1]:
                failures.append(f"pictures/{name} is not what pictures.sh draws")
            continue
        hints = [e.text.split(" ")[0] for e in root.iter("{http://www.w3.org/2000/svg}title")]
        kernels, arrows = TIMELINES[name]
        drawn = [h for h in hints if h in kernels]
        if sorted(drawn) != sorted(kernels) or texts[1].count("marker-end") != arrows:
            failures.append(f"pictures/{name}: kernels {drawn} and {texts[1].count('marker-end')} arrows")
    return failures


# What a picture of a timeline has: kernels, and arrows from parents to children.
TIMELINES = {"streams.svg": (["fill", "fill", "join"], 0), "dynamic.svg": (["refine"] * 11, 10)}


def report(count, failures):
    for text in failures:
        print(text + "\n")
    print(f"{count - len(failures)} passed, {len(failures)} failed")
    return 1 if failures or not count else 0


def main():
    args = sys.argv[1:]
    update = "--update" in args
    args = [a for a in args if a != "--update"]
    count, failures = 0, []
    if args == ["--names"]:
        for path in pages():
            named, missing = check_names(path)
            count += named
            failures += missing
        return report(count, failures)
    simtcc, simtrun, jit, wanted = args[0], args[1], args[2] == "jit" and has_avx2(), args[3:]
    with tempfile.TemporaryDirectory(prefix="simt-course-") as place:
        work = make_tree(place)
        env = environment(simtcc, simtrun)
        for path in pages():
            name = os.path.relpath(path, COURSE)
            if wanted and name != "README.md" and not name.startswith(tuple(wanted)):
                continue
            ran, bad = run_blocks(path, work, env, update=update, jit=jit)
            count += ran
            failures += bad
        if not wanted:
            failures += check_pictures(work, env)
            count += 1
    return report(count, failures)


if __name__ == "__main__":
    sys.exit(main())
