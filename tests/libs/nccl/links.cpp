// links.cpp - a few collectives of four devices, for timelines.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>
#include <nccl.h>

enum { RANKS = 4, COUNT = 1 << 14 };

#define CK(call)                                                              \
	do {                                                                  \
		if (int r_ = (int)(call)) {                                   \
			printf("line %d: %s: %d\n", __LINE__, #call, r_);     \
			exit(1);                                              \
		}                                                             \
	} while (0)

int main() {
	ncclComm_t c[RANKS];
	float *in[RANKS], *out[RANKS];
	CK(ncclCommInitAll(c, RANKS, nullptr));
	for (int r = 0; r < RANKS; r++) {
		CK(cudaSetDevice(r));
		CK(cudaMalloc(&in[r], RANKS * COUNT * sizeof(float)));
		CK(cudaMalloc(&out[r], RANKS * COUNT * sizeof(float)));
		CK(cudaMemset(in[r], 0, RANKS * COUNT * sizeof(float)));
	}
	for (int kind = 0; kind < 6; kind++) {
		CK(ncclGroupStart());
		for (int r = 0; r < RANKS; r++)
			CK(kind < 2    ? ncclAllReduce(in[r], out[r], COUNT, ncclFloat, ncclSum, c[r], nullptr)
			   : kind == 2 ? ncclReduce(in[r], out[r], COUNT, ncclFloat, ncclSum, 0, c[r], nullptr)
			   : kind == 3 ? ncclBroadcast(in[r], out[r], COUNT, ncclFloat, 0, c[r], nullptr)
			   : kind == 4 ? ncclReduceScatter(in[r], out[r], COUNT, ncclFloat, ncclSum, c[r], nullptr)
			               : ncclAllGather(in[r], out[r], COUNT, ncclFloat, c[r], nullptr));
		CK(ncclGroupEnd());
	}
	for (int r = 0; r < RANKS; r++) {
		CK(cudaSetDevice(r));
		CK(cudaDeviceSynchronize());
		CK(ncclCommDestroy(c[r]));
	}
}
