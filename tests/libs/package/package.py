#!/usr/bin/env python3
"""package.py SIMTCC TREE KIND: every library of the toolkit's tree, as build systems find it. The pkg-config files
say which there are. KIND:

    pkgconfig   pkg-config's flags link a program
    shared      so does -lNAME
    static      the static library has the shared one's names and no others, and links
    cmake       so do the targets of CMake's FindCUDAToolkit
    loaded      a program that uses no library loads none, and one that uses a library no other but those which that one
                needs

SPDX-License-Identifier: Apache-2.0
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

SIMTCC, TREE, KIND = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
LIB = os.path.join(TREE, "lib64")
SKIP = 77
RELEASE = "13.0"

# A CUDA toolkit on the machine must not take part.
ENV = {k: v for k, v in os.environ.items() if k not in ("LIBRARY_PATH", "LD_LIBRARY_PATH", "CPATH")}
ENV["PKG_CONFIG_PATH"] = os.path.join(LIB, "pkgconfig")


def run(*command, cwd=None):
    p = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=280, env=ENV)
    if p.returncode:
        sys.exit(f"{' '.join(command)}: status {p.returncode}\n{p.stdout}{p.stderr}")
    return p.stdout


def libraries():
    """Package -> the name of its library, which -l takes."""
    found = {}
    for path in sorted(glob.glob(os.path.join(LIB, "pkgconfig", f"*-{RELEASE}.pc"))):
        with open(path) as f:
            found[os.path.basename(path)[:-3]] = re.search(r"^Libs:.* -l(\S+)$", f.read(), re.M).group(1)
    return found


def names(path, *options):
    return {line.split()[-1].split("@")[0] for line in run("nm", *options, "--defined-only", path).splitlines()
            if re.search(r" [TDBR] ", line)}


def program(folder, symbols):
    """A program that has to find these symbols."""
    path, ordered = os.path.join(folder, "main.cpp"), sorted(symbols)
    with open(path, "w") as f:
        f.write('#include <cstdio>\nextern "C" {\n')
        f.writelines(f"void {s}();\n" for s in ordered)
        f.write("}\nvoid (*volatile table[])() = {" + ", ".join(ordered) + "};\n")
        f.write('int main() {\n\tputs(table[0] ? "found" : "");\n}\n')
    return path


def exported(name):
    path = os.path.join(LIB, f"lib{name}.so")
    symbols = {s for s in names(path, "-D") if not re.search(r"\.so|^_(init|fini|edata|end)$|^__bss_start$", s)}
    if not symbols:
        sys.exit(f"{path} exports nothing")
    return symbols


def first(symbols):
    """Some names with which programs are linked: the sorted list's ends and middle."""
    ordered = sorted(symbols)
    return {ordered[0], ordered[len(ordered) // 2], ordered[-1]}


def expect(out):
    if out != "found\n":
        sys.exit(f"the program printed {out!r}")


def is_shared(name):
    return os.path.exists(os.path.join(LIB, f"lib{name}.so"))


def pkgconfig(folder, package, name):
    flags = run("pkg-config", "--cflags", "--libs", package).split()
    if run("pkg-config", "--modversion", package).strip() != RELEASE:
        sys.exit(f"{package} has no version {RELEASE}")
    place = [f[2:] for f in flags if f.startswith("-L")]
    if not place or not os.path.samefile(place[0], LIB):
        sys.exit(f"{package}: {flags}")
    if not is_shared(name):
        return
    app = os.path.join(folder, "app")
    run("g++", program(folder, first(exported(name))), "-o", app, *flags, "-Wl,-rpath," + LIB)
    expect(run(app))


def shared(folder, package, name):
    if not is_shared(name):
        return
    app = os.path.join(folder, "app")
    run(SIMTCC, program(folder, first(exported(name))), "-o", app, "-l" + name)
    expect(run(app))


def script_of(name):
    """The static library, which is a linker script; None: there is none."""
    script = f"lib{name}_static.a" if is_shared(name) else f"lib{name}.a"
    return script if os.path.exists(os.path.join(LIB, script)) else None


def archived(script):
    with open(os.path.join(LIB, script)) as f:
        archive = re.search(r"INPUT \( (libsimt-\S+) \)", f.read()).group(1)
    return names(os.path.join(LIB, archive), "-g")


def static(folder, package, name):
    script = script_of(name)
    if not script:
        return
    symbols = archived(script)
    if is_shared(name) and symbols != exported(name):
        sys.exit(f"{script} and lib{name}.so: {sorted(symbols ^ exported(name))[:20]}")
    app = os.path.join(folder, "app")
    run(SIMTCC, program(folder, first(symbols)), "-o", app, "-l" + script[3:-2])
    expect(run(app))
    if f"lib{name}.so" in run("readelf", "-d", app):
        sys.exit(f"-l{script[3:-2]} linked the shared library")


CMAKE = """cmake_minimum_required(VERSION 3.18)
project(package LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
set(names %s)
foreach(name ${names})
	if(TARGET CUDA::${name})
		message(STATUS "target ${name}")
		add_executable(app-${name} ${name}.cpp)
		target_link_libraries(app-${name} PRIVATE CUDA::${name})
	endif()
endforeach()
"""
# What CMake 3.25 makes of libraries whose file has another name, and targets that it must have if we have the library.
TARGET = {"nvidia-ml": "nvml", "cuda": "cuda_driver"}
KNOWN = {"cuda_driver", "cudart", "cublas", "cublasLt", "cufft", "cufftw", "curand", "cusolver", "cusparse", "nvml", "nvrtc",
         "nvptxcompiler_static"}


def cmake(folder):
    targets = {}
    for name in libraries().values():
        target, script = TARGET.get(name, name), script_of(name)
        if is_shared(name):
            targets[target] = exported(name)
        if script:
            targets[script[3:-2]] = archived(script)
    for target, symbols in targets.items():
        os.rename(program(folder, first(symbols)), os.path.join(folder, target + ".cpp"))
    with open(os.path.join(folder, "CMakeLists.txt"), "w") as f:
        f.write(CMAKE % " ".join(targets))
    build = os.path.join(folder, "build")
    ENV["CUDACXX"] = SIMTCC
    out = run("cmake", "-S", folder, "-B", build)
    found = set(re.findall(r"^-- target (\S+)$", out, re.M))
    missing = KNOWN & set(targets) - found
    if missing:
        sys.exit(f"FindCUDAToolkit has no target for {sorted(missing)}\n{out}")
    run("cmake", "--build", build)
    for target in sorted(found):
        expect(run(os.path.join(build, "app-" + target)))
    return found


# What a library itself calls.
NEEDS = {"cufftw": {"cufft"}, "cusolverMg": {"cusolver"}}
# Every program has the runtime.
RUNTIME = {"cudart", "cuda"}


def loaded_by(app):
    """The libraries of the toolkit that the loader brings in for a program."""
    return set(re.findall(r"\blib([\w-]+)\.so\S* => ", run("ldd", app))) & set(libraries().values())


def loaded(folder):
    done = [name for name in libraries().values() if is_shared(name)]
    for name in [None] + done:
        app = os.path.join(folder, "app")
        source = program(folder, first(exported(name or "cudart")))
        run(SIMTCC, source, "-o", app, *(["-l" + name] if name else []))
        more = loaded_by(app) - RUNTIME - {name} - NEEDS.get(name, set())
        if more or (name and name not in loaded_by(app)):
            sys.exit(f"a program that uses {name or 'no library'} loads {sorted(loaded_by(app))}")
    return done


def main():
    for tool in {"cmake": ["cmake", "make"], "pkgconfig": ["pkg-config"], "loaded": ["ldd"]}.get(KIND, []):
        if not shutil.which(tool):
            print(f"no {tool}")
            return SKIP
    with tempfile.TemporaryDirectory() as folder:
        if KIND in ("cmake", "loaded"):
            done = globals()[KIND](folder)
        else:
            done = libraries()
            for package, name in done.items():
                globals()[KIND](folder, package, name)
    print(f"{KIND}: {' '.join(sorted(done))}")
    return 0 if done else "no libraries"


sys.exit(main())
