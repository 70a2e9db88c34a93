// interprocess.cpp - memory and events by handles, between three processes: one makes and one uses; what the third one
// made is gone with it. The maker prints first, then the user; each waits for its turn.
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const size_t BIG = 3 << 20, SMALL = 1000;
static int line; // to the other process

#define SHOW(call)                                               \
	do {                                                     \
		cudaError_t e_ = (call);                         \
		printf("%s: %s\n", #call, cudaGetErrorName(e_)); \
		fflush(stdout);                                  \
		cudaGetLastError();                              \
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

static void go() {
	char c = 0;
	fflush(stdout);
	put(&c, 1);
}

static void wait_for_turn() {
	char c;
	get(&c, 1);
}

struct Handles {
	cudaIpcMemHandle_t big, small;
	cudaIpcEventHandle_t filled, late, answer;
};

static int of_all(const void *p, size_t n) { // the byte that all are, or -1
	unsigned char *h = (unsigned char *)malloc(n);
	int b = cudaMemcpy(h, p, n, cudaMemcpyDeviceToHost) == cudaSuccess ? h[0] : -2;
	for (size_t i = 0; i < n && b >= 0; i++)
		if (h[i] != b)
			b = -1;
	free(h);
	return b;
}

/* Its memory and its event are gone when another process asks for them. */
static void short_lived() {
	Handles h = {};
	void *p;
	cudaEvent_t e;
	if (cudaMalloc(&p, SMALL) || cudaIpcGetMemHandle(&h.big, p) ||
	    cudaEventCreateWithFlags(&e, cudaEventInterprocess | cudaEventDisableTiming) ||
	    cudaIpcGetEventHandle(&h.filled, e))
		exit(1);
	put(&h, sizeof h);
	exit(0);
}

static void user(int gone) {
	Handles h, dead, bad;
	char *p = nullptr, *twice = nullptr, *q = nullptr, *own;
	cudaEvent_t filled, again, late, answer;
	cudaIpcEventHandle_t event_handle;
	cudaStream_t s;
	cudaPointerAttributes at = {};
	const unsigned LAZY = cudaIpcMemLazyEnablePeerAccess;
	if (read(gone, &dead, sizeof dead) != (ssize_t)sizeof dead || read(gone, &bad, 1) != 0)
		exit(1);
	get(&h, sizeof h);
	wait_for_turn();
	puts("user");
	SHOW(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	memset(&bad, 0x5a, sizeof bad);
	SHOW(cudaIpcOpenMemHandle((void **)&p, bad.big, LAZY));
	SHOW(cudaIpcOpenMemHandle((void **)&p, h.big, 0));
	SHOW(cudaIpcOpenMemHandle(nullptr, h.big, LAZY));
	memcpy(&bad.big, &h.filled, sizeof h.filled); // of an event
	SHOW(cudaIpcOpenMemHandle((void **)&p, bad.big, LAZY));
	SHOW(cudaIpcOpenMemHandle((void **)&p, dead.big, LAZY));
	SHOW(cudaIpcOpenMemHandle((void **)&p, h.big, LAZY));
	SHOW(cudaIpcOpenMemHandle((void **)&twice, h.big, LAZY));
	printf("opened twice: %d\n", twice == p);
	SHOW(cudaIpcOpenMemHandle((void **)&q, h.small, LAZY));
	SHOW(cudaPointerGetAttributes(&at, q));
	printf("type %d device %d\n", (int)at.type, at.device);
	SHOW(cudaIpcOpenEventHandle(nullptr, h.filled));
	SHOW(cudaIpcOpenEventHandle(&filled, bad.filled));
	SHOW(cudaIpcOpenEventHandle(&filled, dead.filled));
	SHOW(cudaIpcOpenEventHandle(&filled, h.filled));
	SHOW(cudaIpcOpenEventHandle(&again, h.filled));
	SHOW(cudaIpcOpenEventHandle(&late, h.late));
	SHOW(cudaIpcOpenEventHandle(&answer, h.answer));
	SHOW(cudaIpcGetEventHandle(&event_handle, filled)); // only its maker may
	SHOW(cudaIpcGetMemHandle(&bad.big, p));
	SHOW(cudaEventQuery(again));
	SHOW(cudaEventDestroy(again));
	SHOW(cudaStreamWaitEvent(s, filled, 0));
	SHOW(cudaStreamSynchronize(s));
	printf("found: %d %d\n", of_all(p, BIG), of_all(q, SMALL));
	SHOW(cudaMalloc(&own, SMALL));
	SHOW(cudaMemcpyPeer(own, 0, q, 0, SMALL)); // of another process's memory
	printf("copied: %d\n", of_all(own, SMALL));
	SHOW(cudaFree(own));

	/* the maker's stream is held up until it hears from here */
	SHOW(cudaEventQuery(late));
	SHOW(cudaStreamWaitEvent(s, late, 0));
	SHOW(cudaMemsetAsync(q, 9, SMALL, s));
	SHOW(cudaEventRecord(answer, s));
	SHOW(cudaStreamQuery(s));
	SHOW(cudaEventQuery(answer));
	usleep(3000);
	go();
	SHOW(cudaEventSynchronize(late));
	SHOW(cudaStreamSynchronize(s));
	SHOW(cudaEventQuery(answer));
	SHOW(cudaFree(p)); // not its own
	SHOW(cudaIpcCloseMemHandle(nullptr));
	SHOW(cudaIpcCloseMemHandle(p + 1));
	SHOW(cudaMalloc(&own, 100));
	SHOW(cudaIpcCloseMemHandle(own));
	SHOW(cudaIpcCloseMemHandle(p));
	printf("found: %d\n", of_all(p, BIG)); // opened twice
	SHOW(cudaIpcCloseMemHandle(p));
	SHOW(cudaIpcCloseMemHandle(p));
	printf("found: %d\n", of_all(p, BIG));
	SHOW(cudaEventDestroy(filled));

	/* no more files */
	rlimit most, before;
	getrlimit(RLIMIT_NOFILE, &most);
	before = most;
	most.rlim_cur = (rlim_t)dup(line); // the lowest that is free
	close((int)most.rlim_cur);
	setrlimit(RLIMIT_NOFILE, &most);
	SHOW(cudaIpcOpenMemHandle((void **)&p, h.big, LAZY));
	SHOW(cudaIpcOpenEventHandle(&filled, h.filled));
	SHOW(cudaEventCreateWithFlags(&filled, cudaEventInterprocess | cudaEventDisableTiming));
	SHOW(cudaIpcGetMemHandle(&bad.big, own));
	setrlimit(RLIMIT_NOFILE, &before);
	puts("maker");
	go();
	exit(0);
}

static void CUDART_CB hold(void *) {
	wait_for_turn();
}

int main() {
	int ends[2], dead[2], status = 0;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) || socketpair(AF_UNIX, SOCK_STREAM, 0, dead))
		return 1;
	pid_t third = fork(); // before the first call of CUDA
	if (third == 0) {
		line = dead[1];
		short_lived();
	}
	close(dead[1]);
	waitpid(third, &status, 0);
	printf("third: %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
	fflush(stdout);
	pid_t pid = fork();
	line = ends[pid == 0];
	close(ends[pid != 0]);
	if (pid == 0)
		user(dead[0]);

	Handles h;
	cudaIpcMemHandle_t other;
	char *big, *small, *before, *behind, *host, *managed, *pooled;
	cudaEvent_t filled, late, answer, plain, opened;
	cudaStream_t s;
	void *mine;
	SHOW(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	SHOW(cudaMalloc(&big, BIG));
	SHOW(cudaMalloc(&before, SMALL)); // these three lie in one page
	SHOW(cudaMalloc(&small, SMALL));
	SHOW(cudaMalloc(&behind, SMALL));
	SHOW(cudaMallocHost(&host, SMALL));
	SHOW(cudaMallocManaged(&managed, SMALL));
	SHOW(cudaMallocAsync(&pooled, SMALL, s));
	SHOW(cudaMemset(before, 1, SMALL));
	SHOW(cudaMemset(small, 2, SMALL));
	SHOW(cudaMemset(behind, 3, SMALL));
	SHOW(cudaIpcGetMemHandle(nullptr, big));
	SHOW(cudaIpcGetMemHandle(&other, nullptr));
	SHOW(cudaIpcGetMemHandle(&other, host));
	SHOW(cudaIpcGetMemHandle(&other, managed));
	SHOW(cudaIpcGetMemHandle(&other, pooled));
	SHOW(cudaIpcGetMemHandle(&other, &h));
	SHOW(cudaIpcGetMemHandle(&h.big, big));
	SHOW(cudaIpcGetMemHandle(&other, big));
	printf("the same handle: %d\n", memcmp(&other, &h.big, sizeof other) == 0);
	SHOW(cudaIpcGetMemHandle(&h.small, small + 100)); // of the whole allocation
	SHOW(cudaIpcOpenMemHandle(&mine, h.big, cudaIpcMemLazyEnablePeerAccess));

	SHOW(cudaEventCreateWithFlags(&filled, cudaEventInterprocess));
	SHOW(cudaEventCreateWithFlags(&filled, cudaEventInterprocess | cudaEventDisableTiming));
	SHOW(cudaEventCreateWithFlags(&late, cudaEventInterprocess | cudaEventDisableTiming));
	SHOW(cudaEventCreateWithFlags(&answer, cudaEventInterprocess | cudaEventDisableTiming));
	SHOW(cudaEventCreate(&plain));
	SHOW(cudaIpcGetEventHandle(nullptr, filled));
	SHOW(cudaIpcGetEventHandle(&h.filled, nullptr));
	SHOW(cudaIpcGetEventHandle(&h.filled, plain));
	SHOW(cudaIpcGetEventHandle(&h.filled, filled));
	SHOW(cudaIpcGetEventHandle(&h.late, late));
	SHOW(cudaIpcGetEventHandle(&h.answer, answer));
	SHOW(cudaIpcOpenEventHandle(&opened, h.filled));
	SHOW(cudaEventQuery(filled)); // never recorded
	SHOW(cudaStreamWaitEvent(s, filled, 0));

	SHOW(cudaMemsetAsync(big, 7, BIG, s));
	SHOW(cudaEventRecord(filled, s));
	SHOW(cudaEventSynchronize(filled));
	SHOW(cudaLaunchHostFunc(s, hold, nullptr));
	SHOW(cudaEventRecord(late, s));
	put(&h, sizeof h);
	go();
	cudaError_t held = cudaStreamSynchronize(s);
	wait_for_turn();
	printf("held up: %s\n", cudaGetErrorName(held));
	SHOW(cudaStreamWaitEvent(s, answer, 0));
	SHOW(cudaStreamSynchronize(s));
	printf("found: %d %d %d\n", of_all(before, SMALL), of_all(small, SMALL), of_all(behind, SMALL));
	waitpid(pid, &status, 0);
	printf("user: %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
	SHOW(cudaFree(big));
	SHOW(cudaFree(small));
	SHOW(cudaEventDestroy(filled));
	SHOW(cudaEventDestroy(late));
	SHOW(cudaEventRecord(late, s));
	return 0;
}
