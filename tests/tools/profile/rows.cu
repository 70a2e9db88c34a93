// Rows side by side: streams that run at the same time, threads, graphs launched over and over in two streams, host
// functions that call, ctas that are all resident, ranges of NVTX domains that overlap, and texts that are no UTF-8: trace.py.
// SPDX-License-Identifier: Apache-2.0
#include <cooperative_groups.h>
#include <cstdio>
#include <thread>
#include <vector>
#include <sys/syscall.h>
#include <unistd.h>
#include <nvtx3/nvToolsExt.h>

__global__ void work(int *p, int n) {
	__shared__ int s[64];
	s[threadIdx.x] = p[blockIdx.x * 64 + threadIdx.x];
	__syncthreads();
	for (int i = 0; i < n; i++)
		s[threadIdx.x] += s[threadIdx.x ^ 1] & 1;
	p[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

__global__ void together(int *p) {
	cooperative_groups::this_grid().sync();
	p[blockIdx.x] = 1;
}

static nvtxEventAttributes_t text(const char *s) {
	nvtxEventAttributes_t a = {};
	a.version = NVTX_VERSION;
	a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
	a.messageType = NVTX_MESSAGE_TYPE_ASCII;
	a.message.ascii = s;
	return a;
}

static void host(void *) {
	nvtxRangePushA("in a host function");
	nvtxMarkA("\xff \x01 \"\\ \n");
	nvtxRangePop();
}

static void stream_of_work(int *p) {
	nvtxNameOsThreadA(syscall(SYS_gettid), "own name");
	cudaStream_t s;
	cudaStreamCreate(&s);
	nvtxRangePushA("thread");
	for (int i = 0; i < 4; i++)
		work<<<8, 64, 0, s>>>(p, 100);
	cudaLaunchHostFunc(s, host, nullptr);
	cudaStreamSynchronize(s);
	nvtxRangePop();
	cudaStreamDestroy(s);
}

int main() {
	int *p;
	cudaMalloc(&p, 8 * 64 * 64 * sizeof *p);
	nvtxDomainHandle_t one = nvtxDomainCreateA("one"), two = nvtxDomainCreateA("two");
	nvtxEventAttributes_t a = text("of one"), b = text("of two");
	nvtxDomainRangePushEx(one, &a);
	nvtxRangePushA("plain");
	nvtxDomainRangePushEx(two, &b);
	std::vector<std::thread> threads;
	for (int i = 0; i < 4; i++)
		threads.emplace_back(stream_of_work, p + i * 8 * 64);
	nvtxDomainRangePop(one);
	for (auto &t : threads)
		t.join();
	nvtxRangePop();
	nvtxDomainMarkEx(two, &a);
	nvtxDomainRangePop(two);

	cudaStream_t s[2];
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	for (auto &x : s)
		cudaStreamCreateWithFlags(&x, cudaStreamNonBlocking);
	cudaStreamBeginCapture(s[0], cudaStreamCaptureModeGlobal);
	work<<<8, 64, 0, s[0]>>>(p, 10);
	cudaMemsetAsync(p, 0, 4, s[0]);
	cudaStreamEndCapture(s[0], &graph);
	cudaGraphInstantiate(&exec, graph, 0);
	for (int i = 0; i < 6; i++)
		cudaGraphLaunch(exec, s[i & 1]);
	std::printf("%d\n", cudaDeviceSynchronize());
	void *args[] = {&p};
	for (int i = 0; i < 2; i++)
		cudaLaunchCooperativeKernel((void *)together, 32, 32, args, 0, s[0]); /* as many as one multiprocessor takes */
	cudaDeviceSynchronize();
	cudaGraphExecDestroy(exec);
	cudaGraphDestroy(graph);
	return 0;
}
