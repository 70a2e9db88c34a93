// build: -arch=sm_90 -rdc=true
// api_corners.cu - corners of the runtime's functions: what is read back, sizes that cannot be, what host functions
// may not do, kernels that launch graphs outside of graphs.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define NAME(call) cudaGetErrorName(call)
#define SHOW(call) (printf("%s -> %s\n", #call, NAME(call)), (void)cudaGetLastError())

__global__ void k() {}
__global__ void add(int *p) { atomicAdd(p, 1); }
__global__ void fire(int *r, cudaGraphExec_t g) { r[0] = cudaGraphLaunch(g, cudaStreamGraphFireAndForget); }

static cudaError_t set(cudaFuncAttribute a, int value) {
	cudaFuncAttributes f;
	cudaError_t e = cudaFuncSetAttribute((const void *)k, a, value);
	cudaGetLastError();
	cudaFuncGetAttributes(&f, (const void *)k);
	printf("%d: carveout %d, policy %d, ", value, f.preferredShmemCarveout, f.clusterSchedulingPolicyPreference);
	return e;
}

static void preferences() {
	for (int v : {50, 0, 100, -1, 7, 101, -2})
		printf("%s\n", NAME(set(cudaFuncAttributePreferredSharedMemoryCarveout, v)));
	for (int v : {0, 1, 2, 3, -1})
		printf("%s\n", NAME(set(cudaFuncAttributeClusterSchedulingPolicyPreference, v)));
}

static void clusters() {
	cudaLaunchConfig_t c = {};
	cudaLaunchAttribute at = {};
	at.id = cudaLaunchAttributeClusterDimension;
	at.val.clusterDim.x = 4;
	at.val.clusterDim.y = at.val.clusterDim.z = 1;
	c.gridDim = 16;
	for (int threads : {1025, 2048, 0}) {
		int size = -7, n = -7;
		c.blockDim = threads;
		cudaError_t e = cudaOccupancyMaxPotentialClusterSize(&size, (void *)k, &c);
		c.attrs = &at;
		c.numAttrs = 1;
		cudaError_t f = cudaOccupancyMaxActiveClusters(&n, (void *)k, &c);
		c.numAttrs = 0;
		printf("%d threads: size %d %s, clusters %d %s\n", threads, size, cudaGetErrorName(e), n, cudaGetErrorName(f));
	}
	int n;
	c.gridDim = 0;
	c.blockDim = 256;
	SHOW(cudaOccupancyMaxPotentialClusterSize(&n, (void *)k, &c));
}

static void boxes(char *device, char *host) {
	cudaMemcpy3DParms c = {};
	c.srcPtr = make_cudaPitchedPtr(host, 64, 64, 4);
	c.dstPtr = make_cudaPitchedPtr(device, 64, 64, 4);
	c.kind = cudaMemcpyDefault;
	for (cudaExtent e : {make_cudaExtent(0, 0, 0), make_cudaExtent(64, 4, 3), make_cudaExtent(65, 4, 3), make_cudaExtent(64, 5, 3)}) {
		c.extent = e;
		printf("box %zu %zu %zu: %s\n", e.width, e.height, e.depth, NAME(cudaMemcpy3D(&c)));
	}
}

static void registering(char *device, char *pinned) {
	std::vector<char> plain(1 << 20);
	SHOW(cudaHostRegister(plain.data(), 100, 0));
	SHOW(cudaHostRegister(plain.data(), 100, 0));
	SHOW(cudaHostUnregister(plain.data() + 1));
	SHOW(cudaHostUnregister(plain.data()));
	SHOW(cudaHostRegister(device, 100, 0));
	SHOW(cudaHostRegister(pinned, 100, 0));
	SHOW(cudaHostRegister(plain.data(), 0, 0));
}

static void CUDART_CB ask(void *p) {
	int *r = (int *)p, n;
	void *q;
	cudaEvent_t e;
	r[0] = cudaMalloc(&q, 16);
	r[1] = cudaStreamSynchronize(0);
	r[2] = cudaDeviceSynchronize();
	r[3] = cudaGetDeviceCount(&n);
	r[4] = cudaEventCreate(&e);
	r[5] = cudaStreamQuery(0);
}

static void callback() {
	int r[6];
	SHOW(cudaLaunchHostFunc(0, ask, r));
	SHOW(cudaDeviceSynchronize());
	printf("in a host function: %d %d %d %d %d %d\n", r[0], r[1], r[2], r[3], r[4], r[5]);
}

static void limits() {
	size_t stack, heap;
	SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 1000));
	SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1));
	cudaDeviceGetLimit(&stack, cudaLimitStackSize);
	cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
	printf("stack %zu, heap %zu\n", stack, heap);
}

static cudaGraph_t graph_of(int *p, int n, bool chain) {
	cudaGraph_t g;
	cudaGraphNode_t node[2];
	void *args[] = {&p};
	cudaKernelNodeParams kernel = {};
	kernel.func = (void *)add;
	kernel.gridDim = kernel.blockDim = dim3(1);
	kernel.kernelParams = args;
	cudaGraphCreate(&g, 0);
	for (int i = 0; i < n; i++)
		cudaGraphAddKernelNode(&node[i], g, node, chain ? i : 0, &kernel);
	return g;
}

static void updates(int *p) {
	cudaGraphExec_t x;
	cudaGraphExecUpdateResultInfo info;
	cudaGraphInstantiate(&x, graph_of(p, 2, true), 0);
	for (int i = 0; i < 3; i++) {
		cudaError_t e = cudaGraphExecUpdate(x, graph_of(p, i ? 2 : 1, i == 2), &info);
		printf("update %d: %s, result %d, node %d, from %d\n", i, cudaGetErrorName(e), info.result,
		       info.errorNode != nullptr, info.errorFromNode != nullptr);
	}
	cudaGetLastError();
}

static void fire_outside(int *p) {
	cudaGraphExec_t x;
	int *r, ran;
	cudaMallocManaged(&r, sizeof *r);
	*r = -7;
	cudaMemset(p, 0, sizeof *p);
	SHOW(cudaGraphInstantiate(&x, graph_of(p, 1, false), cudaGraphInstantiateFlagDeviceLaunch));
	SHOW(cudaGraphUpload(x, 0));
	fire<<<1, 1>>>(r, x);
	printf("launch: %s\n", NAME(cudaGetLastError()));
	SHOW(cudaDeviceSynchronize());
	cudaMemcpy(&ran, p, sizeof ran, cudaMemcpyDefault);
	printf("asked %d, ran %d\n", *r, ran);
}

int main() {
	char *device, *pinned;
	cudaMalloc(&device, 1 << 20);
	cudaMallocHost(&pinned, 1 << 20);
	preferences();
	clusters();
	boxes(device, pinned);
	registering(device, pinned);
	callback();
	limits();
	updates((int *)device);
	fire_outside((int *)device);
}
