#!/usr/bin/env python3
"""trace.py SIMTCC SIMTRUN FOLDER: timelines of FOLDER/trace.cu, however it ends, of rows.cu, wrapper.cu, driver.cu, nested.cu, and of
kernels that simtrun runs and compiles. Each must keep to what rules.py says.
SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys
import tempfile

import rules

bad = []


def expect(what, got, want=True):
    if got != want:
        bad.append(f"{what}: {got!r}, expected {want!r}")


def load(path, what):
    with open(path) as f:
        text = f.read()
    events, wrong = rules.problems(text)
    bad.extend(f"{what}: {w}" for w in wrong)
    return events, text


def names(events, category, ph="X"):
    return [e["name"] for e in events if e.get("cat") == category and e["ph"] == ph]


def ctas_of(events, kernel):
    """Those that began and ended in the time of the kernel, which must be alone."""
    begin, end = kernel["ts"], kernel["ts"] + kernel["dur"]
    return [e for e in events if e.get("cat") == "cta" and begin <= e["ts"] and e["ts"] + e["dur"] <= end]


def run(command, env, cwd):
    return subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=cwd,
                          env={**os.environ, **env})


def check_program(simtcc, folder, work):
    program = os.path.join(work, "trace")
    libs = os.path.join(os.path.dirname(simtcc), "cuda", "lib64")
    for way, flag in (("shared", "shared"), ("static", "static")):
        p = run([simtcc, os.path.join(folder, "trace.cu"), "-cudart", flag, "-o", program], {}, work)
        if p.returncode:
            sys.exit(p.stderr)
        for end in ("return", "exit", "_exit", "abort", "kill", "fork") if way == "shared" else ("return",):
            what = f"{way}, {end}"
            path = os.path.join(work, "t.json")
            p = run([program, end], {"SIMT_TRACE": path, "LD_LIBRARY_PATH": libs, "SIMT_BACKEND": "interp"}, work)
            expect(f"{what}: status", p.returncode, {"abort": -6, "kill": -9}.get(end, 0))
            expect(f"{what}: output", p.stdout, "8 0\n")
            events, text = load(path, what)
            check_events(events, what)
            if end in ("return", "exit", "fork"):
                expect(f"{what}: the file ends with the document", text.endswith("\n]}\n") and "\n]}\n " not in text)
    # Without the variable there is no file, and the ranges are not counted.
    os.remove(path)
    p = run([program], {"LD_LIBRARY_PATH": libs}, work)
    expect("without a timeline", (p.returncode, p.stdout, os.path.exists(path)), (0, "8 -2\n", False))
    p = run([program], {"SIMT_TRACE": os.path.join(work, "%p.json"), "LD_LIBRARY_PATH": libs}, work)
    expect("%p", len([f for f in os.listdir(work) if re.fullmatch(r"\d+\.json", f)]), 1)
    p = run([program], {"SIMT_TRACE": "/nonexistent/t.json", "LD_LIBRARY_PATH": libs}, work)
    expect("no such folder", (p.returncode, "cannot write" in p.stderr), (0, True))


def check_events(events, what):
    api = names(events, "api")
    for name, n in (("cudaMalloc", 1), ("cudaMemcpyAsync", 1), ("cudaLaunchKernel", 3), ("cudaGraphLaunch", 1),
                    ("cudaEventRecord", 1), ("cudaSetDevice", 1)):
        expect(f"{what}: {name}", api.count(name), n)
    wrong = [e["args"] for e in events if e.get("name") == "cudaSetDevice"]
    expect(f"{what}: result", wrong, [{"status": 101, "result": "cudaErrorInvalidDevice"}])
    expect(f"{what}: kernels", names(events, "kernel"), ["twice(int *)"] * 3)
    expect(f"{what}: ctas", len(names(events, "cta")), 24)
    expect(f"{what}: copies", sorted(names(events, "copy")), ["copy DtoH", "copy HtoD"])
    expect(f"{what}: fills", names(events, "fill"), ["fill"])
    expect(f"{what}: event", len(names(events, "event", "i")), 1)
    expect(f"{what}: graph", (len(names(events, "graph", "b")), len(names(events, "graph", "e"))), (1, 1))
    expect(f"{what}: ranges", names(events, "nvtx", "B"), ['all "of" it'])
    expect(f"{what}: ends", sum(e["ph"] == "E" for e in events), 2)
    expect(f"{what}: range with an id", names(events, "nvtx", "b") + names(events, "nvtx", "e"), ["across"] * 2)
    expect(f"{what}: mark", names(events, "nvtx", "i"), ["half time"])
    domain = [e["args"] for e in events if e.get("cat") == "other" and e["ph"] == "B"]
    expect(f"{what}: domain", domain, [{"color": "#336699", "domain": "other"}])
    kernel = next((e for e in events if e.get("cat") == "kernel"), None)
    row = [e["args"]["name"] for e in events if kernel and e["ph"] == "M" and e["name"] == "thread_name" and
           (e["pid"], e["tid"]) == (kernel["pid"], kernel["tid"])]
    expect(f"{what}: the stream has a row", len(row) == 1 and row[0].startswith("stream"))


def check_driver(simtcc, folder, work):
    path = os.path.join(work, "d.json")
    p = run([simtcc, "-run", "--trace=" + path, os.path.join(folder, "driver.cu"), "-lcuda", "-cudart", "shared",
             "-o", "driver"], {}, work)
    expect("driver: output", (p.stdout, p.returncode), ("done\n", 0))
    events, _ = load(path, "driver")
    api = [(e["name"], e["args"].get("result")) for e in events if e.get("cat") == "api"]
    expect("driver: calls", api, [
        ("cuInit", "CUDA_SUCCESS"), ("cuDeviceGet", "CUDA_SUCCESS"), ("cuDevicePrimaryCtxRetain", "CUDA_SUCCESS"),
        ("cuCtxSetCurrent", "CUDA_SUCCESS"), ("cuMemAlloc_v2", "CUDA_SUCCESS"), ("cuMemsetD32_v2", "CUDA_SUCCESS"),
        ("cuMemFree_v2", "CUDA_SUCCESS"), ("cuDeviceGet", "CUDA_ERROR_INVALID_DEVICE")])


def check_nested(simtcc, folder, work):
    path = os.path.join(work, "n.json")
    p = run([simtcc, "-run", "-rdc=true", "--trace=" + path, os.path.join(folder, "nested.cu"), "-o", "nested"], {}, work)
    expect("nested", (p.stdout, p.stderr, p.returncode), ("", "", 0))
    kernels = [e["args"] for e in load(path, "nested")[0] if e.get("cat") == "kernel"]
    expect("nested: parents", [(k["grid_id"], k.get("parent")) for k in kernels], [(1, None), (2, 1), (3, 2), (4, None)])


def check_rows(simtcc, folder, work):
    for backend in ("interp", "jit"):
        what, path = f"rows, {backend}", os.path.join(work, "rows.json")
        p = run([simtcc, "-run", "--trace=" + path, os.path.join(folder, "rows.cu"), "-o", "rows"],
                {"SIMT_BACKEND": backend, "SIMT_THREADS": "4"}, work)
        if backend == "jit" and p.returncode and "built without LLVM" in p.stderr:
            return
        expect(what, (p.stdout, p.stderr, p.returncode), ("0\n", "", 0))
        events, _ = load(path, what)
        row = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "thread_name"}
        expect(f"{what}: rows of domains", sorted(n.split()[0] for n in row.values() if ", of main" in n), ["one,", "two,"])
        ends = [sorted((e["tid"], e["name"]) for e in events if e["ph"] == ph) for ph in "BE"]
        expect(f"{what}: ranges end", ends[1], ends[0])
        expect(f"{what}: threads that name themselves", list(row.values()).count("own name"), 4)
        expect(f"{what}: kernels", len(names(events, "kernel")), 4 * 4 + 6 + 2)
        together = [e for e in events if e.get("cat") == "kernel" and "together" in e["name"]]
        expect(f"{what}: ctas that are resident together have rows of their own",
               sorted(len({(e["pid"], e["tid"]) for e in ctas_of(events, k)}) for k in together), [32, 32])
        places = {n.split(",")[1] for n in row.values() if ", place " in n}
        expect(f"{what}: names of places", " place 1" in places and len(places) >= 7)
        expect(f"{what}: graphs", (len(names(events, "graph", "b")), len(names(events, "graph", "e"))), (6, 6))
        expect(f"{what}: marks", sorted(names(events, "nvtx", "i")), ["\ufffd \x01 \"\\ \n"] * 4)


def check_wrapper(simtcc, folder, work):
    """NVTX's header for C++."""
    path = os.path.join(work, "wrapper.json")
    source = os.path.join(folder, "wrapper.cu")
    for standard in "c++11", "c++17":
        p = run([simtcc, "-run", "-std=" + standard, "--trace=" + path, source, "-o", "wrapper"], {}, work)
        expect(f"wrapper, {standard}", (p.stdout, p.stderr, p.returncode), ("3 1 7 ff00ff00 2\n2 4 1 6 5 3 \n1\n1 1\n", "", 0))
        events, _ = load(path, "wrapper")
        domains = "nvtx", "mine", "w\u00efde"
        got = [e["ph"] + " " + e["name"] for e in events if e.get("cat") in domains]
        expect(f"wrapper, {standard}: events", got, [
            "B function", "i in function", "E function", "B function_in", "i in function_in", "E function_in", "B function_if",
            "E function_if", "B function_if_in", "E function_if_in", "i a string", "i a wide one", "i a pointer", "i the first",
            "i kept", "i kept text", "i of a category", "B outer", "B inner", "E inner", "b first", "b second", "e first",
            "e second", "b owned", "b other", "i before other ends", "e other", "i after other ends", "e owned", "E outer"])
        expect(f"wrapper, {standard}: domains", {e["name"]: e["cat"] for e in events if e["ph"] == "i" and e["cat"] != "nvtx"},
               {"in function_in": "mine", "kept": "mine", "kept text": "w\u00efde"})
    p = run([simtcc, "-DNVTX_DISABLE", "--trace=" + path, "-run", source, "-o", "wrapper"], {}, work)
    expect("wrapper, disabled", p.returncode, 0)
    events, _ = load(path, "wrapper, disabled")
    expect("wrapper, disabled: events", names(events, "nvtx", "B") + names(events, "mine", "B") + names(events, "nvtx", "i"), [])


def check_texts(simtcc, folder, work):
    path = os.path.join(work, "texts.json")
    p = run([simtcc, "-run", "--trace=" + path, os.path.join(folder, "texts.cu"), "-o", "texts"], {}, work)
    expect("texts", (p.stdout, p.stderr, p.returncode), ("0 1\n1 0 -2 -2\n1 1\n", "", 0))
    events, _ = load(path, "texts")
    marks = [e["name"] for e in events if e["ph"] == "i"]
    expect("texts: marks", [m for m in marks if not m.startswith("xxx")],
           ["plain", "gr\u00fc\u00dfe \u20ac \U0001f600", "registered \u00e9", "unicode \u00e9"])
    expect("texts: a long one", [len(m) > 1000 for m in marks if m.startswith("xxx")], [True])
    expect("texts: domains", {e.get("cat") for e in events if e["name"].endswith("\u00e9")}, {"w\u00efde"})
    expect("texts: ranges", (names(events, "nvtx", "B"), names(events, "nvtx", "b"), names(events, "nvtx", "e")),
           (["outer", "inner"], ["first", "second", "third"], ["first", "second", "third"]))
    # Without a timeline the program gets the same answers.
    p = run([simtcc, "-run", os.path.join(folder, "texts.cu"), "-o", "texts"], {}, work)
    expect("texts, no timeline", p.returncode, 0)


def check_simtrun(simtrun, folder, work):
    path = os.path.join(work, "r.json")
    launch = [simtrun, os.path.join(folder, "counts.ptx"), "-k", "counts", "-g", "40000", "-b", "32", "-a",
              "zeros:u32:32", "--trace=" + path]
    p = run([*launch, "--backend=interp"], {"SIMT_THREADS": "2"}, work)
    expect("simtrun", (p.returncode, p.stderr), (0, ""))
    events, _ = load(path, "simtrun")
    # A worker shows so many ctas of a launch, and says how many more there were.
    left = sum(e["args"]["clusters"] for e in events if e["name"] == "more clusters, not shown")
    expect("ctas shown and not", len(names(events, "cta")) + left, 40000)
    # A cluster is one slice, which names its first and its last cta.
    p = run([simtrun, os.path.join(folder, "memory.ptx"), "-g", "4,2", "--cluster=2,2", "-b", "32", "-a", "zeros:u32:32",
             "--trace=" + path, "--backend=interp"], {"SIMT_THREADS": "2"}, work)
    expect("clusters", (p.returncode, p.stderr), (0, ""))
    events, _ = load(path, "clusters")
    expect("clusters", sorted(names(events, "cta")), ["cta 0,0,0 to 1,1,0", "cta 2,0,0 to 3,1,0"])
    p = run([simtrun, "--version"], {}, work)
    if "LLVM" not in p.stdout and run([*launch, "--backend=jit"], {}, work).returncode == 2:
        return  # built without LLVM
    p = run([*launch, "--backend=jit"], {"CUDA_CACHE_DISABLE": "1"}, work)
    events, _ = load(path, "jit")
    jit = names(events, "jit")
    expect("jit", ("compile counts" in jit, {"emit", "passes", "code", "link"} <= set(jit)), (True, True))
    p = run([*launch[:-1], "--trace=/nonexistent/t"], {}, work)
    expect("simtrun, no such folder", (p.returncode, "cannot write" in p.stderr), (1, True))


def main():
    simtcc, simtrun, folder = (os.path.abspath(x) for x in sys.argv[1:4])
    with tempfile.TemporaryDirectory() as work:
        check_program(simtcc, folder, work)
        check_rows(simtcc, folder, work)
        check_driver(simtcc, folder, work)
        check_nested(simtcc, folder, work)
        check_texts(simtcc, folder, work)
        check_wrapper(simtcc, folder, work)
        check_simtrun(simtrun, folder, work)
    print("\n".join(bad) or "all timelines are as expected")
    sys.exit(bool(bad))


main()
