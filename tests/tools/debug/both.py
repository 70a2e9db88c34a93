#!/usr/bin/env python3
"""both.py SIMTCC SIMTRUN [--all]: host and device code in one session of the debugger. Skipped where there is no gdb or the system lets it
look at no process; what the debugger does without gdb is tried first.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from terminal import Terminal

PROMPT = "(simt-gdb) "
SOURCE = """#include <cstdio>
#include <cstdlib>
__device__ int twice(int x) {
	return x * 2;
}
__global__ void scale(int *p) {
	int i = threadIdx.x;
	p[i] = twice(i);
}
__host__ __device__ int more(int x) {
	return x + 1;
}
template <class T> __global__ void fill(T *p) {
	p[0] = more(7);
}
__global__ void spin(volatile int *p) {
	while (!p[4])
		;
}
static int add(int a, int b) {
	int sum = a + b;
	return sum;
}
static volatile bool waits, spins;
int main(int argc, char **argv) {
	int *p, n = more(4);
	waits = argc > 1 && argv[1][0] == 'w', spins = false;
	cudaMallocManaged(&p, 128);
	for (int i = 0; i < 3; i++)
		n = add(n, i);

	scale<<<1, 32>>>(p);
	cudaDeviceSynchronize();
	fill<int><<<1, 1>>>(p);
	cudaDeviceSynchronize();
	printf("%d %d %d\\n", n, p[0], p[3]);
	fflush(stdout);
	if (argc > 2)
		*(volatile int *)8 = 1;
	while (waits)
		;
	p[4] = 0;
	if (spins)
		spin<<<1, 32>>>(p);
	cudaDeviceSynchronize();
	return argc > 1 ? atoi(argv[1]) : 0;
}
"""
STEPS = """#include <cstdio>
__global__ void scale(int *p) {
	int i = threadIdx.x;
	p[i] = i * 2;
}
static int work(int *p) {
	scale<<<1, 32>>>(p);
	cudaDeviceSynchronize();
	return p[3];
}
int main(int argc, char **argv) {
	int *p, n = 0;
	cudaMallocManaged(&p, 128);
	n = work(p);
	n += 1;
	n += work(p);
	printf("%d\\n", n);
}
"""


class Session:
    """A folder with the program, and runs of the debugger in it."""

    def __init__(self, simtrun, folder):
        self.simtrun, self.folder = simtrun, folder

    def run(self, commands, *arguments, status=0, text=None, program="./both", **environment):
        batch = [] if text is not None else ["--batch"]
        done = subprocess.run([self.simtrun, "--debug", *batch, *sum((["-ex", c] for c in commands), []), program, *arguments],
                              cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, input=text or "",
                              text=True, env={**os.environ, **environment})
        assert done.returncode == status, (done.returncode, done.stdout)
        assert "^done" not in done.stdout and "*stopped" not in done.stdout, done.stdout
        return done.stdout


def wants(got, *texts):
    """These texts, in this order."""
    at = 0
    for text in texts:
        found = got.find(text, at)
        assert found >= 0, f"{text!r} is not in, or not in its place in:\n{got}"
        at = found + len(text)
    return got


def without_gdb(s):
    """Kernels are debugged as ever, and what needs gdb says so, once."""
    tools = os.path.join(s.folder, "tools")
    os.mkdir(tools)
    got = s.run(["break scale", "break add", "break both.cu:7", "host bt", "run", "continue", "continue"], "3", status=3, PATH=tools)
    wants(got, "Breakpoint 1 (scale) pending.", "gdb cannot be started", "Breakpoint 2 (add) pending.", "Breakpoint 3 (both.cu:7) pending.",
          "CUDA thread hit Breakpoint 1, scale", "8 8 6\n", "exited with code 03")
    assert got.count("gdb cannot be started") == 1, got


def kernels_alone(s):
    """A breakpoint at a kernel needs no gdb, which would be slower to begin with."""
    wants(s.run(["break scale", "break fill", "info breakpoints", "run", "continue", "continue"], PATH=os.path.join(s.folder, "tools")),
          "Breakpoint 1 (scale) pending.", "<PENDING>", "CUDA thread hit Breakpoint 1", "CUDA thread hit Breakpoint 2, fill", "exited normally")


def is_allowed(s):
    return "cannot be attached" not in s.run(["break main", "run", "kill"])


def both_halves(s):
    commands = ["break add if b == 1", "break scale", "break both.cu:8", "tbreak both.cu:31", "info breakpoints", "run",
                # in host code
                "bt", "info args", "up", "print n", "down", "next", "print sum", "finish", "delete 1", "continue", "info locals",
                "info cuda kernels", "break fill", "disable 3", "info breakpoints", "continue",
                # in a kernel
                "next", "print i", "host bt 100", "host frame function main", "host print argc", "host break main", "delete 2-3",
                "tbreak more", "info breakpoints", "continue",
                # in the next one
                "bt", "break both.cu:37", "continue", "print p[3]", "x/dw p + 3", "continue"]
    got = s.run(commands, "5", status=5)
    wants(got, "Breakpoint 1 at 0x", "both.cu, line 21.", "Breakpoint 2 (scale) pending.", "Breakpoint 3 (both.cu:8) pending.",
          "Temporary breakpoint 4 at 0x", "both.cu, line 32.",
          "\n1       breakpoint     keep y   0x", "stop only if b == 1", "\n2       breakpoint     keep y   <PENDING>          scale",
          "\n3       breakpoint     keep y   <PENDING>", "\n4       breakpoint     del  y   0x",
          "hit Breakpoint 1, add (a=5, b=1) at both.cu:21", "#1 ", "in main (argc=2", "a = 5\nb = 1\n", "= 5\n", "22\t", "= 6\n",
          "Run till exit", "Value returned is", "= 6\n", "hit Temporary breakpoint 4, main (argc=2", "32\t\tscale<<<1, 32>>>(p);",
          "n = 8\n", "No CUDA kernels.", "Breakpoint 5 (fill) pending.", "\n3       breakpoint     keep n   <PENDING>")
    wants(got, "CUDA thread hit Breakpoint 2, scale<<<(1,1,1),(32,1,1)>>>", "8\t", "= 0\n", "in main (argc=2", "at both.cu:3",
          "main (argc=2", "= 2\n", "Breakpoint 6 at 0x", "Temporary breakpoint 7 at 0x", "\n5 ", "\n6 ", "\n7 ",
          "CUDA thread hit Breakpoint 5, fill<<<")
    wants(got, "#0  fill", "Breakpoint 8 at 0x", "hit Breakpoint 8, main (argc=2", "37\t", "= 6\n", ":\t6\n", "8 8 6\n", "exited with code 05")


def steps_go_on(s):
    """A step of the host during which a kernel stops, and the program is held for the host's commands, ends where it would have ended."""
    for step, line in (("next", 15), ("until", 15), ("advance 16", 16)):
        got = s.run(["tbreak steps.cu:14", "tbreak scale", "run", step, "host frame function main", "next", "host print argc", "host tbreak steps.cu:17",
                     "continue", "print n", "continue", "continue"], program="./steps")
        wants(got, "hit Temporary breakpoint 1, main", "CUDA thread hit Temporary breakpoint 2", " in main (", "= 1\n",
              "Temporary breakpoint 3 at", "\n%d\t\tn +=" % line, "= %d\n" % (line - 9), "hit Temporary breakpoint 3, main", "13\n")
        assert "Run till exit" not in got, got
    wants(s.run(["tbreak work", "tbreak scale", "run", "finish", "host bt -1", "continue", "break scale", "next", "next", "next", "host bt -1",
                 "delete", "continue", "print n", "continue"], program="./steps"),
          "hit Temporary breakpoint 1, work", "Run till exit", "CUDA thread hit", " in main (", "Value returned is", "= 6\n", "15\t\tn += 1;",
          "CUDA thread hit", " in main (", "17\t\tprintf", "= 13\n", "13\n")


def scripts(s):
    """The programs of a script, one after the other: commands of options are for each, lines go on; one beside another is left alone; one
    that is killed where it stands makes room for the next."""
    got = s.run(["break scale", "break work", "run", "continue", "info args", "delete", "continue"], "-c", "./steps; ./steps", program="sh")
    for _ in range(2):
        wants(got, "Breakpoint 1 (scale)", "hit Breakpoint 2, work", "CUDA thread hit Breakpoint 1, scale", "0x2000", "13\n", "exited normally")
        got = got[got.index("exited normally") + 15:]
    lines = ["tbreak scale", "run", "continue", "quit", "tbreak work", "run", "print p != 0", "continue", "quit", ""]
    wants(s.run([], "-c", "./steps; echo first $?; ./steps; exit 4", program="sh", text="\n".join(lines), status=4),
          "CUDA thread hit Temporary breakpoint 1, scale", "13\n", "exited normally", "first 0\n", "hit Temporary breakpoint 1, work", "= true\n",
          "13\n")
    lines = ["tbreak work", "run", "shell kill -9 $(cat pid); sleep 1", "tbreak scale", "run", "print i", "continue", "quit", ""]
    wants(s.run([], "-c", "./steps & echo $! > pid; wait $!; echo first $?; ./steps", program="sh", text="\n".join(lines)),
          "hit Temporary breakpoint 1, work", "The program was killed", "first 137\n", "CUDA thread hit Temporary breakpoint 1, scale", "13\n")
    got = s.run(["tbreak work", "run", "shell ./steps", "continue"], "-c", "./steps & wait", program="sh")
    wants(got, "hit Temporary breakpoint 1, work", "13\n", "13\n", "exited normally")


def both_at_once(s):
    """A function for host and device stops in both."""
    got = s.run(["break more", "run", "bt", "continue", "info breakpoints", "delete", "continue"])
    wants(got, "Breakpoint 1 at 0x", "hit Breakpoint 1, more (x=4)", "in main (", "CUDA thread hit Breakpoint 1, ", "exited normally")


def prints(s):
    """A dprintf in host code prints whenever the program comes there, also while a command lets it run."""
    wants(s.run(["dprintf add,\"adding %d, \\\"%d\\\"\\n\",a,b", "info breakpoints", "break both.cu:32", "run", "continue"]),
          "Dprintf 1 at 0x", "printf \"adding %d, \\\"%d\\\"\\n\"", "adding 5, \"0\"\nadding 5, \"1\"\nadding 6, \"2\"\n",
          "hit Breakpoint 2, main", "8 8 6\n")


def ends(s):
    """The program's ends: at the end of the commands, crashed."""
    assert "8 8 6" not in s.run(["start"])
    wants(s.run(["start", "continue", "bt", "print argc", "signal 0", "continue"], "0", "crash", status=-signal.SIGSEGV),
          "hit Temporary breakpoint 1, main (argc=3", "received signal SIGSEGV", "main (argc=3", "#0  ", "= 3\n",
          "Program terminated with signal SIGSEGV")


def more_ends(s):
    """Killed, left, crashed without gdb."""
    assert "8 8 6" not in s.run(["break main", "run", "kill"])
    assert "8 8 6" not in s.run([], text="break main\nrun\nprint argc\n")
    assert "8 8 6" not in s.run([], text="break main\nrun\nprint argc\nquit\n")
    wants(s.run(["run"], "0", "crash", status=-signal.SIGSEGV), "Program terminated with signal SIGSEGV")


def interrupts(s):
    """Ctrl-C at a terminal: in host code, at the prompt there, in a kernel."""
    t = Terminal([s.simtrun, "--debug", "./both", "w"], s.folder)
    t.until(PROMPT)
    assert "Breakpoint 1 at" in t.do("break main")
    t.do("break spin", "run")
    t.send("continue\n")
    t.until("8 8 6")
    t.until("received signal SIGINT", "\x03")
    assert "main (" in t.do("bt")
    assert re.search(" = (true|1)", t.do("print waits"))
    t.send("\x03")  # at the prompt it does nothing
    t.do("set var spins = 1")
    assert "CUDA thread hit Breakpoint 2" in t.do("set var waits = 0", "continue")
    t.do("delete 2")
    t.interrupted("continue")
    assert "spin" in t.do("bt")
    assert "in main (" in t.do("host bt")
    t.interrupted("continue")
    assert t.end("kill\n") == 0


def signals(s):
    """The same by signals to the debugger, without a terminal; gdb's death; the debugger's own."""
    p = subprocess.Popen([s.simtrun, "--debug", "-ex", "start", "-ex", "continue", "./both", "w"], cwd=s.folder, stdin=subprocess.PIPE,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def until(text):
        for line in p.stdout:
            if text in line:
                return
        raise AssertionError(text)

    def do(*lines):
        p.stdin.write("".join(line + "\n" for line in lines))
        p.stdin.flush()

    until("8 8 6")
    p.send_signal(signal.SIGINT)
    until("received signal SIGINT")
    do("print waits", "set var waits = 0", "continue")
    until("exited")
    p.stdin.close()
    assert p.wait(60) == 0


def deaths(s):
    """gdb's death at a prompt: the program goes on."""
    p = subprocess.Popen([s.simtrun, "--debug", "-ex", "start", "-ex", "shell echo $PPID", "./both"], cwd=s.folder,
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = []
    while not lines or not lines[-1].strip().isdigit():
        lines.append(p.stdout.readline())
        assert lines[-1], lines
    children = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(p.pid)], capture_output=True, text=True, check=True).stdout
    os.kill(next(int(line.split()[0]) for line in children.splitlines() if line.split()[1] == "gdb"), signal.SIGKILL)
    got = p.communicate("info breakpoints\n", 60)[0]
    assert "gdb has ended" in got and "8 8 6" in got and p.returncode == 0, (got, p.returncode)


def user_commands(s):
    """Commands of the user's, of breakpoints, watchpoints, steps over launches."""
    got = s.run(["define two", "print 1+1", "end", "alias stop = break", "stop add", "commands 1", "silent", "print b", "continue", "end",
                 "tbreak both.cu:32", "run", "two", "step", "info line", "nonsense", "info b", "delete 1", "continue"])
    wants(got, "Breakpoint 1 at 0x", "Temporary breakpoint 2 at 0x", "= 0\n", "= 1\n", "= 2\n", "hit Temporary breakpoint 2", "= 2\n",
          "33\t\tcudaDeviceSynchronize();", "Undefined command: \"nonsense\"", "\n1 ", "breakpoint already hit 3 times", "exited normally")
    assert "hit Breakpoint 1" not in got, got
    wants(s.run(["break scale", "catch throw", "break fill", "info breakpoints", "run", "delete 1-3", "continue"]), "Breakpoint 1 (scale)",
          "Catchpoint 2 (throw)", "Breakpoint 3 (fill)", "\n1 ", "\n2 ", "\n3 ", "CUDA thread hit Breakpoint 1", "exited normally")
    got = s.run(["tbreak both.cu:29", "run", "break scale", "watch n", "continue", "delete 3", "continue", "continue"])
    wants(got, "Breakpoint 2 (scale) pending.", "Hardware watchpoint 3: n", "Old value = 5", "New value = ",
          "CUDA thread hit Breakpoint 2, scale", "exited normally")


def main():
    simtcc, simtrun = (os.path.abspath(p) for p in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        for name, source in (("both", SOURCE), ("steps", STEPS)):
            with open(os.path.join(folder, name + ".cu"), "w") as f:
                f.write(source)
            subprocess.run([simtcc, "-g", "-G", name + ".cu", "-o", name], cwd=folder, check=True)
        s = Session(simtrun, folder)
        without_gdb(s)
        kernels_alone(s)
        if not shutil.which("gdb") or not is_allowed(s):
            return 77
        parts = [both_halves, steps_go_on, scripts, ends, user_commands, interrupts, signals]
        for part in parts + [both_at_once, prints, more_ends, deaths] * ("--all" in sys.argv):
            part(s)
    return 0


if __name__ == "__main__":
    sys.exit(main())
