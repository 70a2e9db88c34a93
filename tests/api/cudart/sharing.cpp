// sharing.cpp - a memory pool between two processes: its handle travels through a socket, its blocks by
// what cudaMemPoolExportPointer says of them. The parent makes and the child uses; each prints in its turn.
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const cudaMemAllocationHandleType POSIX = cudaMemHandleTypePosixFileDescriptor;
static const size_t BIG = 5 << 20, SMALL = 1000;
static int line; // to the other process

#define SHOW(call)                                                    \
	do {                                                          \
		cudaError_t e_ = (call);                              \
		printf("%s: %s\n", #call, cudaGetErrorName(e_));      \
		fflush(stdout);                                       \
		cudaGetLastError();                                   \
	} while (0)

static void put(const void *p, size_t n) {
	if (write(line, p, n) != (ssize_t)n)
		exit(1);
}

static void get(void *p, size_t n) {
	for (ssize_t r; n; n -= (size_t)r, p = (char *)p + r)
		if ((r = read(line, p, n)) <= 0)
			exit(1);
}

static void your_turn() {
	char c = 0;
	fflush(stdout);
	put(&c, 1);
	get(&c, 1);
}

static void put_file(int fd) {
	char byte = 0;
	iovec v = {&byte, 1};
	alignas(cmsghdr) char room[CMSG_SPACE(sizeof fd)] = {};
	msghdr m = {};
	m.msg_iov = &v;
	m.msg_iovlen = 1;
	m.msg_control = room;
	m.msg_controllen = sizeof room;
	cmsghdr *c = CMSG_FIRSTHDR(&m);
	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof fd);
	memcpy(CMSG_DATA(c), &fd, sizeof fd);
	if (sendmsg(line, &m, 0) != 1)
		exit(1);
}

static int get_file() {
	char byte;
	int fd;
	iovec v = {&byte, 1};
	alignas(cmsghdr) char room[CMSG_SPACE(sizeof fd)] = {};
	msghdr m = {};
	m.msg_iov = &v;
	m.msg_iovlen = 1;
	m.msg_control = room;
	m.msg_controllen = sizeof room;
	if (recvmsg(line, &m, 0) != 1 || !CMSG_FIRSTHDR(&m))
		exit(1);
	memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof fd);
	return fd;
}

static void *as_handle(int fd) {
	return (void *)(intptr_t)fd;
}

static unsigned long long attribute(cudaMemPool_t pool, cudaMemPoolAttr what) {
	unsigned long long n = 0;
	if (cudaMemPoolGetAttribute(pool, what, &n) != cudaSuccess)
		return ~0ull;
	return n;
}

static int byte_at(const void *p) {
	unsigned char b = 0;
	cudaError_t e = cudaMemcpy(&b, p, 1, cudaMemcpyDeviceToHost);
	return e == cudaSuccess ? b : -(int)e;
}

static int of_all(const void *p, size_t n) { // the byte that all are, or -1
	unsigned char *h = (unsigned char *)malloc(n);
	int b = cudaMemcpy(h, p, n, cudaMemcpyDeviceToHost) == cudaSuccess ? h[0] : -2;
	for (size_t i = 0; i < n && b >= 0; i++)
		if (h[i] != b)
			b = -1;
	free(h);
	return b;
}

static void child() {
	cudaMemPool_t pool = nullptr, again = nullptr;
	cudaMemPoolPtrExportData data[3], bad;
	cudaMemLocation here = {};
	cudaMemAccessFlags access = cudaMemAccessFlagsProtNone;
	cudaPointerAttributes at = {};
	cudaStream_t s;
	char *p = nullptr, *q = nullptr, *r = nullptr, *twice = nullptr;
	here.type = cudaMemLocationTypeDevice;
	int fd = get_file();
	get(data, sizeof data);
	char c;
	get(&c, 1);
	puts("child");
	SHOW(cudaSetDevice(0));
	SHOW(cudaStreamCreate(&s));
	SHOW(cudaMemPoolImportFromShareableHandle(&pool, as_handle(-1), POSIX, 0));
	SHOW(cudaMemPoolImportFromShareableHandle(&pool, as_handle(line), POSIX, 0));
	SHOW(cudaMemPoolImportFromShareableHandle(&pool, as_handle(fd), POSIX, 1));
	SHOW(cudaMemPoolImportFromShareableHandle(nullptr, as_handle(fd), POSIX, 0));
	SHOW(cudaMemPoolImportFromShareableHandle(&pool, as_handle(fd),
	                                          cudaMemHandleTypeWin32, 0));
	SHOW(cudaMemPoolImportFromShareableHandle(&pool, as_handle(fd), POSIX, 0));
	int kept = dup(fd);
	close(fd); // the pool has what it needs
	SHOW(cudaMemPoolGetAccess(&access, pool, &here));
	printf("access: %d\n", (int)access);
	printf("used: %llu\n", attribute(pool, cudaMemPoolAttrUsedMemCurrent));
	SHOW(cudaMallocFromPoolAsync((void **)&r, 100, pool, s));
	SHOW(cudaDeviceSetMemPool(0, pool));
	SHOW(cudaMemPoolExportToShareableHandle(&fd, pool, POSIX, 0));
	SHOW(cudaMemPoolTrimTo(pool, 0));
	unsigned long long n = 7;
	int flag = 7;
	SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &n));
	SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &flag));
	SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &n));
	printf("reserved: %llu\n", n);
	SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &n));
	memset(&bad, 0x5a, sizeof bad);
	SHOW(cudaMemPoolImportPointer((void **)&r, pool, &bad));
	SHOW(cudaMemPoolImportPointer(nullptr, pool, &data[0]));
	SHOW(cudaMemPoolImportPointer((void **)&p, pool, &data[0]));
	SHOW(cudaMemPoolImportPointer((void **)&q, pool, &data[1]));
	SHOW(cudaMemPoolImportPointer((void **)&twice, pool, &data[0]));
	printf("a pointer twice: %d\n", twice == p);
	printf("used: %llu\n", attribute(pool, cudaMemPoolAttrUsedMemCurrent));
	SHOW(cudaPointerGetAttributes(&at, q));
	printf("type %d device %d\n", (int)at.type, at.device);
	SHOW(cudaMemPoolExportPointer(&bad, p));
	printf("found: %d %d\n", of_all(p, BIG), of_all(q, SMALL));
	SHOW(cudaMemsetAsync(p + BIG / 2, 3, BIG / 2, s));
	SHOW(cudaMemsetAsync(q, 4, SMALL / 2, s));
	SHOW(cudaStreamSynchronize(s));
	puts("parent");
	your_turn();
	puts("child");
	printf("found: %d\n", byte_at(q));
	SHOW(cudaFree(q + 1));
	SHOW(cudaFreeAsync(q, s));
	SHOW(cudaStreamSynchronize(s));
	printf("used: %llu\n", attribute(pool, cudaMemPoolAttrUsedMemCurrent));
	SHOW(cudaMemPoolImportFromShareableHandle(&again, as_handle(kept), POSIX, 0));
	printf("one pool twice: %d\n", again == pool);
	SHOW(cudaMemPoolDestroy(pool));
	SHOW(cudaMemPoolGetAccess(&access, pool, &here));
	SHOW(cudaMemPoolDestroy(pool));
	SHOW(cudaMemPoolGetAccess(&access, pool, &here));
	printf("found: %d\n", byte_at(p + BIG - 1)); // memory outlives its pool
	SHOW(cudaFree(p)); // imported twice
	printf("found: %d\n", byte_at(p + BIG - 1));
	SHOW(cudaFree(p));
	SHOW(cudaFree(p));
	puts("parent");
	fflush(stdout);
	put(&c, 1);
	exit(0);
}

int main() {
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		return 1;
	pid_t pid = fork(); // before the first call of CUDA
	line = ends[pid == 0];
	close(ends[pid != 0]);
	if (pid == 0)
		child();

	cudaMemPool_t pool = nullptr, plain = nullptr, standard = nullptr;
	cudaMemPoolProps props = {};
	cudaMemPoolPtrExportData data[3] = {};
	cudaStream_t s;
	char *p, *q, *r, *other, *own;
	int fd = -1, types = -1, status = 0;
	SHOW(cudaDeviceGetAttribute(&types, cudaDevAttrMemoryPoolSupportedHandleTypes, 0));
	printf("descriptors: %d\n", types & POSIX);
	SHOW(cudaStreamCreate(&s));
	props.allocType = cudaMemAllocationTypePinned;
	props.location.type = cudaMemLocationTypeDevice;
	props.handleTypes = cudaMemHandleTypeWin32;
	SHOW(cudaMemPoolCreate(&pool, &props));
	props.handleTypes = cudaMemHandleTypeNone;
	SHOW(cudaMemPoolCreate(&plain, &props));
	props.handleTypes = POSIX;
	SHOW(cudaMemPoolCreate(&pool, &props));
	SHOW(cudaDeviceGetDefaultMemPool(&standard, 0));
	SHOW(cudaMemPoolExportToShareableHandle(&fd, standard, POSIX, 0));
	SHOW(cudaMemPoolExportToShareableHandle(&fd, plain, POSIX, 0));
	SHOW(cudaMemPoolExportToShareableHandle(&fd, pool, cudaMemHandleTypeWin32, 0));
	SHOW(cudaMemPoolExportToShareableHandle(&fd, pool, cudaMemHandleTypeNone, 0));
	SHOW(cudaMemPoolExportToShareableHandle(&fd, pool, POSIX, 1));
	SHOW(cudaMemPoolExportToShareableHandle(nullptr, pool, POSIX, 0));
	SHOW(cudaMemPoolExportToShareableHandle(&fd, pool, POSIX, 0));
	printf("a descriptor: %d\n", fd >= 0);
	SHOW(cudaMallocFromPoolAsync((void **)&p, BIG, pool, s));
	SHOW(cudaMallocFromPoolAsync((void **)&q, SMALL, pool, s));
	SHOW(cudaMallocFromPoolAsync((void **)&r, SMALL, plain, s));
	SHOW(cudaMalloc(&own, SMALL));
	SHOW(cudaMemsetAsync(p, 1, BIG, s));
	SHOW(cudaMemsetAsync(q, 2, SMALL, s));
	SHOW(cudaMemPoolExportPointer(&data[0], own));
	SHOW(cudaMemPoolExportPointer(&data[0], r));
	SHOW(cudaMemPoolExportPointer(nullptr, p));
	SHOW(cudaMemPoolExportPointer(&data[2], p + 4096));
	SHOW(cudaMemPoolExportPointer(&data[0], p));
	SHOW(cudaMemPoolExportPointer(&data[1], q));
	SHOW(cudaMemPoolImportPointer((void **)&other, pool, &data[0]));
	SHOW(cudaStreamSynchronize(s));
	put_file(fd);
	close(fd);
	put(data, sizeof data);
	your_turn();
	printf("found: %d %d %d %d\n", byte_at(p), byte_at(p + BIG - 1), byte_at(q),
	       byte_at(q + SMALL - 1));
	SHOW(cudaMemset(q, 5, SMALL));
	SHOW(cudaDeviceSynchronize());
	your_turn();
	SHOW(cudaFreeAsync(p, s));
	SHOW(cudaFree(q));
	SHOW(cudaStreamSynchronize(s));
	printf("big one used: %d\n",
	       attribute(pool, cudaMemPoolAttrUsedMemCurrent) >= BIG);
	SHOW(cudaMallocFromPoolAsync((void **)&p, BIG, pool, s));
	SHOW(cudaFreeAsync(p, s));
	SHOW(cudaMemPoolDestroy(pool));
	waitpid(pid, &status, 0);
	printf("child: %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
	return 0;
}
