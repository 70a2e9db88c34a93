// Calls of the driver interface, in a timeline: trace.py. SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cuda.h>

int main() {
	CUdevice d;
	CUcontext c;
	CUdeviceptr p;
	cuInit(0);
	cuDeviceGet(&d, 0);
	cuDevicePrimaryCtxRetain(&c, d);
	cuCtxSetCurrent(c);
	cuMemAlloc(&p, 256);
	cuMemsetD32(p, 7, 64);
	cuMemFree(p);
	puts(cuDeviceGet(&d, 99) == CUDA_ERROR_INVALID_DEVICE ? "done" : "wrong");
}
