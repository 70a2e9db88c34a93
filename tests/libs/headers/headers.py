#!/usr/bin/env python3
"""headers.py SIMTCC INCLUDE KIND [EVERY]: the public headers in CUDA C++.

    together   one source includes every one, in two orders
    alone      each is the only one of a source, which simtcc compiles; of EVERY only one, and the device half of another
    refused    functions that headers refuse return their status, without a library

Headers of libraries that are missing say so in an #error, which tests/api/cudart/headers.py looks at.

SPDX-License-Identifier: Apache-2.0
"""
import concurrent.futures
import os
import subprocess
import sys
import tempfile

SIMTCC, INCLUDE, KIND = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
EVERY = int(sys.argv[4]) if len(sys.argv) > 4 else 1
FOLDERS = "", "cooperative_groups", "cooperative_groups/details", "crt", "cuda", "nvtx3"
# This one excludes cublas_v2.h.
APART = {"cublas.h"}
ENV = {k: v for k, v in os.environ.items() if k not in ("LIBRARY_PATH", "LD_LIBRARY_PATH", "CPATH")}


def text(header):
    with open(os.path.join(INCLUDE, header)) as f:
        return f.read()


def headers():
    found = []
    for folder in FOLDERS:
        for name in sorted(os.listdir(os.path.join(INCLUDE, folder))):
            path = os.path.join(folder, name)
            if (name.endswith((".h", ".hpp")) or folder == "cuda") and os.path.isfile(os.path.join(INCLUDE, path)):
                found.append(path)
    return [h for h in found if '#error "simt has no ' not in text(h)]


def compiles(folder, name, included, body="", options=("-c",)):
    source = os.path.join(folder, name + ".cu")
    with open(source, "w") as f:
        f.writelines(f"#include <{h}>\n" for h in included)
        f.write(body or "__global__ void k(int *p) { *p = 1; }\n")
    out = os.path.join(folder, name + ".o")
    # OpenCL's headers, where a machine has them, ask for this name in a message.
    defined = "-DCL_TARGET_OPENCL_VERSION=300"
    p = subprocess.run([SIMTCC, "-std=c++17", defined, source, "-o", out, *options], capture_output=True, text=True, timeout=280, env=ENV)
    return p.returncode == 0 and not p.stderr, p.stderr


def together(folder):
    every = [h for h in headers() if h not in APART]
    for name, order in ("forward", every), ("backward", every[::-1]):
        ok, message = compiles(folder, name, order)
        if not ok:
            sys.exit(f"{name}:\n{message[:4000]}")
    print(f"{len(every)} headers together")


def alone(folder):
    chosen = [(h, i % EVERY) for i, h in enumerate(headers()) if i % EVERY in (0, EVERY // 2)]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        asked = pool.map(lambda one: compiles(folder, one[0].replace("/", "-"), [one[0]],
                                              options=("-ptx" if one[1] else "-c",)), chosen)
        for (h, _), (ok, message) in zip(chosen, asked):
            if not ok:
                print(f"{h}:\n{message[:600]}")
                failed += 1
    print(f"{len(chosen)} headers alone, {failed} failed")
    return failed != 0


BODY = """#include <cstdio>
int main() {
	unsigned n;
	CUdevice d;
	CUgraphicsResource r;
	CUeglStreamConnection c;
	CUcontext x;
	struct cudaGraphicsResource *g;
	cudaEglStreamConnection e;
	nvtxDomainHandle_t domain = nvtxDomainCreateA("d");
	nvtxMemHeapDesc_t heap = {};
	nvtxNameCudaStreamA(nullptr, "stream");
	nvtxNameCuDeviceA(0, "device");
	printf("%d %d %d %d\\n", cuGLGetDevices(&n, &d, 1, CU_GL_DEVICE_LIST_ALL), cuGraphicsGLRegisterBuffer(&r, 1, 0),
	       cuVDPAUCtxCreate(&x, 0, 0, 0, nullptr), cuEGLStreamConsumerConnect(&c, nullptr));
	printf("%d %d\\n", (int)cudaGraphicsEGLRegisterImage(&g, nullptr, 0), (int)cudaEGLStreamConsumerDisconnect(&e));
	printf("%d %llu %d %d\\n", nvtxMemHeapRegister(domain, &heap) == NVTX_MEM_HEAP_HANDLE_NO_TOOL,
	       (unsigned long long)nvtxCounterRegister(domain, nullptr), nvtxDomainIsEnabled(domain),
	       nvtxDomainSyncUserCreate(domain, nullptr) == nullptr);
	printf("%zu %zu %zu %zu\\n", sizeof(CUeglFrame), sizeof(cudaEglFrame), sizeof(nvtxMemHeapDesc_t), sizeof(nvtxPayloadSchemaAttr_t));
}
"""


def refused(folder):
    included = ["cudaGL.h", "cudaVDPAU.h", "cudaEGL.h", "cuda_egl_interop.h", "cuda_vdpau_interop.h", "nvtx3/nvToolsExtCuda.h",
                "nvtx3/nvToolsExtCudaRt.h", "nvtx3/nvToolsExtMem.h", "nvtx3/nvToolsExtCounters.h", "nvtx3/nvToolsExtSync.h",
                "cudaGLTypedefs.h", "cudaEGLTypedefs.h", "cudaVDPAUTypedefs.h"]
    ok, message = compiles(folder, "refused", included, BODY, ())
    if not ok:
        sys.exit(message)
    out = subprocess.run([os.path.join(folder, "refused.o")], capture_output=True, text=True, timeout=60, env=ENV).stdout
    if out != "801 801 801 801\n801 801\n1 0 0 1\n64 280 48 80\n":
        sys.exit(f"printed {out!r}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        return globals()[KIND](folder)


sys.exit(main())
