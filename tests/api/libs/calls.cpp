// calls.cpp - calls of a library as work of streams and nodes of graphs, and what becomes of wrong ones.
//     calls [MISTAKE]
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstring>
#include <vector>

#include "scale.h"

#define CALL(x) \
	do { \
		cudaError_t e_ = (x); \
		if (e_ != cudaSuccess) \
			printf("%s: %s\n", #x, cudaGetErrorName(e_)); \
	} while (0)

static const unsigned N = 100000;

static float *filled(unsigned n, float v) {
	std::vector<float> host(n, v);
	float *x = nullptr;
	CALL(cudaMalloc((void **)&x, n * sizeof(float)));
	CALL(cudaMemcpy(x, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
	return x;
}

static void show(const char *what, const float *x, unsigned n) {
	std::vector<float> host(n);
	CALL(cudaMemcpy(host.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost));
	unsigned same = 0;
	for (float v : host)
		same += v == host[0];
	printf("%s: %u of %u are %g\n", what, same, n, host[0]);
}

static void streams() {
	cudaStream_t s;
	float *x = filled(N, 1), *y = filled(N, 0);
	CALL(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	for (int i = 0; i < 10; i++)
		CALL(scaleVector(s, N, x, 2));
	CALL(cudaMemcpyAsync(y, x, N * sizeof(float), cudaMemcpyDeviceToDevice, s));
	CALL(scaleVector(s, N, x, 2));
	CALL(cudaStreamSynchronize(s));
	show("in a stream", x, N);
	show("copied in between", y, N);
	CALL(scaleVector(nullptr, 0, nullptr, 2));
	CALL(scaleVector(cudaStreamPerThread, N, x, 0.5f));
	CALL(cudaDeviceSynchronize());
	show("in the thread's own stream", x, N);
	CALL(scaleCopy(s, 100, 100, x, 200, y, 150));
	CALL(cudaStreamDestroy(s));
	CALL(cudaDeviceSynchronize());
	show("a column", y, 100);
	show("between columns", y + 100, 50);
	CALL(cudaFree(x));
	CALL(cudaFree(y));
}

static void graphs() {
	cudaStream_t s;
	cudaGraph_t g, other;
	cudaGraphExec_t x;
	cudaGraphNode_t node[4];
	size_t n = 4;
	float *a = filled(N, 1), *b = filled(N, 1);
	CALL(cudaStreamCreate(&s));
	for (int which = 0; which < 2; which++) {
		CALL(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
		CALL(scaleVector(s, N, which ? b : a, 3));
		CALL(scaleVector(s, N, which ? b : a, 2));
		CALL(cudaStreamEndCapture(s, which ? &other : &g));
	}
	CALL(cudaGraphGetNodes(g, node, &n));
	printf("%zu nodes\n", n);
	cudaGraphNodeType type;
	cudaKernelNodeParams p;
	CALL(cudaGraphNodeGetType(node[0], &type));
	printf("kernels: %d\n", type == cudaGraphNodeTypeKernel);
	CALL(cudaGraphKernelNodeGetParams(node[0], &p));
	CALL(cudaGraphInstantiate(&x, g, 0));
	for (int i = 0; i < 3; i++)
		CALL(cudaGraphLaunch(x, s));
	CALL(cudaGraphNodeSetEnabled(x, node[1], 0));
	CALL(cudaGraphLaunch(x, s));
	CALL(cudaStreamSynchronize(s));
	show("four launches", a, N);
	show("not in them", b, N);
	cudaGraphExecUpdateResultInfo info;
	CALL(cudaGraphExecUpdate(x, other, &info));
	CALL(cudaGraphDestroy(g));
	CALL(cudaGraphDestroy(other));
	CALL(cudaGraphLaunch(x, s));
	CALL(cudaStreamSynchronize(s));
	show("after an update", b, N);
	CALL(cudaGraphExecDestroy(x));
	CALL(cudaStreamDestroy(s));
	CALL(cudaFree(a));
	CALL(cudaFree(b));
}

static void mistake(const char *which) {
	float *x = nullptr;
	cudaStream_t s = nullptr;
	CALL(cudaMalloc((void **)&x, N * sizeof(float)));
	if (!strcmp(which, "bounds")) {
		CALL(cudaMemset(x, 0, N * sizeof(float)));
		CALL(scaleVector(s, N + 1, x, 2));
	} else if (!strcmp(which, "far")) {
		CALL(scaleVector(s, 16, x + (1u << 28), 2));
	} else if (!strcmp(which, "host")) {
		static float host[16];
		CALL(scaleVector(s, 16, host, 2));
	} else if (!strcmp(which, "freed")) {
		CALL(cudaFree(x));
		CALL(scaleVector(s, N, x, 2));
	} else if (!strcmp(which, "fresh")) {
		CALL(scaleVector(s, N, x, 2));
	} else if (!strcmp(which, "race")) {
		CALL(cudaMemset(x, 0, N * sizeof(float)));
		CALL(cudaDeviceSynchronize());
		cudaStream_t t;
		CALL(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
		CALL(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
		CALL(scaleVector(s, N, x, 2));
		CALL(scaleVector(t, N, x, 2));
	} else if (!strcmp(which, "fails")) {
		CALL(scaleFail(s));
	}
	CALL(cudaDeviceSynchronize());
	CALL(scaleVector(nullptr, 0, nullptr, 2));
}

int main(int argc, char **argv) {
	setvbuf(stdout, nullptr, _IOLBF, 0);
	if (argc > 1) {
		mistake(argv[1]);
		return 0;
	}
	streams();
	graphs();
	puts("done");
}
