// What both interfaces say of an address: every kind of memory, inside it and past it, and what is no memory.
// build: -lcuda
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <sys/mman.h>
#include <unistd.h>

__managed__ int managed_words[300];
__device__ int device_words[300];
__constant__ int constant_words[300];
__device__ int one_word;
static int host_words[300];

__global__ void touch() {
	managed_words[0] = device_words[0] = one_word = constant_words[0];
}

struct Memory {
	const char *name;
	uint64_t base, size, at; // size 0: of no allocation
};

static const char *where(const Memory &m, uint64_t v) {
	static char text[4][40];
	static int turn;
	char *s = text[turn++ % 4];
	if (!v)
		return "null";
	if (v == m.at)
		return "p";
	if (m.size && v - m.base < m.size)
		snprintf(s, 40, "base+%llu", (unsigned long long)(v - m.base));
	else
		snprintf(s, 40, "another");
	return s;
}

static void runtime(const Memory &m) {
	cudaPointerAttributes a;
	void *p = (void *)m.at, *d = (void *)1;
	unsigned flags = 77;
	memset(&a, 0x55, sizeof a);
	cudaError_t e = cudaPointerGetAttributes(&a, p);
	printf("  runtime %d: type %d device %d, device %s host %s", e, a.type, a.device,
	       where(m, (uintptr_t)a.devicePointer), where(m, (uintptr_t)a.hostPointer));
	e = cudaHostGetDevicePointer(&d, p, 0);
	printf("; host's %d %s", e, e ? "-" : where(m, (uintptr_t)d));
	e = cudaHostGetFlags(&flags, p);
	printf(" flags %d %u", e, flags);
	flags = 77;
	CUresult r = cuMemHostGetFlags(&flags, p);
	printf(" %d %u\n", r, flags);
	cudaGetLastError();
}

static void range_attributes(const Memory &m) {
	printf("  range");
	for (int which = 1; which <= 8; which++) {
		int v[2] = {-77, -77};
		cudaError_t e = cudaMemRangeGetAttribute(v, 4, (cudaMemRangeAttribute)which, (void *)m.at, 1);
		CUresult r = cuMemRangeGetAttribute(v + 1, 4, (CUmem_range_attribute)which, m.at, 1);
		printf(" %d %d", e, v[0]);
		if (r != (int)e || v[0] != v[1])
			printf("/%d %d", r, v[1]);
	}
	printf("\n");
	cudaGetLastError();
}

static void value(const Memory &m, int which, uint64_t v, CUcontext primary) {
	uint64_t start, size;
	switch (which) {
	case CU_POINTER_ATTRIBUTE_CONTEXT:
		printf("%s", !v ? "none" : v == (uintptr_t)primary ? "primary" : "another");
		break;
	case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
	case CU_POINTER_ATTRIBUTE_HOST_POINTER:
	case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: printf("%s", where(m, v)); break;
	case CU_POINTER_ATTRIBUTE_BUFFER_ID:
	case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
	case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: printf("%s", v ? "some" : "0"); break;
	case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
		printf("%s", !v ? "0" : v % 4096 ? "odd" : v >= m.size ? "pages" : "small");
		break;
	case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
		start = v;
		size = 0;
		cuPointerGetAttribute(&size, CU_POINTER_ATTRIBUTE_MAPPING_SIZE, m.at);
		printf("%s", !v ? "0" : m.at - start < size ? "around" : "elsewhere");
		break;
	default: printf("%lld", (long long)v); break;
	}
}

static bool is_long(int which) {
	switch (which) {
	case CU_POINTER_ATTRIBUTE_CONTEXT:
	case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
	case CU_POINTER_ATTRIBUTE_HOST_POINTER:
	case CU_POINTER_ATTRIBUTE_BUFFER_ID:
	case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
	case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
	case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
	case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
	case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
	case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
	case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: return true;
	default: return false;
	}
}

// Whether an answer that the call left alone is an answer depends on its size: 0x77 stays where nothing was written.
static void show_value(const Memory &m, int which, uint64_t v, CUcontext primary) {
	if ((uint32_t)v == 0x77777777u)
		printf("untouched");
	else if (v >> 8 == 0x77777777777777ull)
		printf("byte %d", (int)(v & 0xff));
	else
		value(m, which, is_long(which) && v >> 32 != 0x77777777u ? v : (uint64_t)(int32_t)v, primary);
}

static void driver(const Memory &m) {
	enum { N = 22 };
	CUcontext primary;
	cuCtxGetCurrent(&primary);
	printf("  driver");
	for (int which = 0; which <= N; which++) {
		if (which == CU_POINTER_ATTRIBUTE_P2P_TOKENS || which == CU_POINTER_ATTRIBUTE_ACCESS_FLAGS)
			continue; // a structure; and what a range of memory may, below
		uint64_t v[4];
		memset(v, 0x77, sizeof v);
		CUresult r = cuPointerGetAttribute(v, (CUpointer_attribute)which, m.at);
		printf(" %d:%d", which, r);
		if (!r) {
			printf(" ");
			show_value(m, which, v[0], primary);
		}
	}
	CUpointer_attribute list[N];
	uint64_t v[N][4];
	void *out[N];
	unsigned n = 0;
	memset(v, 0x77, sizeof v);
	for (int which = 1; which <= 20; which++)
		if (which != CU_POINTER_ATTRIBUTE_P2P_TOKENS && which != CU_POINTER_ATTRIBUTE_ACCESS_FLAGS) {
			list[n] = (CUpointer_attribute)which;
			out[n] = v[n];
			n++;
		}
	CUresult r = cuPointerGetAttributes(n, list, out, m.at);
	printf("\n  together %d", r);
	for (unsigned i = 0; i < n; i++) {
		printf(" %d:", list[i]);
		show_value(m, list[i], v[i][0], primary);
	}
	printf("\n");
}

static void rest(const Memory &m) {
	CUdeviceptr base = 7, d = 7;
	size_t size = 7;
	CUresult r = cuMemGetAddressRange(&base, &size, m.at);
	printf("  address range %d %s %zu", r, r ? "-" : where(m, base), size);
	r = cuMemHostGetDevicePointer(&d, (void *)m.at, 0);
	printf(", host's %d %s", r, r ? "-" : where(m, d));
	int access = 0x77777777;
	r = cuPointerGetAttribute(&access, CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, m.at);
	printf(", access %d %x", r, access);
	unsigned one = 1;
	int now = 77;
	r = cuPointerSetAttribute(&one, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, m.at);
	CUresult q = cuPointerGetAttribute(&now, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, m.at);
	printf(", synchronous %d, %d %d", r, q, now);
	one = 0;
	cuPointerSetAttribute(&one, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, m.at);
	r = cuPointerSetAttribute(&one, CU_POINTER_ATTRIBUTE_CONTEXT, m.at);
	printf(", other %d\n", r);
}

static void show(const char *name, const void *base, size_t size, size_t offset) {
	Memory m = {name, (uintptr_t)base, size, (uintptr_t)base + offset};
	printf("%s", name);
	if (size)
		printf(" of %zu", size);
	if (offset)
		printf(" + %zu", offset);
	printf("\n");
	runtime(m);
	driver(m);
	range_attributes(m);
	rest(m);
	fflush(stdout);
}

// The beginning and the last byte.
static void whole(const char *name, const void *base, size_t size) {
	show(name, base, size, 0);
	show(name, base, size, size - 1);
}

static bool got(const char *what, int e) {
	if (e)
		printf("%s: %d\n", what, e);
	cudaGetLastError();
	return e == 0;
}

static void plain() {
	void *p;
	size_t pitch;
	cudaPitchedPtr box;
	if (got("malloc", cudaMalloc(&p, 4 << 20))) {
		whole("malloc", p, 4 << 20);
		cudaFree(p);
		show("freed", p, 0, 0);
	}
	if (got("malloc", cudaMalloc(&p, 100))) {
		whole("malloc", p, 100);
		cudaFree(p);
	}
	if (got("pitch", cudaMallocPitch(&p, &pitch, 100, 10))) {
		show("pitch", p, pitch * 10, pitch + 3);
		cudaFree(p);
	}
	if (got("3D", cudaMalloc3D(&box, make_cudaExtent(100, 10, 10)))) {
		show("3D", box.ptr, box.pitch * 100, 5);
		cudaFree(box.ptr);
	}
}

static void managed() {
	void *p;
	CUdeviceptr d;
	for (unsigned flags = 1; flags <= 2; flags++) {
		if (got("managed", cudaMallocManaged(&p, 1 << 20, flags))) {
			whole(flags == 1 ? "managed, global" : "managed, host", p, 1 << 20);
			cudaFree(p);
			show("managed, freed", p, 0, 0);
		}
		if (got("managed", cuMemAllocManaged(&d, 300, flags))) {
			show("managed by the driver", (void *)d, 300, 10);
			cuMemFree(d);
		}
	}
	if (got("managed, single", cuMemAllocManaged(&d, 1 << 20, CU_MEM_ATTACH_SINGLE))) {
		show("managed, single", (void *)d, 1 << 20, 0);
		cuMemFree(d);
	}
	if (got("managed", cudaMallocManaged(&p, 4 << 20))) {
		cudaMemLocation host = {cudaMemLocationTypeHost, 0}, device = {cudaMemLocationTypeDevice, 0};
		cudaMemAdvise(p, 4 << 20, cudaMemAdviseSetReadMostly, device);
		cudaMemAdvise(p, 4 << 20, cudaMemAdviseSetPreferredLocation, device);
		cudaMemAdvise(p, 4 << 20, cudaMemAdviseSetAccessedBy, host);
		cudaMemPrefetchAsync(p, 4 << 20, device, 0, 0);
		cudaDeviceSynchronize();
		show("managed, advised", p, 4 << 20, 4096);
		cudaFree(p);
	}
}

static void variables() {
	void *d, *c, *one;
	touch<<<1, 1>>>();
	got("kernel", cudaDeviceSynchronize());
	cudaGetSymbolAddress(&d, device_words);
	cudaGetSymbolAddress(&c, constant_words);
	cudaGetSymbolAddress(&one, one_word);
	whole("__managed__", managed_words, sizeof managed_words);
	whole("__device__", d, sizeof device_words);
	whole("__constant__", c, sizeof constant_words);
	whole("__device__ word", one, sizeof one_word);
	show("host's name of __device__", &device_words, 0, 0);
}

static void pinned() {
	void *p;
	char name[60];
	for (unsigned flags = 0; flags < 8; flags++) {
		snprintf(name, sizeof name, "host alloc, flags %u", flags);
		if (got(name, cudaHostAlloc(&p, 10000, flags))) {
			show(name, p, 10000, flags ? 0 : 9999);
			cudaFreeHost(p);
		}
	}
	if (got("malloc host", cudaMallocHost(&p, 10000))) {
		show("malloc host", p, 10000, 4);
		cudaFreeHost(p);
		show("malloc host, freed", p, 0, 0);
	}
	if (got("driver's host", cuMemAllocHost(&p, 10000))) {
		show("driver's host", p, 10000, 4);
		cuMemFreeHost(p);
	}
}

static void registered() {
	char *p = (char *)mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), name[60];
	memset(p, 1, 1 << 20);
	show("mmap", p, 0, 0);
	static const unsigned flags[] = {0, 1, 2, 3, 8, 11};
	for (unsigned f : flags) {
		snprintf(name, sizeof name, "registered, flags %u", f);
		if (got(name, cudaHostRegister(p, 16384, f))) {
			whole(name, p, 16384);
			show("after it", p + 16384, 0, 0);
			cudaHostUnregister(p);
		}
	}
	if (got("odd", cudaHostRegister(p + 100, 1000, 0))) {
		whole("registered, odd", p + 100, 1000);
		show("before it, same page", p, 0, 50);
		show("after it, same page", p, 0, 2000);
		cudaHostUnregister(p + 100);
	}
	show("unregistered", p, 0, 100);
	munmap(p, 1 << 20);
}

static void pool_memory(const char *name, cudaMemPool_t pool) {
	void *p = NULL;
	cudaStream_t s;
	cudaStreamCreate(&s);
	if (got(name, pool ? cudaMallocFromPoolAsync(&p, 5000, pool, s) : cudaMallocAsync(&p, 5000, s))) {
		show(name, p, 5000, 0);
		cudaStreamSynchronize(s);
		show(name, p, 5000, 4999);
		cudaFreeAsync(p, s);
		cudaStreamSynchronize(s);
		show("freed to its pool", p, 0, 0);
	}
	cudaStreamDestroy(s);
}

static void pools() {
	static const cudaMemLocationType places[] = {cudaMemLocationTypeDevice, cudaMemLocationTypeHost,
	                                             cudaMemLocationTypeHostNuma};
	static const char *const names[] = {"pool, device", "pool, host", "pool, NUMA node"};
	pool_memory("default pool", NULL);
	for (int i = 0; i < 3; i++) {
		cudaMemPool_t pool;
		cudaMemPoolProps props = {};
		props.allocType = cudaMemAllocationTypePinned;
		props.location.type = places[i];
		if (!got(names[i], cudaMemPoolCreate(&pool, &props)))
			continue;
		pool_memory(names[i], pool);
		cudaMemPoolDestroy(pool);
	}
}

static void imported() {
	cudaMemPool_t pool, again;
	cudaMemPoolProps props = {};
	cudaMemPoolPtrExportData data;
	void *p, *q;
	int fd;
	props.allocType = cudaMemAllocationTypePinned;
	props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
	props.location.type = cudaMemLocationTypeDevice;
	if (!got("pool to share", cudaMemPoolCreate(&pool, &props)))
		return;
	got("alloc", cudaMallocFromPoolAsync(&p, 2 << 20, pool, 0));
	cudaDeviceSynchronize();
	show("pool to share", p, 2 << 20, 8);
	if (got("export", cudaMemPoolExportToShareableHandle(&fd, pool, cudaMemHandleTypePosixFileDescriptor, 0)) &&
	    got("import", cudaMemPoolImportFromShareableHandle(&again, (void *)(uintptr_t)fd,
	                                                       cudaMemHandleTypePosixFileDescriptor, 0)) &&
	    got("export pointer", cudaMemPoolExportPointer(&data, p)) &&
	    got("import pointer", cudaMemPoolImportPointer(&q, again, &data)))
		show("imported", q, 2 << 20, 8);
}

static void mapped() {
	CUmemAllocationProp prop = {};
	CUmemGenericAllocationHandle h;
	CUmemAccessDesc access = {};
	CUdeviceptr at;
	size_t page = 2 << 20;
	prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	access.location = prop.location;
	access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	if (!got("reserve", cuMemAddressReserve(&at, 4 * page, 0, 0, 0)) || !got("create", cuMemCreate(&h, page, &prop, 0)))
		return;
	show("reserved", (void *)at, 0, 0);
	got("map", cuMemMap(at + page, page, 0, h, 0));
	show("mapped, closed", (void *)(at + page), page, 16);
	got("access", cuMemSetAccess(at + page, page, &access, 1));
	whole("mapped", (void *)(at + page), page);
	show("reserved after it", (void *)(at + 2 * page), 0, 0);
	cuMemUnmap(at + page, page);
	show("unmapped", (void *)(at + page), 0, 0);
	cuMemRelease(h);
	cuMemAddressFree(at, 4 * page);
	show("given back", (void *)at, 0, 0);
}

static void graph_memory() {
	cudaGraph_t g;
	cudaGraphExec_t x;
	cudaGraphNode_t n;
	cudaMemAllocNodeParams a = {};
	cudaGraphCreate(&g, 0);
	a.poolProps.allocType = cudaMemAllocationTypePinned;
	a.poolProps.location.type = cudaMemLocationTypeDevice;
	a.bytesize = 5000;
	if (!got("graph", cudaGraphAddMemAllocNode(&n, g, NULL, 0, &a)))
		return;
	show("graph's, a node", a.dptr, 5000, 0);
	got("instantiate", cudaGraphInstantiate(&x, g, 0));
	show("graph's, instantiated", a.dptr, 5000, 0);
	cudaGraphLaunch(x, 0);
	cudaDeviceSynchronize();
	show("graph's, launched", a.dptr, 5000, 8);
	got("free", cudaFree(a.dptr));
	show("graph's, freed", a.dptr, 5000, 0);
	cudaGraphExecDestroy(x);
	cudaGraphDestroy(g);
	show("graph's, destroyed", a.dptr, 0, 0);
}

static void nothing() {
	int local[10];
	int *heap = (int *)malloc(4000);
	show("stack", local, 0, 0);
	show("heap", heap, 0, 4);
	show("static", host_words, 0, 0);
	show("code", (void *)nothing, 0, 0);
	show("null", NULL, 0, 0);
	show("one", NULL, 0, 1);
	show("a page", NULL, 0, 4096);
	show("2^47", NULL, 0, (size_t)1 << 47);
	show("2^63", NULL, 0, (size_t)1 << 63);
	show("all ones", NULL, 0, ~(size_t)0);
	free(heap);
}

int main() {
	cudaFree(0);
	plain();
	managed();
	variables();
	pinned();
	registered();
	pools();
	imported();
	mapped();
	graph_memory();
	nothing();
	return 0;
}
