#!/usr/bin/env python3
"""tables.py SOURCE SIMTRUN SANITIZER SIMTCC SIMT: every option of the tables in the sources is taken by its tool and stands in
its help, manual page and completions, which shells and man read without a complaint.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE, SIMTRUN, SANITIZER, SIMTCC, SIMT = map(os.path.abspath, sys.argv[1:6])
del sys.argv[1:6]


def read(*path):
    with open(os.path.join(SOURCE, *path)) as f:
        return f.read()


def out_of(*command, **more):
    p = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=60, **more)
    return p.returncode, p.stdout, p.stderr


def rows_of_tool(text):
    """(long name, letter or '') of each row of a struct option_row table."""
    text = text[text.index("struct option_row rows[] = {"):]
    text = text[:text.index("\n};")]
    rows = re.findall(r"(?m)^\t(?:FLAG|OPT|MORE)\(\"([\w-]+)\", (0|'.')", text)
    rows += [(name, "0") for name in re.findall(r"(?m)^\t(?:ROW|IGNORED)\(\"([\w-]+)\"", text)]
    rows += re.findall(r"(?m)^\t\{\"([\w-]+)\", (0|'.')", text)
    return [(name, letter.strip("'0")) for name, letter in rows]


def rows_of_simtcc(text):
    return re.findall(r'(?m)^(?:PHASE|OPT)\("([\w-]+)", "([\w-]+)"', text)


class Tool:
    def __init__(self, name, path, ask, rows, shortest):
        self.name, self.path, self.ask, self.rows, self.shortest = name, path, ask, rows, shortest

    def text(self, what):
        rc, out, err = out_of(self.path, self.ask + what)
        assert rc == 0 and not err, (self.name, what, rc, err)
        return out

    def spellings(self, row):
        if self.name == "simtcc":
            return ["--" + row[0], "-" + row[1]]
        return ["--" + row[0]] + (["-" + row[1]] if row[1] else [])


TOOLS = [Tool("simtrun", SIMTRUN, "--help=", rows_of_tool(read("tools", "simtrun", "run.c")), 50),
         Tool("compute-sanitizer", SANITIZER, "--help=", rows_of_tool(read("tools", "sanitizer.c")), 25),
         Tool("simt", SIMT, "--help=", rows_of_tool(read("tools", "simt", "main.c")), 15),
         Tool("simtcc", SIMTCC, "--print=", rows_of_simtcc(read("tools", "simtcc", "option.def")), 130)]


def has(text, spelling):
    return re.search(r"(?<![\w-])" + re.escape(spelling) + r"(?![\w-])", text) is not None


class Everywhere(unittest.TestCase):
    def test_tables_are_found_whole(self):
        for tool in TOOLS:
            self.assertGreaterEqual(len(tool.rows), tool.shortest, tool.name)
            self.assertEqual(len(set(tool.rows)), len(tool.rows), tool.name)

    def test_help_and_manual_page(self):
        for tool in TOOLS:
            screen, man = out_of(tool.path, "--help")[1], tool.text("man").replace("\\-", "-")
            for row in tool.rows:
                long = tool.spellings(row)[0] if row[0] != row[1] else "-" + row[1]
                self.assertTrue(has(screen, long), f"{tool.name} --help: {long}")
                self.assertTrue(has(re.sub(r"\\f[BIR]", "", man), long), f"{tool.name}.1: {long}")

    def test_completions(self):
        for tool in TOOLS:
            bash, zsh, fish = tool.text("bash"), tool.text("zsh"), tool.text("fish")
            for row in tool.rows:
                for s in tool.spellings(row):
                    name = s.lstrip("-")
                    kind = "-l" if s.startswith("--") else "-o" if len(name) > 1 else "-s"
                    self.assertTrue(has(bash, s), f"{tool.name}.bash: {s}")
                    self.assertIn(f"'*{s}", zsh)
                    self.assertIn(f"complete -c {tool.name} {kind} {name} ", fish)

    def test_nothing_else_is_offered(self):
        for tool in TOOLS:
            known = {s for row in tool.rows for s in tool.spellings(row)}
            offered = re.findall(r"compgen -W '(-[^']*)'", tool.text("bash"))
            self.assertEqual(set(offered[-1].split()), known, tool.name)
            for screen in [out_of(tool.path, "--help")[1]]:
                for s in re.findall(r"(?m)^(?:  (?:-\w, )? *)(--[a-z][\w-]*)", screen):
                    self.assertIn(s, known, tool.name)

    def test_the_tool_knows_each(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "a.cu"), "w") as f:
                f.write("int main() { return 0; }\n")
            for tool in TOOLS:
                for row in tool.rows:
                    for s in tool.spellings(row):
                        glued = tool.name != "simtcc" and s.startswith("--")
                        # what takes a value takes the first of the files, so nothing is compiled
                        words = ["--dryrun", s, "a.cu", "a.cu"] if tool.name == "simtcc" else [s + "=@" if glued else s]
                        _, _, err = out_of(tool.path, *words, cwd=folder, stdin=subprocess.DEVNULL)
                        self.assertNotIn("unknown option", err, f"{tool.name} {s}")


class Shells(unittest.TestCase):
    def each(self, what):
        for tool in TOOLS:
            with tempfile.NamedTemporaryFile("w", suffix="." + what) as f:
                f.write(tool.text(what))
                f.flush()
                yield tool, f.name

    def bash(self, file, *words):
        script = '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _%s; printf "%%s\\n" "${COMPREPLY[@]}"'
        rc, out, err = out_of("bash", "-c", script % words[0], "bash", file, *words)
        self.assertEqual((rc, err), (0, ""))
        return out.split()

    @unittest.skipUnless(shutil.which("bash"), "no bash")
    def test_bash(self):
        for tool, file in self.each("bash"):
            if tool.name == "simtrun":
                self.assertEqual(self.bash(file, "simtrun", "--back"), ["--backend"])
                self.assertEqual(self.bash(file, "simtrun", "--backend", "=", "i"), ["interp"])
                self.assertEqual(self.bash(file, "simtrun", "--grid", "=", "4", "--cov"), ["--coverage"])
                # after a program its own words follow, after a file ours
                self.assertEqual(self.bash(file, "simtrun", "--grid", "4", "sh", "--back"), [])
                self.assertEqual(self.bash(file, "simtrun", "-k", "sh", "--back"), ["--backend"])
            if tool.name == "compute-sanitizer":
                self.assertEqual(self.bash(file, "compute-sanitizer", "--tool", "race"), ["racecheck"])
                self.assertIn("bash", self.bash(file, "compute-sanitizer", "bas"))
            if tool.name == "simtcc":
                self.assertEqual(self.bash(file, "simtcc", "--cudart", "=", "sh"), ["shared"])

    @unittest.skipUnless(shutil.which("zsh"), "no zsh")
    def test_zsh(self):
        for tool, file in self.each("zsh"):
            self.assertEqual(out_of("zsh", "-n", file), (0, "", ""), tool.name)

    @unittest.skipUnless(shutil.which("fish"), "no fish")
    def test_fish(self):
        asked = {"simtrun": ("--back", "--backend="), "compute-sanitizer": ("--leak", "--leak-check="),
                 "simtcc": ("--generate-l", "--generate-line-info"), "simt": ("--sar", "--sarif=")}
        for tool, file in self.each("fish"):
            begin, found = asked[tool.name]
            rc, out, err = out_of("fish", "--no-config", "-c", f"source {file}; complete -C '{tool.name} {begin}'")
            self.assertEqual((rc, err), (0, ""))
            self.assertIn(found.rstrip("="), out)

    @unittest.skipUnless(shutil.which("man") and shutil.which("groff"), "no man or groff")
    def test_man(self):
        for tool, file in self.each("man"):
            rc, out, err = out_of("groff", "-man", "-ww", "-Tutf8", file)
            self.assertEqual((rc, err), (0, ""), tool.name)
            self.assertIn("OPTIONS", re.sub(".\b", "", out))


class Suggestions(unittest.TestCase):
    """Each tool corrects misspelt names and values."""

    def says(self, tool, *words):
        path = {t.name: t.path for t in TOOLS}[tool]
        rc, _, err = out_of(path, *words)
        self.assertEqual(rc, 1)
        return err

    def test_names(self):
        for tool, word, meant in (("simtrun", "--kernle", "--kernel"), ("simtrun", "--vectorization", "--explain-vectorization"),
                                  ("simtrun", "--diag", "--diagnostics-format"), ("simtrun", "--help=bakend", "--backend"),
                                  ("compute-sanitizer", "--leakcheck", "--leak-check"),
                                  ("compute-sanitizer", "--exitcode", "--error-exitcode"),
                                  ("simtcc", "--dry-run", "-dryrun"), ("simtcc", "-use-fast-math", "-use_fast_math"),
                                  ("simtcc", "--relocatable-d", "-relocatable-device-code"), ("simtcc", "--coverag", "-coverage"),
                                  ("simtcc", "--cuda-gpu-arch=sm_80", "-arch")):
            self.assertIn(f"did you mean '{meant}'", self.says(tool, word))

    def test_values(self):
        for tool, words, meant in (("simtrun", ["--backend=interpreter"], None), ("simtrun", ["--backend=jti"], "jit"),
                                   ("compute-sanitizer", ["--tool", "mem,raceckeck", "sh"], None),
                                   ("compute-sanitizer", ["--tool=racechek", "sh"], "racecheck"),
                                   ("compute-sanitizer", ["--leak-check=ful"], "full"),
                                   ("simtcc", ["-cudart=sharde"], "shared"), ("simtcc", ["-std=c+17"], "c++17"),
                                   ("simtcc", ["-rdc=ture"], "true"), ("simtcc", ["-Werror", "all-warning"], "all-warnings"),
                                   ("simtcc", ["-arch=sm90"], "sm_90")):
            err = self.says(tool, *words)
            if meant:
                self.assertIn(f"did you mean '{meant}'", err)

    def test_nothing_like_it(self):
        for tool in TOOLS:
            err = self.says(tool.name, "--qqqqqq")
            self.assertIn("unknown option '--qqqqqq'", err)
            self.assertNotIn("did you mean", err)
            self.assertIn("--help lists", err)


if __name__ == "__main__":
    unittest.main()
