// Memory, launches and linear textures: what the runtime answers to calls that are right and wrong. The answers are an
// H200's.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

#define P(e) \
	do { \
		cudaError_t r_ = (e); \
		std::printf("%s -> %s | last %s\n", #e, cudaGetErrorName(r_), cudaGetErrorName(cudaGetLastError())); \
	} while (0)
#define V(...) \
	do { \
		std::printf(__VA_ARGS__); \
		std::printf("\n"); \
	} while (0)

#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void nop() {
}
__global__ void set(int *p, int v) {
	p[threadIdx.x] = v;
}
int main() {
	char *d, *e;
	char h[4096] = {0};
	cudaMalloc(&d, 4096);
	cudaMalloc(&e, 4096);
	// one row, small pitch
	P(cudaMemcpy2D(d, 16, h, 16, 64, 1, cudaMemcpyHostToDevice));
	P(cudaMemcpy2D(d, 16, h, 64, 64, 1, cudaMemcpyHostToDevice));
	P(cudaMemcpy2D(d, 64, h, 16, 64, 1, cudaMemcpyHostToDevice));
	P(cudaMemcpy2D(d, 0, h, 0, 64, 1, cudaMemcpyHostToDevice));
	P(cudaMemcpy2D(d, 16, h, 16, 64, 2, cudaMemcpyHostToDevice));
	P(cudaMemcpy2D(d, 16, h, 16, 64, 0, cudaMemcpyHostToDevice));
	P(cudaMemcpy2D(d, 16, h, 16, 0, 2, cudaMemcpyHostToDevice));
	P(cudaMemcpy2DAsync(d, 16, h, 16, 64, 1, cudaMemcpyHostToDevice, 0));
	P(cudaMemcpy2DAsync(d, 16, h, 16, 64, 2, cudaMemcpyHostToDevice, 0));
	P(cudaMemset2D(d, 16, 0, 64, 1));
	P(cudaMemset2D(d, 16, 0, 64, 2));
	P(cudaMemset2D(d, 16, 0, 0, 2));
	P(cudaMemset2D(NULL, 16, 0, 0, 2));
	P(cudaMemset2D(NULL, 16, 0, 8, 0));
	P(cudaMemcpy2D(d, (size_t)1 << 32, h, 64, 64, 1, cudaMemcpyHostToDevice));
	P(cudaMemcpy2D(d, (size_t)1 << 32, h, 64, 64, 0, cudaMemcpyHostToDevice));
	P(cudaMemcpy(NULL, h, 0, cudaMemcpyHostToDevice));
	P(cudaMemcpy(NULL, NULL, 0, cudaMemcpyDefault));
	P(cudaMemcpy(d, NULL, 4, cudaMemcpyHostToDevice));
	P(cudaMemcpy(NULL, h, 4, cudaMemcpyHostToDevice));
	P(cudaMemcpy(d, h, 4, (cudaMemcpyKind)9));
	P(cudaMemcpy(d, h, 0, (cudaMemcpyKind)9));
	P(cudaMemcpy(d, h, 5000, cudaMemcpyHostToDevice));
	P(cudaMemcpy(h, d, 4, cudaMemcpyHostToDevice));
	P(cudaMemcpy(h, d, 4, cudaMemcpyHostToHost));
	P(cudaMemcpy(d, h, 4, cudaMemcpyDeviceToHost));
	P(cudaMemcpy(d, h, 4, cudaMemcpyDeviceToDevice));
	P(cudaMemcpy(d, e, 4, cudaMemcpyHostToHost));
	P(cudaMemset(NULL, 0, 0));
	P(cudaMemset(NULL, 0, 4));
	P(cudaMemset(h, 0, 4));
	P(cudaMemset(d, 0, 5000));
	P(cudaMalloc((void **)NULL, 4));
	void *v = (void *)1;
	P(cudaMalloc(&v, 0));
	V("%p", v);
	P(cudaMalloc(&v, (size_t)1 << 50));
	P(cudaMalloc(&v, ~(size_t)0));
	size_t pitch;
	P(cudaMallocPitch(&v, &pitch, 0, 4));
	P(cudaMallocPitch(&v, &pitch, 100, 0));
	P(cudaMallocPitch(&v, &pitch, 100, 3));
	V("%zu", pitch);
	P(cudaMallocPitch(&v, NULL, 100, 3));
	P(cudaFree(NULL));
	P(cudaFree(h));
	P(cudaFree(d + 4));
	P(cudaFree(e));
	P(cudaFree(e));
	P(cudaFreeHost(NULL));
	P(cudaFreeHost(h));
	P(cudaFreeHost(d));
	P(cudaMallocHost(&v, 0));
	V("%p", v);
	P(cudaMallocHost((void **)NULL, 4));
	P(cudaHostAlloc(&v, 64, 0x100));
	P(cudaHostAlloc(&v, 0, 0));
	void *host;
	cudaMallocHost(&host, 4096);
	P(cudaHostRegister(host, 4096, 0));
	P(cudaHostRegister(NULL, 4096, 0));
	P(cudaHostRegister(h, 0, 0));
	P(cudaHostRegister(h, 4096, 0));
	P(cudaHostRegister(h, 4096, 0));
	P(cudaHostRegister(h + 8, 16, 0));
	P(cudaHostUnregister(h + 8));
	P(cudaHostUnregister(h));
	P(cudaHostUnregister(h));
	P(cudaHostUnregister(host));
	P(cudaHostRegister(d, 64, 0));
	void *dp;
	P(cudaHostGetDevicePointer(&dp, host, 0));
	P(cudaHostGetDevicePointer(&dp, host, 1));
	P(cudaHostGetDevicePointer(&dp, h, 0));
	P(cudaHostGetDevicePointer(&dp, d, 0));
	P(cudaHostGetDevicePointer(NULL, host, 0));
	unsigned fl;
	P(cudaHostGetFlags(&fl, host));
	V("%u", fl);
	P(cudaHostGetFlags(&fl, h));
	P(cudaHostGetFlags(&fl, d));
	cudaPointerAttributes at;
	P(cudaPointerGetAttributes(&at, NULL));
	P(cudaPointerGetAttributes(&at, h));
	V("%d %d", at.type, at.device);
	P(cudaPointerGetAttributes(&at, d + 4));
	V("%d %d %d %d", at.type, at.device, at.devicePointer == d + 4, at.hostPointer == NULL);
	P(cudaPointerGetAttributes(&at, host));
	V("%d %d %d %d", at.type, at.device, at.devicePointer == host, at.hostPointer == host);
	P(cudaPointerGetAttributes(NULL, host));
	// launches
	nop<<<0, 1>>>();
	P(cudaGetLastError());
	nop<<<1, 0>>>();
	P(cudaGetLastError());
	nop<<<1, 1025>>>();
	P(cudaGetLastError());
	nop<<<dim3(1, 65536), 1>>>();
	P(cudaGetLastError());
	nop<<<dim3(1, 1, 65536), 1>>>();
	P(cudaGetLastError());
	nop<<<1, dim3(1, 1, 65)>>>();
	P(cudaGetLastError());
	nop<<<1, 1, 49152>>>();
	P(cudaGetLastError());
	nop<<<1, 1, 49153>>>();
	P(cudaGetLastError());
	nop<<<1, 1, 300000>>>();
	P(cudaGetLastError());
	nop<<<0x80000000u, 1>>>();
	P(cudaGetLastError());
	P(cudaLaunchKernel((void *)NULL, 1, 1, NULL, 0, 0));
	P(cudaLaunchKernel((void *)main, 1, 1, NULL, 0, 0));
	P(cudaLaunchKernel((void *)nop, 1, 1, NULL, 0, 0));
	P(cudaLaunchKernel((void *)set, 1, 1, NULL, 0, 0));
	void *args[2] = {&d, &fl};
	P(cudaLaunchCooperativeKernel((void *)nop, 1, 1, NULL, 0, 0));
	P(cudaLaunchCooperativeKernel((void *)nop, 1000000, 1, NULL, 0, 0));
	P(cudaLaunchCooperativeKernel((void *)nop, 0, 1, NULL, 0, 0));
	P(cudaLaunchCooperativeKernel((void *)nop, 1, 2048, NULL, 0, 0));
	int nb;
	P(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&nb, nop, 0, 0));
	P(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&nb, nop, 1025, 0));
	V("%d", nb);
	P(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&nb, nop, 1024, 0));
	V("%d", nb);
	P(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&nb, nop, 32, 49153));
	V("%d", nb);
	P(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&nb, nop, 32, 300000));
	V("%d", nb);
	P(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&nb, (void (*)())NULL, 32, 0));
	P(cudaOccupancyMaxActiveBlocksPerMultiprocessor((int *)NULL, nop, 32, 0));
	size_t sm;
	P(cudaOccupancyAvailableDynamicSMemPerBlock(&sm, nop, 4, 128));
	V("%zu", sm);
	P(cudaOccupancyAvailableDynamicSMemPerBlock(&sm, nop, 0, 128));
	P(cudaOccupancyAvailableDynamicSMemPerBlock(&sm, nop, 100, 128));
	cudaFuncAttributes fa;
	P(cudaFuncGetAttributes(&fa, nop));
	P(cudaFuncGetAttributes(&fa, (void (*)())NULL));
	P(cudaFuncGetAttributes(NULL, nop));
	P(cudaFuncSetAttribute(nop, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448));
	P(cudaFuncSetAttribute(nop, cudaFuncAttributeMaxDynamicSharedMemorySize, 232449));
	P(cudaFuncSetAttribute(nop, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
	P(cudaFuncSetAttribute(nop, (cudaFuncAttribute)99, 1));
	P(cudaFuncSetAttribute(nop, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
	P(cudaFuncSetAttribute(nop, cudaFuncAttributePreferredSharedMemoryCarveout, -1));
	P(cudaFuncSetAttribute(nop, cudaFuncAttributePreferredSharedMemoryCarveout, -2));
	P(cudaFuncSetCacheConfig(nop, (cudaFuncCache)7));
	P(cudaFuncSetCacheConfig(nop, cudaFuncCachePreferL1));
	P(cudaDeviceSetCacheConfig((cudaFuncCache)7));
	P(cudaDeviceSetSharedMemConfig((cudaSharedMemConfig)5));
	P(cudaFuncSetSharedMemConfig(nop, (cudaSharedMemConfig)5));
	P(cudaDeviceSynchronize());
	// linear textures
	cudaResourceDesc r = {};
	r.resType = cudaResourceTypeLinear;
	r.res.linear.devPtr = d;
	r.res.linear.desc = cudaCreateChannelDesc<float>();
	r.res.linear.sizeInBytes = 4096;
	cudaTextureDesc td = {};
	cudaTextureObject_t t = {};
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.res.linear.sizeInBytes = 8192;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.res.linear.sizeInBytes = (size_t)4 << 30;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.res.linear.sizeInBytes = 0;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.res.linear.sizeInBytes = 6;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.res.linear.devPtr = d + 4;
	r.res.linear.sizeInBytes = 64;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.res.linear.devPtr = NULL;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.res.linear.devPtr = h;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.res.linear.devPtr = host;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.res.linear.devPtr = d;
	td.normalizedCoords = 1;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	td.normalizedCoords = 0;
	td.filterMode = cudaFilterModeLinear;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	td.filterMode = cudaFilterModePoint;
	td.readMode = cudaReadModeNormalizedFloat;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.res.linear.desc = cudaCreateChannelDesc<uchar4>();
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.res.linear.desc.y = 16;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.res.linear.desc = cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned);
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	td.addressMode[0] = (cudaTextureAddressMode)9;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.resType = cudaResourceTypePitch2D;
	r.res.pitch2D.devPtr = d;
	r.res.pitch2D.desc = cudaCreateChannelDesc<float>();
	r.res.pitch2D.width = 8;
	r.res.pitch2D.height = 8;
	r.res.pitch2D.pitchInBytes = 32;
	td = cudaTextureDesc{};
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.res.pitch2D.pitchInBytes = 40;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.res.pitch2D.pitchInBytes = 16;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.res.pitch2D.pitchInBytes = 512;
	r.res.pitch2D.height = 9;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.res.pitch2D.height = 0;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.res.pitch2D.height = 8;
	r.res.pitch2D.devPtr = d + 128;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.res.pitch2D.width = 200;
	r.res.pitch2D.devPtr = d;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	r.resType = (cudaResourceType)9;
	P(cudaCreateTextureObject(&t, &r, &td, NULL));
	P(cudaCreateTextureObject(NULL, &r, &td, NULL));
	P(cudaDestroyTextureObject(0));
	P(cudaDestroyTextureObject(12345));
	P(cudaDeviceSynchronize());
}
