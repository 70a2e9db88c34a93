// Graph capture: work of a side stream is not joined
// link: https://github.com/vllm-project/vllm/pull/57785
// what: A prefetch goes to a second stream in the middle of a capture, and nothing brings it back before the capture ends.
// expect: Program hit cudaErrorStreamCaptureUnjoined; nowhere
#include "gallery.h"
__global__ void put(int *p) {
	p[threadIdx.x] = 7;
}
int main() {
	int *p = zeros<int>(64);
	cudaStream_t s, side;
	cudaEvent_t fork, join;
	cudaGraph_t g;
	cudaStreamCreate(&s);
	cudaStreamCreate(&side);
	cudaEventCreate(&fork);
	cudaEventCreate(&join);
	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	put<<<1, 32, 0, s>>>(p);
	cudaEventRecord(fork, s);
	cudaStreamWaitEvent(side, fork, 0);
	put<<<1, 32, 0, side>>>(p + 32);
#ifdef FIXED
	cudaEventRecord(join, side);
	cudaStreamWaitEvent(s, join, 0);
#endif
	cudaStreamEndCapture(s, &g); // bug
}
