// Flags of pinned and registered memory: what each call takes, and what both interfaces say they are.
// build: -lcuda
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <sys/mman.h>

static void flags_of(void *p) {
	unsigned a = 77, b = 77;
	int e = cudaHostGetFlags(&a, p);
	int r = cuMemHostGetFlags(&b, p);
	printf(" | %d %u, %d %u", e, a, r, b);
	cudaGetLastError();
}

static void allocated(const char *name, int e, void *p) {
	printf("%s: %d", name, e);
	cudaGetLastError();
	if (!e) {
		flags_of(p);
		flags_of((char *)p + 999);
		cudaFreeHost(p);
		flags_of(p);
	}
	printf("\n");
}

static void allocations() {
	static const unsigned flags[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 32, 64, 1u << 31};
	char name[60];
	void *p;
	for (unsigned f : flags) {
		p = NULL;
		snprintf(name, sizeof name, "cudaHostAlloc %u", f);
		int e = cudaHostAlloc(&p, 1000, f);
		allocated(name, e, p);
		snprintf(name, sizeof name, "cuMemHostAlloc %u", f);
		e = cuMemHostAlloc(&p, 1000, f);
		allocated(name, e, p);
	}
	int e = cudaMallocHost(&p, 1000);
	allocated("cudaMallocHost", e, p);
	e = cuMemAllocHost(&p, 1000);
	allocated("cuMemAllocHost", e, p);
}

static void registered(const char *name, int e, char *p) {
	printf("%s: %d", name, e);
	cudaGetLastError();
	if (!e) {
		flags_of(p);
		flags_of(p + 9999);
		flags_of(p + 10000);
		flags_of(p + 20000);
		printf(" | again %d", cudaHostRegister(p, 10000, 0));
		printf(" %d", cuMemHostRegister(p + 4096, 10, 0));
		printf(" %d", cuMemHostRegister(p + 8192, 10000, 0));
		cudaGetLastError();
		printf(" | %d", cudaHostUnregister(p + 1));
		printf(" %d", cudaHostUnregister(p));
		cudaGetLastError();
		flags_of(p);
	}
	printf("\n");
}

static void registrations() {
	static const unsigned flags[] = {0, 1, 2, 3, 8, 9, 10, 11, 16, 32, 1u << 31};
	char name[60], *p = (char *)mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memset(p, 1, 1 << 20);
	for (unsigned f : flags) {
		snprintf(name, sizeof name, "cudaHostRegister %u", f);
		registered(name, cudaHostRegister(p, 10000, f), p);
		snprintf(name, sizeof name, "cuMemHostRegister %u", f);
		registered(name, cuMemHostRegister(p, 10000, f), p);
	}
	munmap(p, 1 << 20);
}

static void questions() {
	void *p, *d;
	CUdeviceptr c;
	unsigned f;
	cudaHostAlloc(&p, 1000, 0);
	printf("null %d %d\n", cudaHostGetFlags(NULL, p), cuMemHostGetFlags(NULL, p));
	printf("flags of null %d %d\n", cudaHostGetFlags(&f, NULL), cuMemHostGetFlags(&f, NULL));
	printf("pointer's flags %d %d\n", cudaHostGetDevicePointer(&d, p, 1), cuMemHostGetDevicePointer(&c, p, 1));
	cudaFreeHost(p);
	cudaMalloc(&p, 1000);
	printf("device's");
	flags_of(p);
	cudaFree(p);
	cudaMallocManaged(&p, 1000);
	printf("\nmanaged");
	flags_of(p);
	cudaFree(p);
	printf("\n");
	cudaGetLastError();
}

int main() {
	for (unsigned device = 0; device < 4; device++) {
		static const unsigned flags[] = {0, cudaDeviceMapHost, cudaDeviceScheduleBlockingSync, cudaDeviceLmemResizeToMax};
		int set = cudaSetDeviceFlags(flags[device]);
		unsigned now = 77;
		cudaFree(0);
		int get = cudaGetDeviceFlags(&now);
		printf("-- device flags %u: %d, %d %u\n", flags[device], set, get, now);
		allocations();
		registrations();
		questions();
		printf("reset %d\n", cudaDeviceReset());
	}
	CUcontext c;
	CUresult r = cuCtxCreate(&c, NULL, 0, 0);
	printf("-- a context of its own: %d\n", r);
	allocations();
	registrations();
	questions();
	cuCtxDestroy(c);
	return 0;
}
