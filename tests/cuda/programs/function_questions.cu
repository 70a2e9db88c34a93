// build: -arch=sm_90
// function_questions.cu - what is set and read of kernels: attributes, parameters, occupancy, clusters, devices.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>

struct Three {
	int v[3];
};
__global__ void plain(void *p, Three t) { *(int *)p = t.v[0]; }
__global__ void __launch_bounds__(64) narrow(void *p) {
	__shared__ volatile int s[256];
	s[threadIdx.x] = 1;
	*(int *)p = s[threadIdx.x ^ 1];
}
__global__ void __cluster_dims__(2) pairs(void *p) { *(int *)p = 1; }
static void other() {}

#define NAME(call) cudaGetErrorName(call)
#define CK(call)                                                                         \
	do {                                                                             \
		cudaError_t e_ = (call);                                                 \
		if (e_ != cudaSuccess) {                                                 \
			printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_));         \
			exit(1);                                                         \
		}                                                                        \
	} while (0)
#define SHOW(call) printf("%s -> %s\n", #call, NAME(call))

static void attributes() {
	cudaFuncAttributes a;
	const char *name;
	size_t offset, size;
	CK(cudaFuncGetAttributes(&a, (const void *)narrow));
	printf("narrow: %zu bytes shared, %d threads, dynamic %d\n", a.sharedSizeBytes,
	       a.maxThreadsPerBlock, a.maxDynamicSharedSizeBytes);
	CK(cudaFuncGetName(&name, (const void *)pairs));
	printf("%s\n", name);
	CK(cudaFuncGetParamInfo((const void *)plain, 1, &offset, &size));
	printf("parameter 1: %zu bytes at %zu\n", size, offset);
	SHOW(cudaFuncGetParamInfo((const void *)plain, 0, &offset, nullptr));
	SHOW(cudaFuncGetParamInfo((const void *)plain, 2, &offset, &size));
	SHOW(cudaFuncGetParamInfo((const void *)plain, 0, nullptr, &size));
	SHOW(cudaFuncGetAttributes(nullptr, (const void *)plain));
	SHOW(cudaFuncGetAttributes(&a, (const void *)other));
	SHOW(cudaFuncGetName(nullptr, (const void *)plain));
	SHOW(cudaFuncGetName(&name, (const void *)other));
	SHOW(cudaFuncSetAttribute((const void *)plain, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
	SHOW(cudaFuncSetAttribute((const void *)plain, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
	SHOW(cudaFuncSetAttribute((const void *)plain, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
	SHOW(cudaFuncSetAttribute((const void *)plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
	SHOW(cudaFuncSetAttribute((const void *)plain, cudaFuncAttributeClusterSchedulingPolicyPreference,
	                          cudaClusterSchedulingPolicySpread));
	SHOW(cudaFuncSetAttribute((const void *)plain, cudaFuncAttributeClusterSchedulingPolicyPreference, 9));
	SHOW(cudaFuncSetAttribute((const void *)plain, (cudaFuncAttribute)99, 0));
	SHOW(cudaFuncSetAttribute((const void *)other, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
	SHOW(cudaFuncSetCacheConfig((const void *)plain, cudaFuncCachePreferL1));
	SHOW(cudaFuncSetCacheConfig((const void *)plain, (cudaFuncCache)9));
	SHOW(cudaFuncSetCacheConfig((const void *)other, cudaFuncCachePreferL1));
	CK(cudaFuncGetAttributes(&a, (const void *)plain));
	printf("plain: clusters of any size %d\n", a.nonPortableClusterSizeAllowed);
	cudaKernel_t k;
	CK(cudaGetKernel(&k, (const void *)narrow));
	SHOW(cudaKernelSetAttributeForDevice(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536, 0));
	CK(cudaFuncGetAttributes(&a, (const void *)narrow));
	printf("narrow: dynamic %d\n", a.maxDynamicSharedSizeBytes);
	SHOW(cudaKernelSetAttributeForDevice(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536, 1000));
	SHOW(cudaGetKernel(nullptr, (const void *)narrow));
}

static void occupancy() {
	int n = -1;
	size_t bytes = 1;
	const void *f = (const void *)plain;
	CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, f, 1024, 0));
	printf("1024 threads: %d", n);
	CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, f, 32, 0));
	printf(", 32: %d\n", n);
	SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, f, 32, 0));
	SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, f, 0, 0));
	SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, (const void *)other, 32, 0));
	SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, f, 32, 0, 99));
	SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, f, 0, 32));
	SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, f, 1, 0));
	SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, f, 1000, 32));

	cudaLaunchConfig_t c = {};
	cudaLaunchAttribute a[1] = {};
	a[0].id = cudaLaunchAttributeClusterDimension;
	a[0].val.clusterDim = {4, 1, 1};
	c.gridDim = dim3(64);
	c.blockDim = dim3(128);
	c.attrs = a;
	c.numAttrs = 1;
	f = (const void *)narrow;
	c.blockDim = dim3(64);
	SHOW(cudaOccupancyMaxActiveClusters(&n, f, &c));
	printf("clusters of 4: %s\n", n > 0 ? "some" : "none");
	CK(cudaOccupancyMaxPotentialClusterSize(&n, f, &c));
	printf("largest: %d\n", n);
	SHOW(cudaOccupancyMaxPotentialClusterSize(&n, (const void *)plain, &c));
	printf("largest if any size is allowed: %d\n", n);
	a[0].val.clusterDim = {32, 1, 1};
	SHOW(cudaOccupancyMaxActiveClusters(&n, f, &c));
	c.attrs = nullptr;
	SHOW(cudaOccupancyMaxActiveClusters(nullptr, f, &c));
	SHOW(cudaOccupancyMaxPotentialClusterSize(nullptr, f, &c));
	SHOW(cudaOccupancyMaxPotentialClusterSize(&n, (const void *)other, &c));
	c.numAttrs = 0;
	c.blockDim = dim3(0);
	SHOW(cudaOccupancyMaxActiveClusters(&n, f, &c));
}

static void launches(void *p) {
	cudaLaunchConfig_t c = {};
	cudaLaunchAttribute a[2] = {};
	c.gridDim = dim3(4);
	c.blockDim = dim3(32);
	void *args[] = {&p};
	SHOW(cudaLaunchKernelExC(&c, (const void *)pairs, args));
	c.gridDim = dim3(3);
	SHOW(cudaLaunchKernelExC(&c, (const void *)pairs, args));
	c.gridDim = dim3(4);
	c.blockDim = dim3(128);
	SHOW(cudaLaunchKernelExC(&c, (const void *)narrow, args));
	c.blockDim = dim3(32);
	a[0].id = cudaLaunchAttributeClusterDimension;
	a[0].val.clusterDim = {4, 1, 1};
	a[1].id = cudaLaunchAttributePriority;
	a[1].val.priority = 0;
	c.attrs = a;
	c.numAttrs = 2;
	SHOW(cudaLaunchKernelExC(&c, (const void *)narrow, args));
	SHOW(cudaLaunchKernelExC(&c, (const void *)pairs, args));
	a[0].val.clusterDim = {3, 1, 1};
	SHOW(cudaLaunchKernelExC(&c, (const void *)narrow, args));
	a[0].val.clusterDim = {0, 1, 1};
	SHOW(cudaLaunchKernelExC(&c, (const void *)narrow, args));
	SHOW(cudaLaunchCooperativeKernel((const void *)narrow, dim3(2), dim3(32), args, 0, nullptr));
	SHOW(cudaLaunchCooperativeKernel((const void *)narrow, dim3(1 << 20), dim3(32), args, 0, nullptr));
	SHOW(cudaDeviceSynchronize());
}

static void devices() {
	cudaDeviceProp want = {};
	int d = -1;
	want.major = 9;
	want.totalGlobalMem = 1 << 20;
	SHOW(cudaChooseDevice(&d, &want));
	printf("chosen: %d\n", d);
	SHOW(cudaChooseDevice(nullptr, &want));
	SHOW(cudaChooseDevice(&d, nullptr));
	SHOW(cudaGetDeviceProperties(nullptr, 0));
	SHOW(cudaGetDeviceProperties(&want, 1000));
	SHOW(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
	SHOW(cudaDeviceGetAttribute(&d, cudaDevAttrWarpSize, 1000));
	cudaFuncCache cache = cudaFuncCachePreferEqual;
	SHOW(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
	SHOW(cudaDeviceGetCacheConfig(nullptr));
	SHOW(cudaDeviceGetCacheConfig(&cache));
	size_t n;
	for (cudaLimit l : {cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize}) {
		CK(cudaDeviceSetLimit(l, 8192));
		CK(cudaDeviceGetLimit(&n, l));
		printf("limit %d: %s\n", l, n >= 8192 ? "what was asked for" : "less");
	}
	SHOW(cudaDeviceGetLimit(nullptr, cudaLimitStackSize));
	int low, high, can;
	CK(cudaDeviceGetStreamPriorityRange(&low, &high));
	printf("priorities %d to %d\n", low, high);
	SHOW(cudaDeviceCanAccessPeer(&can, 0, 0));
	printf("its own peer: %d\n", can);
	SHOW(cudaDeviceCanAccessPeer(nullptr, 0, 0));
	SHOW(cudaDeviceCanAccessPeer(&can, 0, 1000));
	SHOW(cudaDeviceEnablePeerAccess(0, 0));
	SHOW(cudaDeviceEnablePeerAccess(1000, 0));
	SHOW(cudaDeviceDisablePeerAccess(0));
	unsigned flags;
	SHOW(cudaGetDeviceFlags(nullptr));
	SHOW(cudaSetDeviceFlags(0x1000));
	SHOW(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
	CK(cudaGetDeviceFlags(&flags));
	printf("blocking: %d\n", (flags & cudaDeviceScheduleBlockingSync) != 0);
	SHOW(cudaInitDevice(0, 0, 0));
	SHOW(cudaInitDevice(1000, 0, 0));
	int list[2] = {0, 0};
	SHOW(cudaSetValidDevices(list, 1));
	SHOW(cudaSetValidDevices(nullptr, 1));
	list[0] = 1000;
	SHOW(cudaSetValidDevices(list, 1));
	SHOW(cudaGetDevice(nullptr));
	char bus[32];
	CK(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
	CK(cudaDeviceGetByPCIBusId(&d, bus));
	printf("at its address: %d\n", d);
	SHOW(cudaDeviceGetPCIBusId(bus, 4, 0));
	SHOW(cudaDeviceGetByPCIBusId(&d, "nothing"));
	SHOW(cudaDriverGetVersion(nullptr));
	SHOW(cudaRuntimeGetVersion(nullptr));
}

int main() {
	void *p;
	CK(cudaMalloc(&p, 256));
	attributes();
	occupancy();
	launches(p);
	CK(cudaFree(p));
	devices();
	return 0;
}
