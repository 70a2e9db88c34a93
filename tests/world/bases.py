"""bases.py - the code bases that ./dev world knows: where they come from, the version that was tried, how they are built.

SPDX-License-Identifier: Apache-2.0
"""
import dataclasses
import json
import os
import re

from systems import CMake, CMakeEach, CMakeProgram, Lit, Make


@dataclasses.dataclass
class Base:
    about: str
    source: str   # a repository
    version: str  # the commit that was tried
    system: object
    seconds: float = 60  # that a program of it may run, unless --timeout tells another number


def samples_arguments(setting):
    """CUDA samples: test_args.json has by program its arguments, several runs, or that it is not run."""
    with open(os.path.join(setting.checkout, "test_args.json")) as f:
        return json.load(f)


LIBRARIES = re.compile(r"-l(cudnn|mpi\w*|gdal)\b"
                       r"|(?<!\w)(mpicxx|mpicc)\b")


def needs_library(folder):
    """A library that simt does not have, which the Makefile of a folder links."""
    with open(os.path.join(folder, "Makefile"), errors="replace") as f:
        found = LIBRARIES.search(f.read())
    return f"needs {found[1] or found[2]}" if found else None


BASES = {
    "libcudacxx": Base(
        "libcu++'s own tests", "https://github.com/NVIDIA/cccl", "571f2fc3bc",
        Lit("libcudacxx/test/libcudacxx", "libcudacxx/test/libcudacxx/lit.site.cfg", "LIBCUDACXX_SITE_CONFIG",
            ".pass.cpp", preset="libcudacxx-cpp{std}")),
    "thrust": Base(
        "Thrust's tests and examples", "https://github.com/NVIDIA/cccl", "571f2fc3bc",
        CMake(r"thrust\.(test|example)\..+", preset="thrust-cpp{std}", tests="^{}$")),
    "cub": Base(
        "CUB's tests", "https://github.com/NVIDIA/cccl", "571f2fc3bc",
        CMake(r"cub\.(test|example)\..+", preset="cub-cpp{std}", tests="^{}$")),
    "cute": Base(
        "CUTLASS: CuTe's unit tests", "https://github.com/NVIDIA/cutlass", "7107b0553",
        CMake(r"cutlass_test_unit_cute_.+", tests="^c{}$",
              options=["-DCUTLASS_NVCC_ARCHS=90a", "-DCUTLASS_ENABLE_LIBRARY=OFF", "-DCUTLASS_ENABLE_EXAMPLES=OFF"],
              architecture="90a")),
    "cutlass": Base(
        "CUTLASS: examples and CuTe's tutorials", "https://github.com/NVIDIA/cutlass", "7107b0553",
        CMake(r"\d\d_.+|sgemm_.+|tiled_copy|wgmma_.+", options=[
            "-DCUTLASS_NVCC_ARCHS=90a", "-DCUTLASS_ENABLE_LIBRARY=OFF", "-DCUTLASS_ENABLE_TESTS=OFF"],
            architecture="90a")),
    "kokkos": Base(
        "Kokkos: unit tests of the core with the CUDA backend", "https://github.com/kokkos/kokkos", "4.6.01",
        CMake(r"Kokkos_CoreUnitTest_Cuda\w*", tests="^{}$", build_time=4 * 3600, options=[
            "-DCMAKE_CXX_COMPILER={checkout}/bin/nvcc_wrapper", "-DKokkos_ENABLE_CUDA=ON", "-DKokkos_ENABLE_TESTS=ON",
            "-DKokkos_ARCH_HOPPER90=ON",
            "-DCMAKE_CXX_FLAGS=-DSIMT_CUDA_COMPAT"])),  # 4.6 knows CUDA up to 12
    # Its own test compares each operation with the CPU backend's; its list lacks one. NCCL, which it takes from where it finds
    # one, is off.
    "ggml": Base(
        "ggml: operations of the CUDA backend against the CPU's", "https://github.com/ggml-org/ggml", "d99724f2",
        CMakeProgram("test-backend-ops", ["--list-ops"], ["test", "-b", "CUDA0", "-o", "{}"],
                     nothing=r"\b0/0 tests passed", unlisted=["MUL_MAT_HADAMARD"], build_time=4 * 3600,
                     options=["-DGGML_CUDA=ON", "-DGGML_NATIVE=OFF", "-DGGML_CUDA_NCCL=OFF", "-DGGML_CCACHE=OFF"]),
        seconds=1800),
    "hecbench": Base(
        "HeCBench's CUDA programs", "https://github.com/zjin-lcf/HeCBench", "f27000a51",
        Make(r"src/[^/]+-cuda", {"CC": "{simtcc}", "ARCH": "sm_90"}, left_out=needs_library)),
    "samples": Base(
        "NVIDIA's CUDA samples", "https://github.com/NVIDIA/cuda-samples", "c94ff366",
        CMakeEach(r"Samples/\d_\w+/\w+", samples_arguments)),
    # Those of cuSPARSE are programs of C that take their libraries from the linker's own folders.
    "library-samples": Base(
        "NVIDIA's samples of libraries", "https://github.com/NVIDIA/CUDALibrarySamples", "34377293",
        CMakeEach(r"cu(BLAS|RAND)/[\w-]+/\w+|cu(BLASLt|FFT|SOLVER|SPARSE)/\w+", options=[
            "-DCMAKE_EXE_LINKER_FLAGS=-L{toolkit}/lib64 -Wl,-rpath,{toolkit}/lib64",
            "-DCMAKE_C_FLAGS=-I{toolkit}/include", "-DCMAKE_CXX_FLAGS=-I{toolkit}/include"])),
}
