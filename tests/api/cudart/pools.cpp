/* pools.cpp - pools of device, host and managed memory, as an H200 answers about each place that there is.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstring>

static const char *const place[] = {"invalid", "device", "host", "numa", "numacur"};

static cudaStream_t stream;

static const char *name(cudaError_t e) {
	cudaGetLastError();
	return cudaGetErrorName(e);
}

static void show_memory(const char *what, void *p) {
	cudaPointerAttributes a;
	memset(&a, 0x55, sizeof a);
	cudaError_t e = cudaPointerGetAttributes(&a, p);
	printf("  %s attributes %s type %d device %d dev==p %d host==p %d host %s\n",
	       what, name(e), a.type, a.device, a.devicePointer == p, a.hostPointer == p,
	       a.hostPointer ? "some" : "null");
}

static void show_access(cudaMemPool_t pool) {
	int got[2];
	cudaError_t e[2];
	for (int host = 0; host < 2; host++) {
		cudaMemLocation l = {
			host ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice, 0};
		cudaMemAccessFlags f = cudaMemAccessFlagsProtNone;
		e[host] = cudaMemPoolGetAccess(&f, pool, &l);
		got[host] = f;
	}
	printf("  access device %s %d host %s %d\n", name(e[0]), got[0], name(e[1]),
	       got[1]);
}

static void set_access(cudaMemPool_t pool) {
	for (int host = 0; host < 2; host++)
		for (int flags = 0; flags < 4; flags += 3) {
			cudaMemAccessDesc d = {};
			d.location.type = host ? cudaMemLocationTypeHost
			                       : cudaMemLocationTypeDevice;
			d.flags = (cudaMemAccessFlags)flags;
			printf("  setaccess %s %d %s\n", host ? "host" : "device", flags,
			       name(cudaMemPoolSetAccess(pool, &d, 1)));
		}
}

static void use(cudaMemPool_t pool, bool by_host) {
	void *p = nullptr;
	printf("  alloc %s\n", name(cudaMallocFromPoolAsync(&p, 1 << 20, pool, stream)));
	cudaStreamSynchronize(stream);
	show_memory("pool memory", p);
	show_access(pool);
	set_access(pool);
	if (by_host) {
		((int *)p)[1] = 5;
		cudaError_t e = cudaMemcpyAsync(p, (int *)p + 1, sizeof(int),
		                                cudaMemcpyDefault, stream);
		cudaStreamSynchronize(stream);
		printf("  copy %s reads %d\n", name(e), *(int *)p);
	}
	size_t used = 0;
	cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
	printf("  used %zu\n", used);
	int fd = -1;
	printf("  export %s\n",
	       name(cudaMemPoolExportToShareableHandle(
		       &fd, pool, cudaMemHandleTypePosixFileDescriptor, 0)));
	printf("  free %s\n", name(cudaFreeAsync(p, stream)));
	cudaError_t e = cudaMallocFromPoolAsync(&p, 100, pool, stream);
	printf("  small %s;", name(e));
	printf(" cudaFree %s\n", name(cudaFree(p)));
	e = cudaMallocFromPoolAsync(&p, 100, pool, stream);
	cudaStreamSynchronize(stream);
	printf("  small %s;", name(e));
	printf(" cudaFreeHost %s\n", name(cudaFreeHost(p)));
	cudaFreeAsync(p, stream);
	cudaStreamSynchronize(stream);
}

static void use_default(cudaMemPool_t pool) {
	void *p = nullptr;
	size_t threshold = 99;
	printf("  default alloc %s\n",
	       name(cudaMallocFromPoolAsync(&p, 4096, pool, stream)));
	cudaStreamSynchronize(stream);
	show_memory("default", p);
	cudaFreeAsync(p, stream);
	printf("  destroy %s\n", name(cudaMemPoolDestroy(pool)));
	cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
	printf("  threshold %zu\n", threshold);
}

static void ask(cudaMemAllocationType type, cudaMemLocation l) {
	cudaMemPoolProps props = {};
	cudaMemPool_t made = nullptr, first = nullptr, again = nullptr, now = nullptr,
		      device;
	props.allocType = type;
	props.location = l;
	printf("create %s", name(cudaMemPoolCreate(&made, &props)));
	printf(" default %s", name(cudaMemGetDefaultMemPool(&first, &l, type)));
	printf(" again %s", name(cudaMemGetDefaultMemPool(&again, &l, type)));
	printf(" same %d", first == again);
	printf(" current %s", name(cudaMemGetMemPool(&now, &l, type)));
	printf(" is default %d", now == first);
	if (made) {
		printf(" set %s", name(cudaMemSetMemPool(&l, type, made)));
		cudaMemGetMemPool(&now, &l, type);
		printf(" now %d", now == made);
		if (first)
			printf(" back %s", name(cudaMemSetMemPool(&l, type, first)));
	}
	printf("\n");
	if (made) {
		use(made, l.type != cudaMemLocationTypeDevice ||
		                  type == cudaMemAllocationTypeManaged);
		printf("  deviceset %s\n", name(cudaDeviceSetMemPool(0, made)));
		cudaDeviceGetDefaultMemPool(&device, 0);
		cudaDeviceSetMemPool(0, device);
		printf("  destroy %s\n", name(cudaMemPoolDestroy(made)));
	}
	if (first)
		use_default(first);
}

/* Pools whose memory other processes could have, and one that is full. */
static void ask_handles() {
	static const struct {
		const char *what;
		cudaMemAllocationType type;
		cudaMemLocationType where;
		size_t most;
		bool shared;
	} how[] = {
		{"host, of 1 MiB", cudaMemAllocationTypePinned, cudaMemLocationTypeHost,
	         1 << 20, false},
		{"host, shared", cudaMemAllocationTypePinned, cudaMemLocationTypeHost, 0,
	         true},
		{"managed, shared", cudaMemAllocationTypeManaged,
	         cudaMemLocationTypeDevice, 0, true},
	};
	for (const auto &h : how) {
		cudaMemPoolProps props = {};
		cudaMemPool_t pool = nullptr;
		void *p;
		props.allocType = h.type;
		props.location.type = h.where;
		props.maxSize = h.most;
		props.handleTypes = h.shared ? cudaMemHandleTypePosixFileDescriptor
		                             : cudaMemHandleTypeNone;
		printf("%s: create %s", h.what, name(cudaMemPoolCreate(&pool, &props)));
		if (pool)
			printf(" alloc %s",
			       name(cudaMallocFromPoolAsync(&p, 64 << 20, pool, stream)));
		printf("\n");
	}
}

int main() {
	cudaStreamCreate(&stream);
	for (int type = 0; type < 3; type++)
		for (int where = 0; where < 5; where++)
			for (int id = -1; id < 2; id++) {
				printf("type %d loc %s id %d: ", type, place[where], id);
				ask((cudaMemAllocationType)type,
				    {(cudaMemLocationType)where, id});
			}
	ask_handles();
	return 0;
}
