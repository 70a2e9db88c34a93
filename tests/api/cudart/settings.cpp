// settings.cpp - CUDA_LAUNCH_BLOCKING=1, and SIMT_STICKY=recover: a device comes back after a fault.
// SPDX-License-Identifier: Apache-2.0
#include "program.h"

static const char ptx[] = PTX_HEAD
	".visible .global .align 4 .u32 runs = 7;\n"
	".visible .entry store(.param .u64 p) {\n"
	"	.reg .u64 %p; .reg .u32 %v; ld.param.u64 %p, [p]; ld.global.u32 %v, [runs];\n"
	"	add.u32 %v, %v, 1; st.global.u32 [runs], %v; st.global.u32 [%p], %v; ret; }\n";

static void store(void *p) { stub((const void *)store, p); }

int main() {
	static Program program(ptx);
	program.kernel((const void *)store, "store");
	program.end();
	unsigned *p, h;
	cudaStream_t s;
	cudaEvent_t e;
	CK(cudaMallocHost(&p, 4));
	CK(cudaStreamCreate(&s));
	CK(cudaEventCreate(&e));
	LAUNCH(store, 1, 1, 0, s, p);
	printf("done when it returns: %s, %u\n", NAME(cudaStreamQuery(s)), *p);
	LAUNCH(store, 1, 1, 0, s, nullptr);
	printf("so is the fault: %s\n", NAME(cudaGetLastError()));
	printf("malloc: %s\n", NAME(cudaMallocHost(&p, 4)));
	printf("reset: %s\n", NAME(cudaDeviceReset()));
	printf("old handles: %s %s\n", NAME(cudaStreamQuery(s)), NAME(cudaEventQuery(e)));
	CK(cudaMallocHost(&p, 4));
	LAUNCH(store, 1, 1, 0, nullptr, p);
	CK(cudaDeviceSynchronize());
	CK(cudaMemcpy(&h, p, 4, cudaMemcpyDefault));
	printf("again: %u\n", h);
	return 0;
}
