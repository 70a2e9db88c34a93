// Streams, copies, events, a graph, NVTX ranges; then it ends in the way that its argument says: trace.py.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <csignal>
#include <cstring>
#include <unistd.h>
#include <nvtx3/nvToolsExt.h>

__global__ void twice(int *p) {
	p[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

int main(int argc, char **argv) {
	const char *how = argc > 1 ? argv[1] : "return";
	int *p, host[1024] = {1};
	cudaStream_t s;
	cudaEvent_t e;
	nvtxRangePushA("all \"of\" it");
	cudaMalloc(&p, sizeof host);
	cudaStreamCreate(&s);
	cudaEventCreate(&e);
	nvtxRangeId_t range = nvtxRangeStartA("across");
	cudaMemcpyAsync(p, host, sizeof host, cudaMemcpyHostToDevice, s);
	cudaMemsetAsync(p + 512, 0, 2048, s);
	twice<<<16, 64, 0, s>>>(p);
	cudaEventRecord(e, s);
	cudaStreamSynchronize(s);
	nvtxDomainHandle_t domain = nvtxDomainCreateA("other");
	nvtxEventAttributes_t a = {};
	a.version = NVTX_VERSION;
	a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
	a.colorType = NVTX_COLOR_ARGB;
	a.color = 0xff336699;
	a.messageType = NVTX_MESSAGE_TYPE_ASCII;
	a.message.ascii = "colourful";
	nvtxDomainRangePushEx(domain, &a);
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	twice<<<4, 64, 0, s>>>(p);
	twice<<<4, 64, 0, s>>>(p);
	cudaStreamEndCapture(s, &graph);
	cudaGraphInstantiate(&exec, graph, 0);
	cudaGraphLaunch(exec, s);
	cudaStreamSynchronize(s);
	nvtxDomainRangePop(domain);
	nvtxRangeEnd(range);
	nvtxMarkA("half time");
	cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
	cudaSetDevice(99);
	int depth = nvtxRangePop();
	printf("%d %d\n", host[0], depth);
	fflush(stdout);
	if (!strcmp(how, "exit"))
		exit(0);
	if (!strcmp(how, "_exit"))
		_exit(0);
	if (!strcmp(how, "abort"))
		abort();
	if (!strcmp(how, "kill"))
		raise(SIGKILL);
	if (!strcmp(how, "fork")) {
		if (fork() == 0) {
			nvtxMarkA("child");
			exit(0);
		}
	}
	return 0;
}
