// processes.cpp RANKS PER_PROCESS [gives-up]: ranks in several processes of one host. Every collective, sends and receives, a
// split. With gives-up the last rank fails by itself and aborts, and the others have to end by themselves.
// SPDX-License-Identifier: Apache-2.0
#include "ranks.h"

#include <algorithm>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>

static int n, per;

static int local(int rank) { return rank % per; }

struct Rank {
	int rank;
	ncclComm_t comm;
	cudaStream_t stream;
	std::unique_ptr<Buffer> in, out;
};

typedef std::vector<Rank> Ranks;

static void each(Ranks &ranks, ncclResult_t (*call)(Rank &)) {
	OK(ncclGroupStart());
	for (Rank &r : ranks)
		OK(call(r));
	OK(ncclGroupEnd());
	for (Rank &r : ranks) {
		OK(cudaSetDevice(local(r.rank)));
		OK(cudaStreamSynchronize(r.stream));
	}
}

enum { COUNT = 30001 };

static int value(int rank, size_t i) { return (int)((rank * 5 + i) % 11); }

static int sum_at(size_t i) {
	int s = 0;
	for (int r = 0; r < n; r++)
		s += value(r, i);
	return s;
}

static void fill(Ranks &ranks) {
	for (Rank &r : ranks) {
		std::vector<int> v(COUNT * n);
		for (size_t i = 0; i < v.size(); i++)
			v[i] = value(r.rank, i);
		put(*r.in, ncclFloat32, v);
		put(*r.out, ncclFloat32, std::vector<int>(COUNT * n, -1));
	}
}

template <class F> static void compare(Ranks &ranks, const char *name, size_t parts, F expect) {
	for (Rank &r : ranks) {
		std::vector<int> v(COUNT * parts);
		for (size_t i = 0; i < v.size(); i++)
			v[i] = expect(r.rank, i);
		int bad = wrong(*r.out, ncclFloat32, v);
		if (bad)
			printf("%s: rank %d: %d wrong\n", name, r.rank, bad);
	}
	fill(ranks);
}

static void collectives(Ranks &ranks) {
	fill(ranks);
	each(ranks, [](Rank &r) { return ncclAllReduce(r.in->at, r.out->at, COUNT, ncclFloat32, ncclSum, r.comm, r.stream); });
	compare(ranks, "AllReduce", 1, [](int, size_t i) { return sum_at(i); });
	each(ranks, [](Rank &r) { return ncclReduce(r.in->at, r.out->at, COUNT, ncclFloat32, ncclSum, n - 1, r.comm, r.stream); });
	compare(ranks, "Reduce", 1, [](int rank, size_t i) { return rank == n - 1 ? sum_at(i) : -1; });
	each(ranks, [](Rank &r) { return ncclBroadcast(r.in->at, r.out->at, COUNT, ncclFloat32, n - 1, r.comm, r.stream); });
	compare(ranks, "Broadcast", 1, [](int, size_t i) { return value(n - 1, i); });
	each(ranks, [](Rank &r) { return ncclReduceScatter(r.in->at, r.out->at, COUNT, ncclFloat32, ncclSum, r.comm, r.stream); });
	compare(ranks, "ReduceScatter", 1, [](int rank, size_t i) { return sum_at(rank * (size_t)COUNT + i); });
	each(ranks, [](Rank &r) { return ncclAllGather(r.in->at, r.out->at, COUNT, ncclFloat32, r.comm, r.stream); });
	compare(ranks, "AllGather", n, [](int, size_t i) { return value((int)(i / COUNT), i % COUNT); });
	each(ranks, [](Rank &r) { return ncclAlltoAll(r.in->at, r.out->at, COUNT, ncclFloat32, r.comm, r.stream); });
	compare(ranks, "AlltoAll", n, [](int rank, size_t i) { return value((int)(i / COUNT), rank * (size_t)COUNT + i % COUNT); });
	each(ranks, [](Rank &r) { return ncclGather(r.in->at, r.out->at, COUNT, ncclFloat32, 0, r.comm, r.stream); });
	compare(ranks, "Gather", n, [](int rank, size_t i) { return rank ? -1 : value((int)(i / COUNT), i % COUNT); });
	each(ranks, [](Rank &r) { return ncclScatter(r.in->at, r.out->at, COUNT, ncclFloat32, 0, r.comm, r.stream); });
	compare(ranks, "Scatter", 1, [](int rank, size_t i) { return value(0, rank * (size_t)COUNT + i); });
}

static void ring(Ranks &ranks) {
	OK(ncclGroupStart());
	for (Rank &r : ranks) {
		OK(ncclSend(r.in->at, COUNT, ncclFloat32, (r.rank + 1) % n, r.comm, r.stream));
		OK(ncclRecv(r.out->at, COUNT, ncclFloat32, (r.rank + n - 1) % n, r.comm, r.stream));
	}
	OK(ncclGroupEnd());
	for (Rank &r : ranks) {
		OK(cudaSetDevice(local(r.rank)));
		OK(cudaStreamSynchronize(r.stream));
	}
	compare(ranks, "ring", 1, [](int rank, size_t i) { return value((rank + n - 1) % n, i); });
}

static void split(Ranks &ranks) {
	std::vector<ncclComm_t> child(ranks.size());
	OK(ncclGroupStart());
	for (size_t i = 0; i < ranks.size(); i++)
		OK(ncclCommSplit(ranks[i].comm, ranks[i].rank % 2, ranks[i].rank, &child[i], nullptr));
	OK(ncclGroupEnd());
	OK(ncclGroupStart());
	for (size_t i = 0; i < ranks.size(); i++)
		OK(ncclAllReduce(ranks[i].in->at, ranks[i].out->at, COUNT, ncclFloat32, ncclMax, child[i], ranks[i].stream));
	OK(ncclGroupEnd());
	for (Rank &r : ranks) {
		OK(cudaSetDevice(local(r.rank)));
		OK(cudaStreamSynchronize(r.stream));
	}
	compare(ranks, "split", 1, [](int rank, size_t i) {
		int most = 0;
		for (int k = rank % 2; k < n; k += 2)
			most = std::max(most, value(k, i));
		return most;
	});
	for (ncclComm_t c : child)
		OK(ncclCommDestroy(c));
}

// 0 if something has failed, by another rank's error; -1 if nothing has.
static int failed(Ranks &ranks, ncclResult_t e, cudaError_t c) {
	ncclResult_t async = ncclSuccess;
	for (Rank &r : ranks)
		if (async == ncclSuccess)
			ncclCommGetAsyncError(r.comm, &async);
	if (!e && !c && !async)
		return -1;
	for (Rank &r : ranks)
		ncclCommAbort(r.comm);
	return async == ncclRemoteError || async == ncclSystemError ? 0 : 3;
}

// Until something fails; then every call has to return.
static int until_failed(Ranks &ranks) {
	for (int times = 0; times < 100000; times++) {
		for (Rank &r : ranks) {
			ncclResult_t e = times % 3 ? ncclAllReduce(r.in->at, r.out->at, COUNT, ncclFloat32, ncclSum, r.comm, r.stream)
			                           : ncclAllGather(r.in->at, r.out->at, COUNT, ncclFloat32, r.comm, r.stream);
			cudaSetDevice(local(r.rank));
			int over = failed(ranks, e, cudaStreamSynchronize(r.stream));
			if (over >= 0)
				return over;
		}
	}
	return 4;
}

// One rank more for each process, whose device is one of those that it has.
static void grow(Ranks &ranks) {
	int more = n / per, mine = (int)(ranks[0].rank / per);
	ncclUniqueId id;
	if (ranks[0].rank == 0) {
		OK(ncclCommGetUniqueId(ranks[0].comm, &id));
		OK(cudaMemcpy(ranks[0].in->at, &id, sizeof id, cudaMemcpyHostToDevice));
	}
	each(ranks, [](Rank &r) { return ncclBroadcast(r.in->at, r.out->at, sizeof id, ncclInt8, 0, r.comm, r.stream); });
	OK(cudaMemcpy(&id, ranks[0].out->at, sizeof id, cudaMemcpyDeviceToHost));
	std::vector<ncclComm_t> comm(ranks.size() + 1);
	OK(ncclGroupStart());
	for (size_t i = 0; i < ranks.size(); i++)
		OK(ncclCommGrow(ranks[i].comm, n + more, ranks[i].rank == 0 ? &id : nullptr, -1, &comm[i], nullptr));
	OK(cudaSetDevice(local(ranks[0].rank)));
	OK(ncclCommGrow(nullptr, n + more, &id, n + mine, &comm[ranks.size()], nullptr));
	OK(ncclGroupEnd());
	int rank;
	OK(ncclCommUserRank(comm[0], &rank));
	check(rank != ranks[0].rank, "a rank keeps its number", __LINE__);
	Buffer in(local(ranks[0].rank), COUNT * 4), out(local(ranks[0].rank), COUNT * 4);
	put(in, ncclFloat32, std::vector<int>(COUNT, 1));
	cudaStream_t other; // one stream would wait for itself
	OK(cudaStreamCreate(&other));
	fill(ranks);
	OK(ncclGroupStart());
	for (size_t i = 0; i < ranks.size(); i++)
		OK(ncclAllReduce(ranks[i].in->at, ranks[i].out->at, COUNT, ncclFloat32, ncclSum, comm[i], ranks[i].stream));
	OK(ncclAllReduce(in.at, out.at, COUNT, ncclFloat32, ncclSum, comm[ranks.size()], other));
	OK(ncclGroupEnd());
	for (Rank &r : ranks) {
		OK(cudaSetDevice(local(r.rank)));
		OK(cudaStreamSynchronize(r.stream));
	}
	OK(cudaSetDevice(local(ranks[0].rank)));
	OK(cudaStreamSynchronize(other));
	std::vector<int> v(COUNT);
	for (int i = 0; i < COUNT; i++)
		v[i] = sum_at(i) + more;
	check(wrong(out, ncclFloat32, v) != 0, "the new rank's result", __LINE__);
	compare(ranks, "grow", 1, [](int, size_t i) { return sum_at(i) + n / per; });
	for (ncclComm_t c : comm)
		OK(ncclCommDestroy(c));
}

// Ranks that wait for one that never calls end; then they go on with a split.
static void revoke(Ranks &ranks) {
	for (Rank &r : ranks) {
		ncclResult_t e = ncclSuccess;
		if (r.rank > 0)
			e = ncclAllReduce(r.in->at, r.out->at, COUNT, ncclFloat32, ncclSum, r.comm, r.stream);
		OK(e == ncclRemoteError ? ncclSuccess : e); // others may be further
	}
	for (Rank &r : ranks) {
		ncclResult_t async;
		OK(ncclCommRevoke(r.comm, NCCL_REVOKE_DEFAULT));
		OK(ncclCommGetAsyncError(r.comm, &async));
		OK(async);
		check(ncclAllReduce(r.in->at, r.out->at, COUNT, ncclFloat32, ncclSum, r.comm, r.stream) != ncclInvalidUsage,
		      "a call after it", __LINE__);
		check(ncclCommFinalize(r.comm) != ncclInvalidArgument, "ncclCommFinalize", __LINE__);
		OK(cudaSetDevice(local(r.rank)));
		cudaStreamSynchronize(r.stream);
	}
	split(ranks);
}

static void suspend(Ranks &ranks) {
	uint64_t value = 7;
	ncclComm_t c = ranks[0].comm;
	OK(ncclCommSuspend(c, NCCL_SUSPEND_MEM));
	OK(ncclCommMemStats(c, ncclStatGpuMemSuspended, &value));
	check(value != 1, "it is suspended", __LINE__);
	check(ncclAllReduce(ranks[0].in->at, ranks[0].out->at, 1, ncclInt8, ncclSum, c, ranks[0].stream) != ncclInvalidUsage,
	      "a call while it is suspended", __LINE__);
	OK(ncclCommResume(c));
	OK(ncclCommMemStats(c, ncclStatGpuMemTotal, &value));
	check(value != 0, "it has no memory", __LINE__);
}

static bool gives_up;

static int process(int first, int id_in, int id_out) {
	ncclUniqueId id;
	if (first == 0) {
		OK(ncclGetUniqueId(&id));
		for (int i = 0; i < n; i++)
			check(write(id_out, &id, sizeof id) != sizeof id, "write", __LINE__);
	} else {
		check(read(id_in, &id, sizeof id) != sizeof id, "read", __LINE__);
	}
	Ranks ranks(per);
	OK(ncclGroupStart());
	for (int i = 0; i < per; i++) {
		Rank &r = ranks[i];
		r.rank = first + i;
		OK(cudaSetDevice(i));
		OK(cudaStreamCreate(&r.stream));
		r.in.reset(new Buffer(i, COUNT * 4 * n));
		r.out.reset(new Buffer(i, COUNT * 4 * n));
		OK(ncclCommInitRank(&r.comm, n, id, r.rank));
	}
	OK(ncclGroupEnd());
	if (gives_up) { // the last rank, while others wait for it
		if (first + per >= n)
			OK(ncclRecv(ranks[0].in->at, COUNT, ncclFloat32, 0, ranks[0].comm, ranks[0].stream));
		if (first == 0 || first + per >= n)
			sleep(2);
		return first + per < n ? until_failed(ranks) : failed(ranks, ncclSuccess, cudaStreamSynchronize(ranks[0].stream));
	}
	collectives(ranks);
	ring(ranks);
	split(ranks);
	suspend(ranks);
	grow(ranks);
	revoke(ranks);
	for (Rank &r : ranks)
		OK(ncclCommDestroy(r.comm));
	return 0;
}

int main(int argc, char **argv) {
	n = argc > 1 ? atoi(argv[1]) : 4;
	per = argc > 2 ? atoi(argv[2]) : 1;
	gives_up = argc > 3 && !strcmp(argv[3], "gives-up");
	int fd[2], failed = 0;
	check(pipe(fd), "pipe", __LINE__);
	std::vector<pid_t> child;
	for (int first = 0; first < n; first += per) {
		pid_t p = fork();
		if (!p) {
			if (gives_up && first + per >= n)
				setenv("SIMT_NCCL_TIMEOUT", "1", 1);
			int r = process(first, fd[0], fd[1]);
			fflush(stdout);
			_exit(r);
		}
		child.push_back(p);
	}
	for (size_t i = 0; i < child.size(); i++) {
		int status;
		waitpid(child[i], &status, 0);
		if (status) {
			printf("process %zu: status %#x\n", i, (unsigned)status);
			failed++;
		}
	}
	printf("%d ranks, %d in a process: %d processes failed\n", n, per, failed);
	return failed != 0;
}
