// hangs.cpp NUMBER: a program whose collectives never complete. Prints the results that it gets in the end.
// SPDX-License-Identifier: Apache-2.0
#include "ranks.h"

#include <thread>
#include <unistd.h>

enum { N = 64 };

struct Two {
	ncclComm_t comm[3];
	cudaStream_t stream[3];
	float *p[3];
	int n;
	explicit Two(int n = 2) : n(n) {
		OK(ncclCommInitAll(comm, n, nullptr));
		for (int r = 0; r < n; r++) {
			OK(cudaSetDevice(r));
			OK(cudaStreamCreateWithFlags(&stream[r], cudaStreamNonBlocking));
			OK(cudaMalloc(&p[r], N * 4 * 4));
			OK(cudaMemset(p[r], 0, N * 4 * 4));
			OK(cudaDeviceSynchronize());
		}
	}
	ncclResult_t all_reduce(int r, size_t count = N, ncclDataType_t t = ncclFloat32, ncclRedOp_t op = ncclSum) {
		return ncclAllReduce(p[r], p[r], count, t, op, comm[r], stream[r]);
	}
	ncclResult_t broadcast(int r, int root = 0) { return ncclBroadcast(p[r], p[r], N, ncclFloat32, root, comm[r], stream[r]); }
	void end() {
		for (int r = 0; r < n; r++) {
			ncclResult_t async = ncclSuccess;
			cudaSetDevice(r);
			cudaError_t e = cudaStreamSynchronize(stream[r]);
			if (comm[r])
				ncclCommGetAsyncError(comm[r], &async);
			printf("rank %d: stream %s, communicator: %s\n", r, cudaGetErrorName(e), async ? "failed" : "good");
		}
	}
};

static void function() {
	Two t;
	OK(t.all_reduce(0));
	OK(t.broadcast(1));
	t.end();
}

static void count() {
	Two t;
	OK(t.all_reduce(0, N));
	OK(t.all_reduce(1, N - 1));
	t.end();
}

static void type() {
	Two t;
	OK(t.all_reduce(0, N, ncclFloat32));
	OK(t.all_reduce(1, N, ncclInt32));
	t.end();
}

static void root() {
	Two t;
	OK(t.broadcast(0, 0));
	OK(t.broadcast(1, 1));
	t.end();
}

static void operation() {
	Two t;
	OK(t.all_reduce(0, N, ncclFloat32, ncclMax));
	OK(t.all_reduce(1, N, ncclFloat32, ncclMin));
	t.end();
}

static void order() {
	Two t;
	OK(t.all_reduce(0));
	OK(t.broadcast(0));
	OK(t.broadcast(1));
	t.all_reduce(1); // the communicator may have failed by now
	t.end();
}

static void never_came() {
	Two t(3);
	OK(t.all_reduce(0));
	OK(t.all_reduce(2));
	t.end();
}

static void one_short() {
	Two t;
	for (int i = 0; i < 3; i++)
		OK(t.all_reduce(0));
	for (int i = 0; i < 2; i++)
		OK(t.all_reduce(1));
	t.end();
}

static void destroyed() {
	Two t;
	OK(ncclCommDestroy(t.comm[1]));
	t.comm[1] = nullptr;
	OK(t.all_reduce(0));
	t.end();
}

static void send_alone() {
	Two t;
	OK(ncclSend(t.p[0], N, ncclFloat32, 1, t.comm[0], t.stream[0]));
	t.end();
}

static void receive_alone() {
	Two t;
	OK(ncclRecv(t.p[1], N, ncclFloat32, 0, t.comm[1], t.stream[1]));
	t.end();
}

static void sizes() {
	Two t;
	OK(ncclSend(t.p[0], N, ncclFloat32, 1, t.comm[0], t.stream[0]));
	OK(ncclRecv(t.p[1], N, ncclFloat64, 0, t.comm[1], t.stream[1]));
	t.end();
}

// Both send first; without a group a send waits for its receive.
static void both_send() {
	Two t;
	for (int r = 0; r < 2; r++) {
		OK(ncclSend(t.p[r], N, ncclFloat32, 1 - r, t.comm[r], t.stream[r]));
		OK(ncclRecv(t.p[r] + N, N, ncclFloat32, 1 - r, t.comm[r], t.stream[r]));
	}
	t.end();
}

static void wrong_peer() {
	Two t(3);
	OK(ncclSend(t.p[0], N, ncclFloat32, 1, t.comm[0], t.stream[0]));
	OK(ncclRecv(t.p[2], N, ncclFloat32, 0, t.comm[2], t.stream[2]));
	t.end();
}

// Two communicators, in one stream in different orders.
static void communicators() {
	Two t;
	ncclComm_t other[2];
	OK(ncclCommInitAll(other, 2, nullptr));
	OK(t.all_reduce(0));
	OK(ncclAllReduce(t.p[0], t.p[0], N, ncclFloat32, ncclSum, other[0], t.stream[0]));
	OK(ncclAllReduce(t.p[1], t.p[1], N, ncclFloat32, ncclSum, other[1], t.stream[1]));
	OK(t.all_reduce(1));
	t.end();
}

// The stream of rank 1 waits for what comes after the collective of rank 0.
static void waits_for_itself() {
	Two t;
	cudaEvent_t after;
	OK(t.all_reduce(0));
	OK(cudaSetDevice(0));
	OK(cudaEventCreateWithFlags(&after, cudaEventDisableTiming));
	OK(cudaEventRecord(after, t.stream[0]));
	OK(cudaSetDevice(1));
	OK(cudaStreamWaitEvent(t.stream[1], after, 0));
	OK(t.all_reduce(1));
	t.end();
}

static cudaGraphExec_t capture(Two &t, int r) {
	cudaGraph_t g;
	cudaGraphExec_t e;
	OK(cudaSetDevice(r));
	OK(cudaStreamBeginCapture(t.stream[r], cudaStreamCaptureModeRelaxed));
	OK(t.all_reduce(r));
	OK(cudaStreamEndCapture(t.stream[r], &g));
	OK(cudaGraphInstantiate(&e, g, 0));
	return e;
}

static void one_captured() {
	Two t;
	OK(cudaGraphLaunch(capture(t, 0), t.stream[0]));
	OK(t.all_reduce(1));
	t.end();
}

static void launched_twice() {
	Two t;
	cudaGraphExec_t a = capture(t, 0), b = capture(t, 1);
	OK(cudaGraphLaunch(a, t.stream[0]));
	OK(cudaGraphLaunch(a, t.stream[0]));
	OK(cudaGraphLaunch(b, t.stream[1]));
	t.end();
}

// Each thread has a rank; one of them ends without its call.
static void thread_ends() {
	Two t;
	std::thread a([&] {
		OK(cudaSetDevice(0));
		OK(t.all_reduce(0));
		cudaStreamSynchronize(t.stream[0]);
	});
	std::thread([] {}).join();
	a.join();
	t.end();
}

static void destroy_waits() {
	Two t;
	OK(t.all_reduce(0));
	printf("destroyed: %d\n", (int)ncclCommDestroy(t.comm[0]));
	t.comm[0] = nullptr;
	t.end();
}

static void missing_broadcast() {
	Two t;
	OK(t.broadcast(0, 0));
	OK(cudaSetDevice(0));
	cudaError_t e = cudaDeviceSynchronize();
	printf("device: %s\n", cudaGetErrorName(e));
	t.end();
}

static void scaled() {
	Two t;
	ncclRedOp_t op;
	float f = 2;
	OK(ncclRedOpCreatePreMulSum(&op, &f, ncclFloat32, ncclScalarHostImmediate, t.comm[0]));
	OK(t.all_reduce(0, N, ncclFloat32, op));
	OK(t.all_reduce(1, N, ncclFloat32, ncclSum));
	t.end();
}

static void joins_alone() {
	ncclUniqueId id;
	ncclComm_t comm;
	OK(ncclGetUniqueId(&id));
	printf("joined: %d\n", (int)ncclCommInitRank(&comm, 2, id, 1));
}

static void (*const all[])() = {function,       count,         type,          root,          operation,
                                order,          never_came,    one_short,     destroyed,     send_alone,
                                receive_alone,  sizes,         both_send,     wrong_peer,    communicators,
                                waits_for_itself, one_captured, launched_twice, thread_ends, destroy_waits,
                                missing_broadcast, scaled,     joins_alone};

int main(int, char **argv) {
	all[atoi(argv[1])]();
	fflush(stdout);
	_exit(0);
}
