/* multishare.cpp - memory and a multicast object of two processes, each with a device: memory's handle goes from one to
 * the other as bytes (a fabric handle), the object's as a descriptor. Runs with SIMT_TOPOLOGY=1x2.
 * SPDX-License-Identifier: Apache-2.0 */
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "show.h"

static const size_t SIZE = 2 << 20;

static const char ptx[] =
	".version 8.1\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 mc, .param .u64 out) {\n"
	" .reg .b64 %a, %o; .reg .b32 %v; ld.param.u64 %a, [mc]; ld.param.u64 %o, [out];\n"
	" multimem.ld_reduce.acquire.sys.add.u32 %v, [%a]; st.global.u32 [%o], %v;\n"
	" multimem.red.release.sys.add.u32 [%a+64], 1; ret; }\n";

static int line; // to the other process

static void put(const void *p, size_t n) {
	if (write(line, p, n) != (ssize_t)n)
		exit(1);
}

/* 0: the other process has ended. */
static bool get(void *p, size_t n) {
	return read(line, p, n) == (ssize_t)n;
}

static void meet() {
	char c = 0;
	put(&c, 1);
	get(&c, 1);
}

static void send_file(int fd) {
	char c = 0, room[CMSG_SPACE(sizeof fd)] = {};
	struct iovec v = {&c, 1};
	struct msghdr m = {};
	m.msg_iov = &v;
	m.msg_iovlen = 1;
	m.msg_control = room;
	m.msg_controllen = sizeof room;
	struct cmsghdr *h = CMSG_FIRSTHDR(&m);
	h->cmsg_level = SOL_SOCKET;
	h->cmsg_type = SCM_RIGHTS;
	h->cmsg_len = CMSG_LEN(sizeof fd);
	memcpy(CMSG_DATA(h), &fd, sizeof fd);
	if (sendmsg(line, &m, 0) != 1)
		exit(1);
}

static int receive_file() {
	char c, room[CMSG_SPACE(sizeof(int))] = {};
	struct iovec v = {&c, 1};
	struct msghdr m = {};
	int fd;
	m.msg_iov = &v;
	m.msg_iovlen = 1;
	m.msg_control = room;
	m.msg_controllen = sizeof room;
	if (recvmsg(line, &m, 0) != 1)
		exit(1);
	memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof fd);
	return fd;
}

static CUdeviceptr map(CUmemGenericAllocationHandle m, int device) {
	CUdeviceptr p;
	CUmemAccessDesc a = {};
	a.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	a.location.id = device;
	a.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	CU(cuMemAddressReserve(&p, SIZE, 0, 0, 0));
	CU(cuMemMap(p, SIZE, 0, m, 0));
	CU(cuMemSetAccess(p, SIZE, &a, 1));
	return p;
}

static void run(CUdeviceptr at, CUdeviceptr out) {
	CUmodule m;
	CUfunction f;
	void *args[] = {&at, &out};
	CU(cuModuleLoadData(&m, ptx));
	CU(cuModuleGetFunction(&f, m, "k"));
	CU(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, args, 0));
	CU(cuCtxSynchronize());
}

static CUmemGenericAllocationHandle object(int me) {
	CUmemGenericAllocationHandle mc;
	CUmulticastObjectProp p = {};
	int fd;
	p.numDevices = 2;
	p.size = SIZE;
	p.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
	if (me == 0) {
		CU(cuMulticastCreate(&mc, &p));
		CU(cuMemExportToShareableHandle(&fd, mc, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
		send_file(fd);
	} else {
		fd = receive_file();
		CU(cuMemImportFromShareableHandle(&mc, (void *)(intptr_t)fd, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
	}
	close(fd);
	return mc;
}

static void begin(int me) {
	CUcontext c;
	CU(cuInit(0));
	CU(cuDevicePrimaryCtxRetain(&c, me));
	CU(cuCtxSetCurrent(c));
}

static CUmemGenericAllocationHandle memory(int me, CUmemAllocationHandleType type) {
	CUmemGenericAllocationHandle mem;
	CUmemAllocationProp q = {};
	q.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	q.requestedHandleTypes = type;
	q.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	q.location.id = me;
	CU(cuMemCreate(&mem, SIZE, &q, 0));
	return mem;
}

static void fabric(int me) {
	const CUmemAllocationHandleType type = CU_MEM_HANDLE_TYPE_FABRIC;
	CUmemGenericAllocationHandle other, mem = memory(me, type);
	CUmemAllocationProp q;
	CUmemFabricHandle h, theirs, none = {};
	unsigned v = me ? 7 : 5, sum[2];
	int has, fd;
	CU(cuDeviceGetAttribute(&has, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED, me));
	CU(cuMemExportToShareableHandle(&h, mem, type, 0));
	put(&h, sizeof h);
	get(&theirs, sizeof theirs);
	CU(cuMemImportFromShareableHandle(&other, &theirs, type));
	CU(cuMemGetAllocationPropertiesFromHandle(&q, other));
	CUdeviceptr own = map(mem, me), far = map(other, me);
	CU(cuMemcpyHtoD(own, &v, sizeof v));
	meet();
	CU(cuMemcpyDtoH(&sum[0], far, 4));
	v += sum[0];
	CU(cuMemcpyHtoD(far + 4, &v, sizeof v));
	meet();
	CU(cuMemcpyDtoH(&sum[1], own + 4, 4));
	if (me)
		meet();
	printf("process %d: fabric %d, type %d: %u %u\n", me, has, (int)q.requestedHandleTypes, sum[0], sum[1]);
	SHOW(cuMemExportToShareableHandle(&fd, mem, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
	SHOW(cuMemImportFromShareableHandle(&other, &none, type));
	SHOW(cuMemImportFromShareableHandle(&other, nullptr, type));
	CU(cuMemUnmap(own, SIZE));
	CU(cuMemRelease(mem));
	SHOW(cuMemImportFromShareableHandle(&other, &h, type)); // its memory is no more
	fflush(stdout);
	if (!me)
		meet();
}

static void process(int me) {
	CUdeviceptr own, at, out;
	unsigned v = me ? 20 : 1, h[3];
	CUmemGenericAllocationHandle mc = object(me);
	CU(cuMulticastAddDevice(mc, me));
	CUmemGenericAllocationHandle mem = memory(me, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
	CU(cuMulticastBindMem(mc, 0, mem, 0, SIZE, 0)); // waits for the other process's device
	own = map(mem, me);
	at = map(mc, me);
	CU(cuMemcpyHtoD(own, &v, sizeof v));
	CU(cuMemAlloc(&out, 4));
	meet();
	run(at, out);
	meet();
	CU(cuMemcpyDtoH(&h[0], out, 4));
	CU(cuMemcpyDtoH(&h[1], own + 64, 4));
	v = me ? 300 : 4; // what one writes, the other finds
	CU(cuMemcpyHtoD(own, &v, sizeof v));
	meet();
	run(at, out);
	CU(cuMemcpyDtoH(&h[2], out, 4));
	meet();
	if (me)
		meet(); // the first prints first
	printf("process %d: %u %u %u\n", me, h[0], h[1], h[2]);
	fflush(stdout);
	if (!me)
		meet();
	/* Who has ended has no memory any more; the other is told, and goes on. */
	if (me)
		_exit(0);
	char gone;
	get(&gone, 1);
	int status;
	wait(&status);
	CU(cuMulticastUnbind(mc, 0, 0, SIZE));
	CU(cuMulticastBindMem(mc, 0, mem, 0, SIZE, 0));
	run(at, out);
	CU(cuMemcpyDtoH(&h[0], out, 4));
	printf("what was mapped is there still: %u\n", h[0]);
}

int main() {
	int pair[2];
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
		return 1;
	pid_t child = fork();
	line = pair[child == 0];
	close(pair[child != 0]);
	begin(child == 0);
	fabric(child == 0);
	process(child == 0);
}
