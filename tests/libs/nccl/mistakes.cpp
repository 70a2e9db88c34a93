// mistakes.cpp MISTAKE: an all-reduce of 400 bytes on two devices, and what can be wrong with its buffers.
// SPDX-License-Identifier: Apache-2.0
#include "ranks.h"

#include <string>
#include <unistd.h>

enum { BYTES = 400 };

int main(int argc, char **argv) {
	std::string mistake = argc > 1 ? argv[1] : "";
	ncclComm_t comm[2];
	char *in[2], *out[2];
	cudaStream_t s[2], other = nullptr;
	OK(ncclCommInitAll(comm, 2, nullptr));
	for (int r = 0; r < 2; r++) {
		OK(cudaSetDevice(r));
		OK(cudaMalloc(&in[r], BYTES));
		OK(cudaMalloc(&out[r], BYTES));
		OK(cudaStreamCreateWithFlags(&s[r], cudaStreamNonBlocking));
		if (mistake != "unwritten")
			OK(cudaMemset(in[r], 0, BYTES));
		OK(cudaDeviceSynchronize());
	}
	if (mistake == "freed")
		OK(cudaFree(in[1]));
	static char host[BYTES];
	OK(ncclGroupStart());
	for (int r = 0; r < 2; r++)
		OK(ncclAllReduce(mistake == "host" ? host : in[r], out[r], BYTES / 4 + (mistake == "bounds"), ncclFloat32, ncclSum,
		                 comm[r], s[r]));
	OK(ncclGroupEnd());
	if (mistake == "race") {
		OK(cudaSetDevice(0));
		OK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
		cudaMemsetAsync(out[0], 0, BYTES, other);
	}
	for (int r = 0; r < 2; r++) {
		OK(cudaSetDevice(r));
		printf("rank %d: %s\n", r, cudaGetErrorName(cudaStreamSynchronize(s[r])));
	}
	if (other)
		cudaStreamSynchronize(other);
	ncclResult_t async;
	OK(ncclCommGetAsyncError(comm[0], &async));
	printf("communicator: %d\n", (int)async);
	fflush(stdout);
	_exit(0);
}
