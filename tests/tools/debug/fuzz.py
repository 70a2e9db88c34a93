#!/usr/bin/env python3
"""fuzz.py SIMTCC SIMTRUN FOLDER [--lines=N] [--seed=N]: random command lines for the debugger, on FOLDER/walk.cu. It must
do each of them or say what is wrong, and end by itself.

SPDX-License-Identifier: Apache-2.0
"""
import random
import subprocess
import sys
import tempfile
from pathlib import Path

COMMANDS = """break tbreak delete enable disable ignore condition clear watch rwatch awatch info print p/x output call echo x
x/4xw x/3i x/s x/2dg x/c list disassemble whatis ptype display undisplay set show help backtrace frame up down cuda
step next stepi nexti finish until advance reverse-step reverse-next reverse-stepi reverse-nexti
reverse-continue reverse-finish goto lanes s n si bt i f rs rc pwd commands end inspect where rn r
printf complete""".split()
WORDS = """1 2 0 -1 3 17 64 300 0x10 100000 kern deep twice walk.cu:20 walk.cu:14 :5 *$pc *0 +1 -2 if threadIdx.x == 3 && || i j k
p p.x p.y p.y[1] &p *p tile tile[3] tile[i] &tile[0] *out out out[1]@4 @ @shared (@shared int*) (int) (char) (float) (unsigned long)
(pt*) sizeof(pt) sizeof %r1 %rd1 $r1 $pc $1 $$ $x $x=5 = += 7.5 1e300 'a' '\\n' "text" ! ~ - + * / % << >> & | ^ ? : , ( ) [ ] { } . ->
kernel block thread (0,0,0) (1,0,0) (33,0,0) lane warp sm device grid cuda kernels blocks warps lanes threads devices sms line
barriers registers locals args shared frame hash history functions breakpoints display source var elements print listsize
scheduler-locking on off lane break_on_launch break_on_exit application none begin end cta threadIdx blockIdx.x blockDim %tid.x
%laneid nothing 99999999999999999999 1.2 3-5 if(1) /x /s /i /20 silent true nullptr INT_MIN -9223372036854775808 symbol address
scope types variables contexts launch managed pretty repeats "%d\\n" "%s" , "%-9.3f%c" "%" """.split()


def line(rng):
    if rng.random() < 0.02:
        return rng.choice(["continue", "c", "continue 3", "reverse-continue", "goto begin", "goto 400", "goto end"])
    if rng.random() < 0.03:
        return "".join(chr(rng.randrange(32, 255)) for _ in range(rng.randrange(80)))
    words = [rng.choice(COMMANDS)] + [rng.choice(WORDS) for _ in range(rng.choice([0, 0, 1, 1, 1, 2, 2, 3, 4, 6, 9]))]
    text = rng.choice([" ", " ", ""]).join(words) if rng.random() < 0.2 else " ".join(words)
    if rng.random() < 0.02:
        text = text + " " + "(" * rng.randrange(400)
    return text


def main():
    simtcc, simtrun, folder = (str(Path(p).resolve()) for p in sys.argv[1:4])
    options = dict(a[2:].split("=") for a in sys.argv[4:])
    lines, rng = int(options.get("lines", 400)), random.Random(int(options.get("seed", 1)))
    failed = 0
    with tempfile.TemporaryDirectory() as temp:
        ptx = Path(temp) / "walk.ptx"
        subprocess.run([simtcc, "-g", "-G", "-ptx", "walk.cu", "-o", ptx], check=True, cwd=folder)
        args = (Path(folder) / "walk.args").read_text().split()
        while lines > 0:
            n = min(lines, 60)
            lines -= n
            script = ["set cuda break_on_exit on", "break " + rng.choice(["kern", "deep", "walk.cu:20"]), "run"] + [line(rng) for _ in range(n)]
            text = "\n".join(script).encode() + b"\n"
            try:
                run = subprocess.run([simtrun, "--debug", "--quiet", "--timeout=20", ptx, *args], input=text, cwd=temp,
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=100)
                bad = run.returncode not in (0, 3)
                tail = run.stdout[-400:]
            except subprocess.TimeoutExpired as late:
                bad, tail = True, (late.stdout or b"")[-400:]
            if bad:
                failed += 1
                Path(f"debug-fuzz-{failed}.gdb").write_bytes(text)
                print(f"status {getattr(run, 'returncode', None)}, script in debug-fuzz-{failed}.gdb:", tail.decode(errors="replace"))
    print(f"{failed} of the scripts failed")
    sys.exit(failed != 0)


main()
