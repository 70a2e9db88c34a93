#!/usr/bin/env python3
"""counts.py SIMTRUN FOLDER: the profile and the coverage of FOLDER/counts.ptx, and the profile of FOLDER/memory.ptx, of
which every number is known, and what is said of options that make no sense.
SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import re
import subprocess
import sys
import tempfile

# By the text of a line: warp instructions, thread instructions, and more. Two ctas of two warps and a half.
LINES = {
    "mov.u32 %t, %tid.x;": (6, 160),
    "@%p bra odd;": (6, 160, {"smsp__sass_branch_targets_threads_divergent.sum": 6}),
    "add.u32 %v, %v, 1;": (6, 80),
    "@%p add.u32 %v, %v, 1;": (6, 80, {"smsp__thread_inst_executed_pred_on.sum": 0}),
    "bra.uni meet;": (6, 80, {"smsp__sass_branch_targets_threads_uniform.sum": 6}),
    "add.u32 %v, %v, 2;": (6, 80),
    "@%q bra again;": (18, 480, {"smsp__sass_branch_targets_threads_divergent.sum": 0}),
    "bar.sync 0;": (6, 160, {"simt__inst_executed_op_barrier.sum": 6, "simt__barrier_waits.sum": 4}),
    "atom.shared.add.u32 %w, [cell], 1;": (6, 160, {
        "smsp__inst_executed_op_shared_atom.sum": 6,
        "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum": 154}),
    "red.shared.add.u32 [cell + 4], 1;": (6, 160, {
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum": 160}),
    "add.u32 %r, %a, %a;": (6, 160),
    "st.global.u32 [%at], %v;": (6, 160, {
        "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum": 6,
        "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": 20}),
}
# What memory.ptx does, by its one warp: metrics that are not zero, but for those of LINES' first two columns.
L1 = "l1tex__"
MEMORY = {
    "ld.u32 %v, [%g];": {L1 + "t_requests_pipe_lsu_mem_global_op_ld.sum": 1, L1 + "t_sectors_pipe_lsu_mem_global_op_ld.sum": 1,
                         L1 + "t_requests_pipe_lsu_mem_local_op_ld.sum": 1, L1 + "t_sectors_pipe_lsu_mem_local_op_ld.sum": 1,
                         "smsp__inst_executed_op_shared_ld.sum": 1, L1 + "data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": 1},
    "st.v2.u32 [%l], {%v, %v};": {L1 + "t_requests_pipe_lsu_mem_local_op_st.sum": 1,
                                  L1 + "t_sectors_pipe_lsu_mem_local_op_st.sum": 8},
    "ld.shared.u32 %v, [%a];": {"smsp__inst_executed_op_shared_ld.sum": 1,
                                L1 + "data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": 2,
                                L1 + "data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum": 1,
                                L1 + "data_bank_conflicts_pipe_lsu_mem_shared.sum": 1},
    "ldmatrix.": {"smsp__inst_executed_op_ldsm.sum": 1,
                  "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldsm.sum": 8,
                  "sm__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ldsm.sum": 4,
                  L1 + "data_bank_conflicts_pipe_lsu_mem_shared.sum": 4},
    "stmatrix.": {"smsp__inst_executed_op_shared_stsm.sum": 1},
    "@%p cp.async.": {"sm__sass_l1tex_t_requests_pipe_lsu_mem_global_op_ldgsts.sum": 1,
                      "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ldgsts.sum": 2},
    "atom.global.exch.": {L1 + "t_requests_pipe_lsu_mem_global_op_atom.sum": 1,
                          L1 + "t_sectors_pipe_lsu_mem_global_op_atom.sum": 4},
    "atom.global.add.": {L1 + "t_requests_pipe_lsu_mem_global_op_red.sum": 1,
                         L1 + "t_sectors_pipe_lsu_mem_global_op_red.sum": 4},
    "shfl.": {},
}
# Before the branch, its two sides, the loop three times, from shfl to call, twice(), the end; of six warps.
BY_HAND = 6 * (5 + 3 + 1 + 1 + 3 * 3 + 5 + 2 + 4)
bad = []


def expect(what, got, want):
    if got != want:
        bad.append(f"{what}: {got!r}, expected {want!r}")


def run(simtrun, *args, env=None):
    p = subprocess.run([simtrun, *args], capture_output=True, text=True, timeout=60,
                       env={**os.environ, **(env or {})})
    return p.returncode, p.stdout, p.stderr


def check_json(path, source):
    with open(path) as f:
        profile = json.load(f)
    expect("version", profile["version"], 1)
    expect("kernels", [k["name"] for k in profile["kernels"]], ["counts"])
    launch = profile["launches"][0]
    expect("shape", (launch["grid"], launch["block"]), ([2, 1, 1], [80, 1, 1]))
    m = launch["metrics"]
    expect("occupancy", (m["launch__occupancy_limit_blocks"], m["launch__occupancy_limit_warps"],
                         m["sm__maximum_warps_per_active_cycle_pct"]), (32, 21, 98.4375))
    lines = {source[x["line"] - 1].strip(): x["metrics"] for x in profile["kernels"][0]["lines"]}
    for text, (inst, threads, *more) in LINES.items():
        want = {"smsp__inst_executed.sum": inst, "smsp__thread_inst_executed.sum": threads, **(more or [{}])[0]}
        for metric, value in want.items():
            expect(f"{text} {metric}", lines.get(text, {}).get(metric), value)
    # All lanes of a warp come together: it is one instruction, even though some waited for it.
    shfl = next(m for t, m in lines.items() if t.startswith("shfl"))
    expect("shfl", (shfl["smsp__inst_executed.sum"], shfl["smsp__thread_inst_executed.sum"]), (6, 160))


def check_coverage(path, source):
    with open(path) as f:
        text = f.read()
    lines = {source[int(n) - 1].strip(): int(c) for n, c in re.findall(r"^DA:(\d+),(\d+)$", text, re.M)}
    for line, (_, threads, *_) in LINES.items():
        expect("DA of " + line, lines.get(line), threads)
    expect("DA of a kernel that was not launched", lines.get("setp.ne.u32 %p, %t, 0;"), 0)
    branch = {source[int(n) - 1].strip(): [] for n in re.findall(r"^BRDA:(\d+)", text, re.M)}
    for n, way, count in re.findall(r"^BRDA:(\d+),0,(\d),(\S+)$", text, re.M):
        branch[source[int(n) - 1].strip()].append((int(way), count))
    expect("branches", branch, {"@%p bra odd;": [(0, "80"), (1, "80")], "@%q bra again;": [(0, "320"), (1, "160")],
                                "@%p bra end;": [(0, "-"), (1, "-")]})
    expect("functions", re.findall(r"^FNDA:(\S+)$", text, re.M), ["160,twice", "160,counts", "0,idle"])
    for key, tag in (("LF", r"^DA:"), ("LH", r"^DA:\d+,[1-9]"), ("BRF", r"^BRDA:"), ("BRH", r"^BRDA:\S+,[1-9]\d*$"),
                     ("FNF", r"^FN:"), ("FNH", r"^FNDA:[1-9]")):
        expect(key, int(re.search(rf"^{key}:(\d+)$", text, re.M)[1]), len(re.findall(tag, text, re.M)))
    expect("ends", text.endswith("end_of_record\n"), True)


def check_memory(path, source):
    with open(path) as f:
        kernel = json.load(f)["kernels"][0]
    for text, want in MEMORY.items():
        got = next(x["metrics"] for x in kernel["lines"] if source[x["line"] - 1].strip().startswith(text))
        threads = 16 if text == "shfl." else 32
        expect(text, (got["smsp__inst_executed.sum"], got["smsp__thread_inst_executed.sum"]), (1, threads))
        more = {k: v for k, v in got.items()
                if v and k.endswith(".sum") and not re.match("smsp__(thread_)?inst_executed(_pred_on)?.sum", k)}
        expect(text, more, want)


def check_trace(simtrun, launch, work):
    """A timeline counts instructions as a profile does, with one and without."""
    out, trace = os.path.join(work, "t.json"), os.path.join(work, "trace.json")
    for extra in [], ["--profile=json:" + out]:
        run(simtrun, *launch, "--backend=interp", "--trace=" + trace, *extra)
        with open(trace) as f:
            kernels = [e["args"] for e in json.load(f)["traceEvents"] if e.get("cat") == "kernel"]
        expect("warp instructions of the timeline " + " ".join(extra[:1])[:9],
               [k.get("warp_instructions") for k in kernels], [BY_HAND])
    with open(out) as f:
        expect("of the profile", json.load(f)["launches"][0]["metrics"]["smsp__inst_executed.sum"], BY_HAND)


def main():
    simtrun, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    ptx = os.path.join(folder, "counts.ptx")
    with open(ptx) as f:
        source = f.read().splitlines()
    launch = [ptx, "-k", "counts", "-g", "2", "-b", "80", "-a", "zeros:u32:80"]
    with tempfile.TemporaryDirectory() as work:
        out, info = os.path.join(work, "p.json"), os.path.join(work, "c.info")
        status, _, err = run(simtrun, *launch, "--profile=json:" + out, "--coverage=" + info)
        expect("exit status", (status, err), (0, ""))
        check_json(out, source)
        check_coverage(info, source)
        # The same by variables, on several workers.
        again = os.path.join(work, "again.json")
        run(simtrun, *launch, "--threads=2", env={"SIMT_PROFILE": "json:" + again})
        check_json(again, source)
        _, _, text = run(simtrun, *launch, "--profile")
        expect("text", "counts, 1 launch\n" in text and "limited by warps" in text, True)
        expect("line of the text", re.search(r"^ +6 +26\.67 +6 +\d+ +@%p bra odd;$", text.expandtabs(1), re.M) is not None, True)
        check_trace(simtrun, launch, work)
        _, _, err = run(simtrun, *launch, "--backend=jit", "-v", "--profile=text:" + os.path.join(work, "t"))
        expect("-v", "run on the interpreter" in err, True)
        memory = os.path.join(folder, "memory.ptx")
        status, _, err = run(simtrun, memory, "-b", "32", "-a", "zeros:u32:32", "--profile=json:" + out)
        expect("exit status", (status, err), (0, ""))
        with open(memory) as f:
            check_memory(out, f.read().splitlines())
        for wrong in ("--profile=xml", "--profile=json:", "--profile=text:/nonexistent/p",
                      "--coverage=/nonexistent/c"):
            status, _, err = run(simtrun, *launch, wrong)
            expect(wrong, (status, "error" in err), (1, True))
    print("\n".join(bad) or "all counts are as expected")
    sys.exit(bool(bad))


main()
