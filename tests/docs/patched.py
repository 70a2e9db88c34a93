#!/usr/bin/env python3
"""Solutions that change the project's own source: each patch is applied to a copy, what it changes is compiled, simtrun is
linked from that and the objects of the build, and the commands of solutions/README.md that name the patch are run.

patched.py BUILD SIMTCC [--dry-run|--update] [NAME ...]      NAME: of solutions/NAME.patch; without any, all of them

Only what a patch touches is compiled: the files themselves and, of headers and tables, all that include them. That takes
seconds for a file, and minutes for a table that most files include. --dry-run looks only whether patches still apply.

SPDX-License-Identifier: Apache-2.0
"""
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

import course

# What the commands need of those in other pages.
SET_UP = ["simtcc -ptx longest.cu -o out/longest.ptx",
          "python3 -c \"import struct, sys; sys.stdout.buffer.write(struct.pack('<32I', *range(1, 33)))\" > out/start.bin"]
SOLUTIONS = os.path.join(course.COURSE, "solutions")


def touched(patch):
    """The files that a patch changes or adds."""
    with open(patch) as f:
        return re.findall(r"^\+\+\+ b/(\S+)", f.read(), re.M)


def run(command, **more):
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if p.returncode:
        raise RuntimeError(f"$ {command if isinstance(command, str) else shlex.join(command)}\n{p.stdout}")
    return p.stdout


def build_in(place, build):
    """Where a copy has what stands for the build folder: as deep as the original, whose commands name sources from there."""
    return os.path.join(place, os.path.relpath(build, course.ROOT))


def make_copy(place, build, files):
    """Links to the sources and the build folder, and copies of the folders in which something changes."""
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(build_in(place, build))
    copied = {f.split("/")[0] for f in files}
    for name in os.listdir(course.ROOT):
        source = os.path.join(course.ROOT, name)
        if name in copied:
            shutil.copytree(source, os.path.join(place, name))
        elif name != os.path.relpath(build, course.ROOT).split("/")[0] and not name.startswith("."):
            os.symlink(source, os.path.join(place, name))
    for name in os.listdir(build):
        os.symlink(os.path.join(build, name), os.path.join(build_in(place, build), name))


def link_command(build):
    return shlex.split(run(["ninja", "-C", build, "-t", "commands", "tools/simtrun"]).splitlines()[-1])


def objects_to_make(build, link, files):
    """{object: source} of what is linked and depends on the files; a new source has an object of its own."""
    folders = tuple({w + ".p/" for w in link if w.endswith(".a")} | {"tools/simtrun.p/"})
    with open(os.path.join(build, "compile_commands.json")) as f:
        entries = {e["output"]: e for e in json.load(f) if e["output"].startswith(folders)}
    wanted, known, current = {}, set(), None
    up = os.path.relpath(course.ROOT, build) + "/"
    for line in run(["ninja", "-C", build, "-t", "deps"]).splitlines():
        if line and not line.startswith(" "):
            current = line.split(":")[0]
        elif current in entries and line.strip().removeprefix(up) in files:
            wanted[current] = entries[current]["file"]
            known.add(line.strip().removeprefix(up))
    for name in files:
        if name.endswith(".c") and name not in known:  # a new file: compiled as its neighbours are
            beside = next(o for o, e in entries.items()
                          if os.path.dirname(e["file"]).endswith(os.path.dirname(name)) and "_v" not in o.split("/")[1])
            wanted["new_" + name.replace("/", "_") + ".o"] = name
            entries["new_" + name.replace("/", "_") + ".o"] = dict(entries[beside], new=up + name)
    return wanted, entries


def compile_one(place, build, entry, name):
    words = shlex.split(entry["command"])
    target = os.path.join(place, "objects", name.replace("/", "_"))
    at = words.index("-o")
    words[at + 1] = target
    for flag in ("-MF", "-MQ"):
        if flag in words:
            words[words.index(flag) + 1] = target + (".d" if flag == "-MF" else "")
    if "new" in entry:
        words[words.index("-c") + 1] = entry["new"]
    run(words + ["-O0", "-g0"], cwd=build_in(place, build))
    return target


def build_patched(build, name):
    patch = os.path.join(SOLUTIONS, name + ".patch")
    place = os.path.join(build, "tests", "course", name)
    files = touched(patch)
    make_copy(place, build, files)
    run(["patch", "-p1", "-s", "-d", place, "-i", patch])
    os.makedirs(os.path.join(place, "objects"))
    os.makedirs(os.path.join(place, "bin"))
    link = link_command(build)
    wanted, entries = objects_to_make(build, link, files)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        made = dict(zip(wanted, pool.map(lambda o: compile_one(place, build, entries[o], o), wanted)))
    # Objects before the archives: members of the same names are then not looked for.
    link[link.index("-o") + 1] = os.path.join(place, "bin", "simtrun")
    link = [made.pop(w, w) for w in link]
    first = next(i for i, w in enumerate(link) if w.endswith(".o"))
    run(link[:first] + list(made.values()) + link[first:], cwd=build)
    return os.path.join(place, "bin", "simtrun")


def applies(name):
    """Returns what is wrong with a patch, or None."""
    patch = os.path.join(SOLUTIONS, name + ".patch")
    p = subprocess.run(["patch", "--dry-run", "-p1", "-s", "-f", "-d", course.ROOT, "-i", patch],
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return f"{name}.patch does not apply:\n{p.stdout}" if p.returncode or p.stdout else None


def main():
    args = sys.argv[1:]
    dry, update = "--dry-run" in args, "--update" in args
    args = [a for a in args if not a.startswith("--")]
    build, simtcc = os.path.abspath(args[0]), os.path.abspath(args[1])
    every = sorted(n[:-6] for n in os.listdir(SOLUTIONS) if n.endswith(".patch"))
    names, count, failures = args[2:] or every, 0, []
    with course.tempfile.TemporaryDirectory(prefix="simt-course-") as tree:
        if not dry:
            work = course.make_tree(tree)
            plain = course.environment(os.path.join(build, "tools", "simtrun"), simtcc)
            for command in SET_UP:
                course.execute(command, work, plain)
        for name in every if dry else names:
            count += 1
            wrong = applies(name)
            if wrong:
                failures.append(wrong)
            if wrong or dry:
                continue
            try:
                simtrun = build_patched(build, name)
            except RuntimeError as e:
                failures.append(f"{name}.patch: {e}")
                continue
            env = course.environment(simtrun, simtcc)
            ran, bad = course.run_blocks(os.path.join(SOLUTIONS, "README.md"), work, env, patch=name, update=update)
            if not ran:
                bad = [f"solutions/README.md has no commands for {name}"]
            count += ran
            failures += bad
            shutil.rmtree(os.path.dirname(os.path.dirname(simtrun)))
    for text in failures:
        print(text + "\n")
    print(f"{count - len(failures)} passed, {len(failures)} failed")
    return 1 if failures or not count else 0


if __name__ == "__main__":
    sys.exit(main())
