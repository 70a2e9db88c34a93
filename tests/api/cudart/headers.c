/* headers.c - the headers, read as C and as C++ in the ways that people do.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
#include <driver_functions.h>
#include <nvrtc.h>
#include <vector_functions.hpp>

#if defined(__cplusplus) && defined(__CUDACC__)
__global__ void kernel(int *p);
__device__ __forceinline__ float4 twice(float4 v) {
	return make_float4(v.x * 2, v.y * 2, v.z * 2, v.w * 2);
}
__host__ __device__ inline unsigned at() {
	return blockIdx.x * blockDim.x + threadIdx.x;
}
#define MATHS (min(3, 4) + (int)max(2.0f, 1.0) + (int)rsqrtf(1.0f))
#else
#define MATHS 6
#endif

/* Removed in CUDA 13. */
#ifdef SIMT_CUDA_COMPAT
static int removed(const struct cudaDeviceProp *p) {
	struct cudaLaunchParams launch = {NULL, {1, 1, 1}, {1, 1, 1}, NULL, 0, NULL};
	enum cudaStreamCaptureStatus status;
	cudaGraphNode_t node = NULL;
	size_t n = 0;
	int v = cudaStreamGetCaptureInfo_v2(NULL, &status, NULL, NULL, NULL, &n) +
	        cudaGraphNodeGetDependencies_v2(node, NULL, NULL, &n) +
	        cudaLaunchCooperativeKernelMultiDevice(
			&launch, 1, cudaCooperativeLaunchMultiDeviceNoPreSync) +
	        cudaDeviceGetAttribute(&v, cudaDevAttrCooperativeMultiDeviceLaunch, 0);
#ifdef __cplusplus
	cudaGraph_t graph = NULL;
	v += cudaGraphAddDependencies(graph, &node, &node, n) +
	     cudaGraphGetEdges(graph, NULL, NULL, &n) +
	     cudaGraphRemoveDependencies(graph, &node, &node, n) +
	     cudaGraphNodeGetDependencies(node, NULL, &n) +
	     cudaGraphNodeGetDependentNodes(node, NULL, &n) +
	     cudaStreamUpdateCaptureDependencies(0, &node, n) +
	     cudaGraphAddNode(&node, graph, NULL, n, NULL) +
	     cudaMemAdvise(p, n, cudaMemAdviseSetReadMostly, 0) +
	     cudaMemPrefetchAsync(p, n, 0);
#endif
	return v + p->clockRate + p->deviceOverlap + p->kernelExecTimeoutEnabled +
	       p->computeMode + p->memoryClockRate + p->maxTexture1DLinear +
	       p->singleToDoublePrecisionPerfRatio + p->cooperativeMultiDeviceLaunch +
	       cudaThreadSynchronize();
}
#else
static int removed(const struct cudaDeviceProp *p) {
	return p->reserved[0];
}
#endif

/* What a program that shares memory and semaphores with Vulkan writes. */
static int external(cudaStream_t s) {
	struct cudaExternalMemoryHandleDesc memory = {
		cudaExternalMemoryHandleTypeOpaqueFd, {3}, 4096, 0, {0}};
	struct cudaExternalMemoryBufferDesc buffer = {0, 4096, 0, {0}};
	struct cudaExternalMemoryMipmappedArrayDesc levels;
	struct cudaExternalSemaphoreHandleDesc semaphore;
	struct cudaExternalSemaphoreSignalParams signal;
	struct cudaExternalSemaphoreWaitParams wait;
	cudaExternalMemory_t m;
	cudaExternalSemaphore_t x;
	void *p;
	levels.numLevels = 1;
	levels.extent.width = 4;
	semaphore.type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd;
	semaphore.handle.fd = 3;
	signal.params.fence.value = wait.params.fence.value = 1;
	wait.params.keyedMutex.timeoutMs = 1;
	return cudaImportExternalMemory(&m, &memory) ||
	       cudaExternalMemoryGetMappedBuffer(&p, m, &buffer) ||
	       cudaImportExternalSemaphore(&x, &semaphore) ||
	       cudaSignalExternalSemaphoresAsync(&x, &signal, 1, s) ||
	       cudaWaitExternalSemaphoresAsync(&x, &wait, 1, s) || sizeof memory != 104 ||
	       sizeof buffer != 88 || sizeof levels != 128 || sizeof semaphore != 96 ||
	       sizeof signal != 144 || sizeof wait != 144;
}

int headers_compile(cudaStream_t s);
int headers_compile(cudaStream_t s) {
	struct cudaDeviceProp p;
	dim3 grid;
	float4 v = make_float4(1, 2, 3, 4);
	grid.x = grid.y = grid.z = 1;
	CUstream same = s; /* streams of both interfaces are the same */
	return cuStreamSynchronize(same) != CUDA_SUCCESS || removed(&p) || external(s) ||
	       cudaGetDeviceProperties(&p, 0) != cudaSuccess ||
	       cudaStreamSynchronize(s) || sizeof p != 1008 || MATHS != 6 ||
	       grid.x != (unsigned)v.x;
}
