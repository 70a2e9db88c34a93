// build: -DSIMT_CUDA_COMPAT -lcuda
// The driver's functions as CUDA 12 had them: contexts without affinity (HIP's headers for NVIDIA call cuCtxCreate so),
// graphs without edge data, advice with the number of a device.
#include <cstdio>
#include <cuda.h>

static void graphs() {
	CUgraph g;
	CUgraphNode a, b, from, to, others[2];
	size_t edges = 1, n = 2;
	printf("%d", cuGraphCreate(&g, 0));
	cuGraphAddEmptyNode(&a, g, NULL, 0);
	cuGraphAddEmptyNode(&b, g, NULL, 0);
	printf(" %d", cuGraphAddDependencies(g, &a, &b, 1));
	printf(" %d", cuGraphGetEdges(g, &from, &to, &edges));
	printf(" %zu %d %d\n", edges, from == a, to == b);
	printf("%d", cuGraphNodeGetDependencies(b, others, &n));
	printf(" %zu %d", n, others[0] == a);
	printf(" %d", cuGraphNodeGetDependentNodes(a, others, &n));
	printf(" %zu %d", n, others[0] == b);
	printf(" %d\n", cuGraphRemoveDependencies(g, &a, &b, 1));
	cuGraphDestroy(g);
}

static void captures() {
	CUstream s;
	CUgraph g;
	CUgraphNode node;
	const CUgraphNode *after;
	CUstreamCaptureStatus status;
	cuuint64_t id;
	size_t n;
	cuStreamCreate(&s, CU_STREAM_NON_BLOCKING);
	printf("%d", cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED));
	printf(" %d", cuStreamGetCaptureInfo(s, &status, &id, &g, &after, &n));
	printf(" %d %zu", status, n);
	cuGraphAddEmptyNode(&node, g, NULL, 0);
	printf(" %d", cuStreamUpdateCaptureDependencies(s, &node, 1, CU_STREAM_SET_CAPTURE_DEPENDENCIES));
	printf(" %d", cuStreamEndCapture(s, &g));
	cuGraphGetNodes(g, NULL, &n);
	printf(" %zu\n", n);
	cuGraphDestroy(g);
	cuStreamDestroy(s);
}

int main() {
	CUcontext c;
	CUdevice d;
	CUdeviceptr p;
	cuInit(0);
	cuDeviceGet(&d, 0);
	printf("%d\n", cuCtxCreate(&c, 0, d));
	graphs();
	captures();
	cuMemAllocManaged(&p, 4096, CU_MEM_ATTACH_GLOBAL);
	printf("%d", cuMemAdvise(p, 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, CU_DEVICE_CPU));
	printf(" %d", cuMemPrefetchAsync(p, 4096, d, 0));
	printf(" %d\n", cuCtxDestroy(c));
}
