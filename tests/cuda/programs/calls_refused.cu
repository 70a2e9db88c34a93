// Calls that are wrong or at the edge: what they answer, and that nothing of it is sticky.
#include <cstdio>
#include <cstring>
#include <thread>

#define SHOW(call) printf("%s -> %s\n", #call, cudaGetErrorName(call))

__device__ int word[4];
__constant__ float factor[2];

__global__ void touch(int *p) {
	*p = threadIdx.x;
}

__global__ void __launch_bounds__(64) small(int *p) {
	extern __shared__ int s[];
	s[threadIdx.x] = 1;
	*p = s[0];
}

static void memory() {
	void *p = nullptr, *q = nullptr;
	char plain[64];
	int v = 3;
	SHOW(cudaMalloc(nullptr, 16));
	SHOW(cudaMalloc(&p, 0));
	printf("no bytes: %d\n", p == nullptr);
	SHOW(cudaMalloc(&p, (size_t)1 << 50));
	SHOW(cudaGetLastError());
	SHOW(cudaMalloc(&p, 256));
	SHOW(cudaFree(plain));
	SHOW(cudaFree((char *)p + 16));
	SHOW(cudaMemcpy(p, plain, 16, (cudaMemcpyKind)7));
	SHOW(cudaMemcpy(p, nullptr, 16, cudaMemcpyHostToDevice));
	SHOW(cudaMemcpy(nullptr, plain, 16, cudaMemcpyHostToDevice));
	SHOW(cudaMemcpy(nullptr, plain, 0, cudaMemcpyHostToDevice));
	SHOW(cudaMemcpy(plain, p, 16, cudaMemcpyHostToDevice));
	SHOW(cudaMemcpy(plain, plain + 32, 16, cudaMemcpyDefault));
	SHOW(cudaMemset(plain, 0, 16));
	SHOW(cudaMemset(p, 300, 16));
	SHOW(cudaMemcpy(plain, p, 1, cudaMemcpyDefault));
	printf("300 as a byte: %d\n", (unsigned char)plain[0]);
	SHOW(cudaMemset2D(p, 8, 1, 16, 2));
	SHOW(cudaMemcpy2D(p, 8, plain, 16, 12, 2, cudaMemcpyHostToDevice));
	SHOW(cudaMemcpyToSymbol(word, &v, 4, 12));
	SHOW(cudaMemcpyToSymbol(word, &v, 4, 16));
	SHOW(cudaMemcpyToSymbol(word, &v, 20));
	SHOW(cudaMemcpyToSymbol((const void *)plain, &v, 4));
	SHOW(cudaMemcpyFromSymbol(&v, word, 4, 12, cudaMemcpyHostToDevice));
	size_t size = 0;
	SHOW(cudaGetSymbolSize(&size, factor));
	printf("size %zu\n", size);
	SHOW(cudaGetSymbolAddress(&q, (const void *)plain));
	SHOW(cudaMallocPitch(&q, &size, 0, 4));
	SHOW(cudaMallocPitch(nullptr, &size, 4, 4));
	SHOW(cudaFree(p));
	SHOW(cudaFree(p));
	SHOW(cudaFree(nullptr));
	SHOW(cudaFreeHost(nullptr));
	SHOW(cudaGetLastError());
	SHOW(cudaGetLastError());
}

static void host_memory() {
	static char bytes[1 << 16];
	void *h = nullptr, *d = nullptr;
	unsigned flags = 77;
	SHOW(cudaHostAlloc(&h, 100, 64));
	SHOW(cudaHostAlloc(&h, 100, cudaHostAllocPortable | cudaHostAllocMapped));
	SHOW(cudaHostGetFlags(&flags, h));
	printf("flags %u\n", flags & 1);
	SHOW(cudaHostGetDevicePointer(&d, h, 0));
	printf("the same: %d\n", h == d);
	SHOW(cudaHostGetDevicePointer(&d, h, 1));
	SHOW(cudaFree(h));
	SHOW(cudaFreeHost(h));
	SHOW(cudaFreeHost(h));
	SHOW(cudaFreeHost(bytes));
	SHOW(cudaHostRegister(bytes, sizeof bytes, cudaHostRegisterDefault));
	SHOW(cudaHostRegister(bytes, sizeof bytes, cudaHostRegisterDefault));
	SHOW(cudaHostRegister(bytes + 100, 100, cudaHostRegisterDefault));
	SHOW(cudaHostGetFlags(&flags, bytes));
	SHOW(cudaHostUnregister(bytes + 8));
	SHOW(cudaHostUnregister(bytes));
	SHOW(cudaHostUnregister(bytes));
	SHOW(cudaHostRegister(nullptr, 16, 0));
	SHOW(cudaHostRegister(bytes, 0, 0));
	SHOW(cudaHostGetDevicePointer(&d, bytes, 0));
	cudaGetLastError();
	cudaPointerAttributes a;
	int *m = nullptr;
	SHOW(cudaMallocManaged(&m, 64));
	SHOW(cudaMallocManaged(&m, 64, 9));
	SHOW(cudaPointerGetAttributes(&a, m));
	printf("managed: type %d device %d both %d\n", a.type, a.device, a.hostPointer == m && a.devicePointer == m);
	SHOW(cudaPointerGetAttributes(&a, bytes));
	printf("plain: type %d device %d pointers %d %d\n", a.type, a.device, a.hostPointer == bytes,
	       a.devicePointer != nullptr);
	SHOW(cudaPointerGetAttributes(&a, nullptr));
	printf("null: type %d\n", a.type);
	SHOW(cudaMalloc(&d, 64));
	SHOW(cudaPointerGetAttributes(&a, (char *)d + 5));
	printf("device: type %d host %d inside %d\n", a.type, a.hostPointer != nullptr, a.devicePointer == (char *)d + 5);
	SHOW(cudaFree(d));
	SHOW(cudaFree(m));
}

static void launches() {
	int *p, over = 0;
	cudaMalloc(&p, 256);
	touch<<<1, 0>>>(p);
	SHOW(cudaPeekAtLastError());
	SHOW(cudaGetLastError());
	SHOW(cudaGetLastError());
	touch<<<0, 1>>>(p);
	SHOW(cudaGetLastError());
	touch<<<1, 1025>>>(p);
	SHOW(cudaGetLastError());
	touch<<<dim3(1, 65536), 1>>>(p);
	SHOW(cudaGetLastError());
	touch<<<1, dim3(1, 1, 65)>>>(p);
	SHOW(cudaGetLastError());
	small<<<1, 65>>>(p);
	SHOW(cudaGetLastError());
	small<<<1, 64, 49153>>>(p);
	SHOW(cudaGetLastError());
	SHOW(cudaFuncSetAttribute(small, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
	small<<<1, 64, 65536>>>(p);
	SHOW(cudaGetLastError());
	SHOW(cudaFuncSetAttribute(small, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
	SHOW(cudaFuncSetAttribute(small, (cudaFuncAttribute)77, 1));
	SHOW(cudaFuncSetAttribute(small, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
	SHOW(cudaFuncSetAttribute((const void *)&over, cudaFuncAttributeMaxDynamicSharedMemorySize, 1));
	void *args[] = {&p};
	SHOW(cudaLaunchKernel((const void *)&over, dim3(1), dim3(1), args, 0, 0));
	SHOW(cudaLaunchKernel((const void *)nullptr, dim3(1), dim3(1), args, 0, 0));
	SHOW(cudaLaunchKernel((const void *)touch, dim3(1), dim3(1), args, 0, 0));
	cudaDeviceProp prop;
	cudaGetDeviceProperties(&prop, 0);
	int most = 0;
	cudaOccupancyMaxActiveBlocksPerMultiprocessor(&most, touch, 1024, 0);
	SHOW(cudaLaunchCooperativeKernel((const void *)touch, dim3(most * prop.multiProcessorCount), dim3(1024), args, 0, 0));
	SHOW(cudaLaunchCooperativeKernel((const void *)touch, dim3(most * prop.multiProcessorCount + 1), dim3(1024), args, 0, 0));
	SHOW(cudaGetLastError());
	cudaStream_t s;
	cudaStreamCreate(&s);
	SHOW(cudaStreamDestroy(s));
	SHOW(cudaStreamDestroy(0));
	SHOW(cudaStreamDestroy(cudaStreamLegacy));
	SHOW(cudaEventDestroy(nullptr));
	cudaEvent_t e, t;
	float ms;
	SHOW(cudaEventCreateWithFlags(&e, 64));
	SHOW(cudaEventCreateWithFlags(&e, cudaEventInterprocess));
	SHOW(cudaEventCreate(&e));
	SHOW(cudaEventCreateWithFlags(&t, cudaEventDisableTiming));
	SHOW(cudaEventQuery(e));
	SHOW(cudaEventElapsedTime(&ms, e, e));
	SHOW(cudaEventRecord(e));
	SHOW(cudaEventRecord(t));
	SHOW(cudaEventSynchronize(t));
	SHOW(cudaEventElapsedTime(&ms, e, t));
	SHOW(cudaEventElapsedTime(nullptr, e, e));
	SHOW(cudaEventRecordWithFlags(e, 0, 5));
	SHOW(cudaStreamWaitEvent(0, e, 5));
	SHOW(cudaStreamCreateWithFlags(&s, 9));
	SHOW(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, -100));
	int priority;
	SHOW(cudaStreamGetPriority(s, &priority));
	int least, greatest;
	cudaDeviceGetStreamPriorityRange(&least, &greatest);
	printf("the greatest: %d\n", priority == greatest);
	SHOW(cudaStreamDestroy(s));
	SHOW(cudaSetDevice(-1));
	SHOW(cudaSetDevice(99));
	int device = 7;
	SHOW(cudaGetDevice(&device));
	printf("device %d\n", device);
	SHOW(cudaDeviceGetAttribute(&device, (cudaDeviceAttr)9999, 0));
	SHOW(cudaDeviceSetLimit((cudaLimit)99, 1));
	SHOW(cudaDeviceSynchronize());
	SHOW(cudaGetLastError());
	cudaEventDestroy(e);
	cudaEventDestroy(t);
	cudaFree(p);
}

static void threads() {
	cudaSetDevice(99);
	std::thread([] {
		SHOW(cudaPeekAtLastError());
		cudaMalloc(nullptr, 1);
		SHOW(cudaGetLastError());
	}).join();
	SHOW(cudaGetLastError());
}

int main() {
	memory();
	host_memory();
	launches();
	threads();
	printf("%s / %s\n", cudaGetErrorName((cudaError_t)12345), cudaGetErrorString((cudaError_t)12345));
	printf("%s\n", cudaGetErrorString(cudaErrorIllegalAddress));
	return 0;
}
