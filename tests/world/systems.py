"""systems.py - code bases by their build systems: CMake with ctest, CMake with lit, and a Makefile in each folder.

Each class yields report.Result, case by case. What a case is built with is what the authors' build system says; the
compiler is simtcc, as a user of nvcc would name it.
SPDX-License-Identifier: Apache-2.0
"""
import glob
import json
import os
import re
import shutil

import step
from report import Result

CONFIGURE = 600  # seconds
WAIVED = 2       # the exit status of a sample that the device lacks something for

# Where CMake looks for a vendor's toolkit unasked, and would take libraries from that simt does not have.
OTHER_TOOLKITS = ";".join(sorted(glob.glob("/usr/local/cuda*") + glob.glob("/opt/cuda*")))


class Failure(Exception):
    """What keeps a whole code base from being tried."""


class Setting:
    """What the command line says: the installed simt, the checkout, the folder for all that is made, and limits."""

    def __init__(self, simt, checkout, work, options):
        self.simt, self.checkout, self.work = simt, checkout, work
        self.options = options
        self.simtcc = os.path.join(simt, "bin", "simtcc")
        self.env = without_other_toolkits(os.environ)
        self.toolkit = os.path.join(simt, "lib", "simt", "cuda")  # its nvcc is what CMake looks for
        self.env["PATH"] = os.pathsep.join([os.path.join(self.toolkit, "bin"), os.path.join(simt, "bin"), self.env["PATH"]])

    def run(self, argv, folder=None, timeout=None):
        return step.run(argv, folder or self.work, timeout or self.options.timeout, self.env)

    def must(self, argv, folder=None, limit=CONFIGURE):
        out = self.run(argv, folder, limit)
        if not out.ok:
            raise Failure(f"{' '.join(argv)}: {step.cause(out)}\n{out.text[-3000:]}")
        return out.text

    def log(self, name, *outcomes):
        """Keeps the output of a case in WORK/log."""
        path = os.path.join(self.work, "log", re.sub(r"[^\w.-]+", "_", name) + ".log")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as f:
            for o in outcomes:
                f.write(f"== {o.status} after {o.seconds:.1f} s\n{o.text}\n")


def without_other_toolkits(environment):
    """The environment of a host that has no vendor's toolkit: CMake would take libraries from one that it finds."""
    env = {k: v for k, v in environment.items()
           if not re.fullmatch(r"CUDA_(HOME|PATH|ROOT|BIN_PATH)|NVCC\w*|CPATH|LIBRARY_PATH", k)}
    folders = env["PATH"].split(os.pathsep)
    env["PATH"] = os.pathsep.join(f for f in folders if not os.path.exists(os.path.join(f, "nvcc")))
    return env


def folders_with(checkout, pattern, file):
    """The outermost folders whose path in the checkout the pattern matches and that have the file."""
    found = []
    for d, folders, files in os.walk(checkout):
        name = os.path.relpath(d, checkout)
        if pattern.fullmatch(name) and file in files:
            found.append(name)
            folders.clear()
    return sorted(found)


def result(setting, name, stages, note=""):
    """Runs the stages of a case, functions by the name of the stage, until one fails."""
    done = []
    for stage, act in stages:
        done.append(act())
        if not done[-1].ok:
            break
    setting.log(name, *done)
    last, seconds = done[-1], sum(o.seconds for o in done)
    memory = max(o.memory for o in done)
    if last.ok:
        return Result(name, "pass", "", seconds, memory, note)
    ended = "time" if last.status is None and stage == "run" else stage
    return Result(name, ended, step.cause(last), seconds, memory, note)


class CMake:
    """Targets that match `targets`, each built alone, so that a failure has one cause, then run by ctest or as is.

    preset: of the checkout's CMakePresets.json. options: further words for CMake. tests: the names of the ctest
    tests of a target, as a pattern with {}; without it the program itself runs.
    """

    def __init__(self, targets, preset=None, options=(), tests=None, architecture="90", build_time=CONFIGURE):
        self.targets, self.preset, self.options, self.tests = re.compile(targets), preset, options, tests
        self.architecture, self.build_time = architecture, build_time

    def configure(self, s):
        self.build = os.path.join(s.work, "build")
        os.makedirs(self.build, exist_ok=True)
        words = ["cmake", "-S", s.checkout, "-B", self.build, "-G", "Ninja"]
        if self.preset:
            words += ["--preset", self.preset.format(std=s.options.std)]
        words += [f"-DCMAKE_CUDA_COMPILER={s.simtcc}",
                  f"-DCMAKE_IGNORE_PREFIX_PATH={OTHER_TOOLKITS}", f"-DCMAKE_CUDA_ARCHITECTURES={self.architecture}", "-DCMAKE_BUILD_TYPE=Release"]
        words += [o.format(checkout=s.checkout) for o in self.options] + s.options.cmake
        s.must(words, s.checkout)

    def names(self, s):
        self.configure(s)
        listed = s.must(["ninja", "-C", self.build, "-t", "targets", "all"])
        found = re.findall(r"(?m)^([^\s:/]+): phony", listed)
        return sorted({n for n in found if self.targets.fullmatch(n)})

    def results(self, s, names):
        for name in names:
            build = ["ninja", "-C", self.build, "-j", str(s.options.jobs), name]
            stages = [("compile", lambda: s.run(build, timeout=self.build_time)),
                      ("run", lambda: self.run_target(s, name))]
            yield result(s, name, stages)

    def run_target(self, s, name):
        if self.tests:
            pattern = self.tests.format(re.escape(name))
            return s.run(["ctest", "--test-dir", self.build, "-R", pattern, "--output-on-failure", "--no-tests=error"])
        for program in programs(self.build):
            if os.path.basename(program) == name:
                return s.run([program], os.path.dirname(program))
        return step.Outcome(1, f"error: there is no program {name}", 0, 0)


class CMakeProgram(CMake):
    """One target that is built first, a program which lists its own cases and runs one by its name.

    listing: the words that make it list them, one on a line, indented. one: the words for a case, with {}.
    nothing: what it prints of a case that it does not try. unlisted: cases that it has and does not list.
    """

    def __init__(self, target, listing, one, nothing, unlisted=(), **more):
        super().__init__(targets=re.escape(target), **more)
        self.unlisted = set(unlisted)
        self.target, self.listing, self.one, self.nothing = target, listing, one, re.compile(nothing)

    def names(self, s):
        self.configure(s)
        s.must(["ninja", "-C", self.build, "-j", str(s.options.jobs), self.target], limit=self.build_time)
        self.program = next(p for p in programs(self.build) if os.path.basename(p) == self.target)
        listed = re.findall(r"(?m)^\s+(\S+)$", s.must([self.program, *self.listing]))
        return listed + sorted(self.unlisted.difference(listed))

    def results(self, s, names):
        for name in names:
            yield self.tried(s, name, s.run([self.program, *(w.format(name) for w in self.one)]))

    def tried(self, s, name, out):
        done = result(s, name, [("run", lambda: out)])
        if out.ok and self.nothing.search(out.text):
            return Result(name, "left out", "it tries nothing of it on this device")
        return done


class CMakeEach:
    """Folders that are CMake projects of their own: configured, built, and each program run in its build folder.

    What links a CUDA library that is not found is left out, as is a project that builds no program on this host.
    """

    MISSING = re.compile(r"links to:\s+(CUDA::\w+)\s+but the target was not found")

    def __init__(self, folders, arguments=lambda setting: {}, options=()):
        self.folders, self.arguments, self.options = re.compile(folders), arguments, options

    def names(self, s):
        return folders_with(s.checkout, self.folders, "CMakeLists.txt")

    def results(self, s, names):
        arguments = self.arguments(s)
        for name in names:
            yield self.one(s, name, arguments)

    def one(self, s, name, arguments):
        build = os.path.join(s.work, "build", name)
        shutil.rmtree(build, ignore_errors=True)
        configured = s.run(["cmake", "-S", os.path.join(s.checkout, name), "-B", build, "-G", "Ninja",
                            f"-DCMAKE_CUDA_COMPILER={s.simtcc}",
                            f"-DCMAKE_IGNORE_PREFIX_PATH={OTHER_TOOLKITS}",
                            *(o.format(toolkit=s.toolkit) for o in self.options), *s.options.cmake], timeout=CONFIGURE)
        missing = self.MISSING.search(configured.text)
        if missing:
            return Result(name, "left out", f"needs {missing[1]}")
        if not configured.ok:
            return result(s, name, [("compile", lambda: configured)])
        built = s.run(["ninja", "-C", build, "-j", str(s.options.jobs)], timeout=CONFIGURE)
        if not built.ok:
            return result(s, name, [("compile", lambda: built)])
        stages = [("compile", lambda: built)]
        data, copied = os.path.join(s.checkout, name, "data"), os.path.join(build, "data")
        if os.path.isdir(data) and not os.path.exists(copied):
            os.symlink(data, copied)  # which programs look for relative to the checkout
        for program in programs(build):
            known = arguments.get(os.path.basename(program), {})
            if known.get("skip"):
                return Result(name, "left out", "its own list says so")
            for how in known.get("runs", [known]):
                words = [program, *how.get("args", [])]
                stages.append(("run", lambda words=words: s.run(words, os.path.dirname(words[0]))))
        if len(stages) == 1:
            return Result(name, "left out", "it builds no program here")
        done = result(s, name, stages)
        if done.stage == "run" and done.cause == f"exit status {WAIVED}":
            return Result(name, "left out", "it says that the device cannot run it")
        return done


def programs(build):
    """The programs that a build left, without those by which CMake tries the compiler."""
    found = []
    for d, folders, files in os.walk(build):
        if "CMakeFiles" in folders:
            folders.remove("CMakeFiles")
        paths = [os.path.join(d, f) for f in files if not re.search(r"\.(so|a|sh|py)\b", f)]
        found += [p for p in paths if os.access(p, os.X_OK)]
    return sorted(found)


class Lit(CMake):
    """Tests that lit finds in folders of the checkout; CMake writes the configuration that lit reads."""

    def __init__(self, folder, configuration, variable, suffix, **more):
        super().__init__(targets="", **more)
        self.folder, self.configuration, self.variable, self.suffix = folder, configuration, variable, suffix

    def names(self, s):
        lit = shutil.which("lit") or debian_lit()
        if not lit:
            raise Failure("there is no lit (Debian: in llvm-19-tools)")
        tools = os.path.join(s.work, "tools")
        os.makedirs(tools, exist_ok=True)
        if not os.path.exists(os.path.join(tools, "lit")):
            os.symlink(lit, os.path.join(tools, "lit"))
        s.env["PATH"] = tools + os.pathsep + s.env["PATH"]
        self.configure(s)
        s.env[self.variable] = os.path.join(self.build, self.configuration)
        top = os.path.join(s.checkout, self.folder)
        return sorted(os.path.relpath(os.path.join(d, f), top)
                      for d, _, files in os.walk(top) for f in files if f.endswith(self.suffix))

    def results(self, s, names):
        for some in chunks(names, 25):
            told = self.lit(s, some)
            for name in some:
                one = told if told is not None else self.lit(s, [name])
                yield self.one(s, name, one and one.get(name)) if one is not None else self.endless(s, name)

    def lit(self, s, names):
        """What lit tells of each test, by name; None if one of them did not end. (lit's own --timeout needs a module
        that Python does not come with.)"""
        out = os.path.join(s.work, "lit.json")
        top = os.path.join(s.checkout, self.folder)
        words = ["lit", "-v", "-j", str(s.options.jobs), "--time-tests", "--output", out]
        done = s.run(words + [os.path.join(top, n) for n in names], timeout=60 + s.options.timeout * len(names))
        if done.status is None:
            return None
        if not os.path.exists(out):
            raise Failure(f"lit: {step.cause(done)}\n{done.text[-3000:]}")
        with open(out) as f:
            tests = json.load(f)["tests"]
        os.remove(out)
        return {t["name"].split(" :: ", 1)[1]: t for t in tests}

    def endless(self, s, name):
        return Result(name, "time", "its time is up", s.options.timeout)

    def one(self, s, name, test):
        if test is None:
            return Result(name, "left out", "lit does not list it")
        seconds = test.get("elapsed") or 0
        outcome = step.Outcome(1, test.get("output", ""), seconds, 0)
        s.log(name, outcome)
        code = test["code"]
        if code in ("PASS", "XFAIL", "FLAKYPASS"):
            return Result(name, "pass", "", seconds)
        if code in ("UNSUPPORTED", "SKIPPED", "EXCLUDED"):
            return Result(name, "left out", "its own marks say so")
        compiled = "Compilation failed" not in outcome.text
        return Result(name, "run" if compiled else "compile", step.cause(outcome), seconds)


def debian_lit():
    for version in (21, 20, 19, 14):
        path = f"/usr/lib/llvm-{version}/build/utils/lit/lit.py"
        if os.path.exists(path):
            return path
    return None


def chunks(items, n):
    return [items[i:i + n] for i in range(0, len(items), n)]


class Make:
    """Folders with a Makefile each: `make`, then `make run`, or its words with smaller numbers where that takes too long.

    folders: a pattern of their paths in the checkout. compiler: the variables of make that name it.
    failed: what a program prints when its own check fails, though its exit status may be 0.
    """

    def __init__(self, folders, variables, program="main", failed=r"\bFAIL(ED|URE)?\b|\bmismatch\b",
                 left_out=lambda folder: None):
        self.folders, self.variables, self.program = re.compile(folders), variables, program
        self.failed, self.left_out = re.compile(failed, re.I), left_out

    def names(self, s):
        return folders_with(s.checkout, self.folders, "Makefile")

    def make(self, s, folder, *words):
        given = [f"{k}={v.format(simtcc=s.simtcc)}" for k, v in self.variables.items()]
        return s.run(["make", *given, *words], folder, CONFIGURE)

    def results(self, s, names):
        for name in names:
            folder = os.path.join(s.checkout, name)
            why = self.left_out(folder)
            if why:
                yield Result(name, "left out", why)
                continue
            self.make(s, folder, "clean")
            yield self.tried(s, name, folder)
            self.make(s, folder, "clean")

    def tried(self, s, name, folder):
        built = result(s, name, [("compile", lambda: self.make(s, folder))])
        if built.stage != "pass":
            return built
        note = ""
        for words, note in smaller(self.run_words(s, folder)):
            done = result(s, name, [("run", lambda: self.checked(s, folder, words))], note)
            if done.stage != "time":
                break
        done.seconds += built.seconds
        done.memory = max(done.memory, built.memory)
        return done

    def run_words(self, s, folder):
        """The command of `make run`, as `make -n` tells it."""
        told = self.make(s, folder, "-n", "run").text
        lines = [l.strip() for l in told.splitlines() if re.match(rf"\s*\./", l)]
        return lines[-1].split() if lines else ["./" + self.program]

    def checked(self, s, folder, words):
        out = s.run(words, folder)
        if out.ok and self.failed.search(out.text):
            line = next(l for l in out.text.splitlines() if self.failed.search(l))
            return step.Outcome(1, f"error: {line}\n{out.text}", out.seconds, out.memory)
        return out


def smaller(words):
    """A command, then the same with the number of repetitions 1 (the last number, by custom), then with all numbers
    smaller and smaller."""
    yield words, ""
    numbers = [i for i, w in enumerate(words) if i and w.isdigit()]
    if not numbers:
        return
    once = list(words)
    once[numbers[-1]] = "1"
    if once != words:
        yield once, " ".join(once)
    for part in (4, 16, 64):
        less = [str(max(1, int(w) // part)) if i in numbers[:-1] else w for i, w in enumerate(once)]
        yield less, " ".join(less)
