// victims.cpp FILE RANKS PER PROCESS SEED: a process of a job that goes on until one of them is killed: collectives of all
// kinds and sizes, alone, in groups and in graphs, sends, splits, communicators that end and begin. It says what failed, and
// ends with 0 if that is another's end.
// FILE gives the id, and '-' asks MPI for rank and id (then PROCESS is the victim).
// SPDX-License-Identifier: Apache-2.0
#include "ranks.h"

#include <chrono>
#include <csignal>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <unistd.h>
#ifdef WITH_MPI
#include <mpi.h>
#endif

enum { MOST = 1 << 18 };

static int n, per, first;

struct Rank {
	int rank, device;
	ncclComm_t comm = nullptr, child = nullptr;
	cudaStream_t stream;
	cudaGraphExec_t graph = nullptr;
	std::unique_ptr<Buffer> in, out;
};
static std::vector<Rank> ranks;

// What has failed; empty: nothing.
static std::string failure;
static ncclResult_t first_error = ncclSuccess;

static bool failed(ncclResult_t e, const char *what) {
	if (e != ncclSuccess && failure.empty()) {
		failure = std::string(what) + ": " + ncclGetErrorString(e);
		first_error = e;
	}
	return e != ncclSuccess;
}

static bool synchronized() {
	for (Rank &r : ranks) {
		OK(cudaSetDevice(r.device));
		cudaError_t e = cudaStreamSynchronize(r.stream);
		if (e != cudaSuccess && failure.empty())
			failure = std::string("stream: ") + cudaGetErrorString(e);
		for (ncclComm_t c : {r.comm, r.child}) {
			ncclResult_t async = ncclSuccess;
			if (c && (ncclCommGetAsyncError(c, &async) || async) && first_error == ncclSuccess)
				first_error = async;
		}
	}
	if (first_error != ncclSuccess && failure.empty())
		failure = "a communicator";
	return failure.empty();
}

// One call of one rank; kinds up to 8 take `count` elements of each.
static ncclResult_t call(Rank &r, ncclComm_t comm, int kind, size_t count, int size, int me) {
	void *in = r.in->at, *out = r.out->at;
	size_t part = count / size;
	switch (kind) {
	case 0: return ncclAllReduce(in, out, count, ncclFloat32, ncclSum, comm, r.stream);
	case 1: return ncclReduce(in, out, count, ncclInt32, ncclMax, size - 1, comm, r.stream);
	case 2: return ncclBroadcast(in, out, count, ncclFloat32, 0, comm, r.stream);
	case 3: return ncclReduceScatter(in, out, part, ncclBfloat16, ncclAvg, comm, r.stream);
	case 4: return ncclAllGather(in, out, part, ncclFloat32, comm, r.stream);
	case 5: return ncclAlltoAll(in, out, part, ncclFloat32, comm, r.stream);
	case 6: return ncclGather(in, out, part, ncclFloat32, size - 1, comm, r.stream);
	case 7: return ncclScatter(in, out, part, ncclFloat32, 0, comm, r.stream);
	default: {
		ncclGroupStart();
		ncclResult_t a = ncclSend(in, count, ncclFloat32, (me + 1) % size, comm, r.stream);
		ncclResult_t b = ncclRecv(out, count, ncclFloat32, (me + size - 1) % size, comm, r.stream);
		ncclResult_t c = ncclGroupEnd();
		return a ? a : b ? b : c;
	}
	}
}

static bool grouped(int kind, size_t count, int times) {
	bool bad = failed(ncclGroupStart(), "ncclGroupStart");
	for (int i = 0; i < times && !bad; i++)
		for (Rank &r : ranks)
			bad |= failed(call(r, r.comm, (kind + i) % 9, count, n, r.rank), "a call in a group");
	return !failed(ncclGroupEnd(), "ncclGroupEnd") && !bad;
}

static bool captured(int kind, size_t count, int times) {
	bool ok = true;
	for (Rank &r : ranks) {
		OK(cudaSetDevice(r.device));
		OK(cudaStreamBeginCapture(r.stream, cudaStreamCaptureModeRelaxed));
	}
	ok = grouped(kind, count, 2);
	for (Rank &r : ranks) {
		cudaGraph_t g = nullptr;
		OK(cudaSetDevice(r.device));
		cudaError_t e = cudaStreamEndCapture(r.stream, &g);
		if (ok)
			OK(e);
		if (e == cudaSuccess && ok) {
			OK(cudaGraphInstantiate(&r.graph, g, 0));
			OK(cudaGraphDestroy(g));
		}
	}
	for (int i = 0; i < times && ok; i++) {
		for (Rank &r : ranks) {
			OK(cudaSetDevice(r.device));
			cudaError_t e = cudaGraphLaunch(r.graph, r.stream);
			if (e != cudaSuccess && failure.empty())
				failure = std::string("graph: ") + cudaGetErrorString(e);
		}
		ok = synchronized();
	}
	for (Rank &r : ranks)
		if (r.graph) {
			cudaGraphExecDestroy(r.graph);
			r.graph = nullptr;
		}
	return ok;
}

static bool with_child(int kind, size_t count) {
	bool bad = failed(ncclGroupStart(), "ncclGroupStart");
	for (Rank &r : ranks)
		bad |= failed(ncclCommSplit(r.comm, r.rank % 2, r.rank, &r.child, nullptr), "ncclCommSplit");
	if (failed(ncclGroupEnd(), "ncclGroupEnd of splits") || bad)
		return false;
	bad = failed(ncclGroupStart(), "ncclGroupStart");
	for (Rank &r : ranks)
		bad |= failed(call(r, r.child, kind % 8, count, (n + 1 - r.rank % 2) / 2, r.rank / 2), "a call of a child");
	if (failed(ncclGroupEnd(), "ncclGroupEnd") || bad || !synchronized())
		return false;
	for (Rank &r : ranks) {
		bad |= failed(ncclCommDestroy(r.child), "ncclCommDestroy");
		r.child = nullptr;
	}
	return !bad;
}

static bool join(const ncclUniqueId &id) {
	bool bad = failed(ncclGroupStart(), "ncclGroupStart");
	for (Rank &r : ranks) {
		OK(cudaSetDevice(r.device));
		bad |= failed(ncclCommInitRank(&r.comm, n, id, r.rank), "ncclCommInitRank");
	}
	return !failed(ncclGroupEnd(), "ncclGroupEnd of joins") && !bad;
}

// The old communicator tells the id of the next one.
static bool anew() {
	ncclUniqueId id;
	if (first == 0) {
		if (failed(ncclGetUniqueId(&id), "ncclGetUniqueId"))
			return false;
		OK(cudaMemcpy(ranks[0].in->at, &id, sizeof id, cudaMemcpyHostToDevice));
	}
	bool bad = failed(ncclGroupStart(), "ncclGroupStart");
	for (Rank &r : ranks)
		bad |= failed(ncclBroadcast(r.in->at, r.out->at, sizeof id, ncclInt8, 0, r.comm, r.stream), "ncclBroadcast");
	if (failed(ncclGroupEnd(), "ncclGroupEnd") || bad || !synchronized())
		return false;
	OK(cudaMemcpy(&id, ranks[0].out->at, sizeof id, cudaMemcpyDeviceToHost));
	for (Rank &r : ranks) {
		bad |= failed(ncclCommFinalize(r.comm), "ncclCommFinalize");
		bad |= failed(ncclCommDestroy(r.comm), "ncclCommDestroy");
		r.comm = nullptr;
	}
	return !bad && join(id);
}

static bool round_of(std::mt19937 &random) {
	unsigned way = random() % 8, kind = random() % 9;
	size_t count = random() % 3 ? random() % 3000 + n : random() % MOST + n;
	switch (way) {
	case 0: return with_child(kind, count);
	case 1: return anew();
	case 2: return captured(kind, count, 1 + random() % 4);
	case 3: return grouped(kind, count, 3) && synchronized();
	default: return grouped(kind, count, 1) && (random() % 2 || synchronized());
	}
}

// Of another process; false: it never came, or not whole.
static bool read_id(const char *file, ncclUniqueId *id) {
	for (int i = 0; i < 600; i++) {
		FILE *f = fopen(file, "rb");
		bool ok = f && fread(id, sizeof *id, 1, f) == 1;
		if (f)
			fclose(f);
		if (ok)
			return true;
		usleep(10000);
	}
	return false;
}

static void write_id(const std::string &file, const ncclUniqueId &id) {
	FILE *f = fopen((file + ".part").c_str(), "wb");
	check(!f || fwrite(&id, sizeof id, 1, f) != 1 || fclose(f), "write", __LINE__);
	check(rename((file + ".part").c_str(), file.c_str()), "rename", __LINE__);
}

#ifdef WITH_MPI
static bool ask_mpi(int victim, unsigned seed, ncclUniqueId *id) {
	int me;
	MPI_Init(nullptr, nullptr);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
	first = me;
	if (me == 0)
		OK(ncclGetUniqueId(id));
	MPI_Bcast(id, sizeof *id, MPI_BYTE, 0, MPI_COMM_WORLD);
	if (me == victim % n)
		std::thread([=] {
			std::this_thread::sleep_for(std::chrono::milliseconds(std::mt19937(seed)() % 500));
			raise(SIGKILL);
		}).detach();
	return true;
}
#else
static bool ask_mpi(int, unsigned, ncclUniqueId *) {
	return false;
}
#endif

static bool begin(char **argv, ncclUniqueId *id) {
	std::string file = argv[1];
	unsigned seed = (unsigned)atoi(argv[5]);
	if (file == "-")
		return ask_mpi(atoi(argv[4]), seed, id);
	first = atoi(argv[4]) * per;
	if (first)
		return read_id(argv[1], id);
	OK(ncclGetUniqueId(id));
	write_id(file, *id);
	return true;
}

int main(int argc, char **argv) {
	ncclUniqueId id;
	check(argc != 6, "five arguments", __LINE__);
	n = atoi(argv[2]);
	per = atoi(argv[3]);
	if (!begin(argv, &id)) {
		printf("no id\n");
		return 0;
	}
	for (int i = 0; i < per; i++) {
		Rank r;
		r.rank = first + i;
		r.device = i;
		OK(cudaSetDevice(i));
		OK(cudaStreamCreate(&r.stream));
		r.in.reset(new Buffer(i, (MOST + n) * 4));
		r.out.reset(new Buffer(i, (MOST + n) * 4));
		ranks.push_back(std::move(r));
	}
	printf("begins\n");
	fflush(stdout);
	std::mt19937 random((unsigned)atoi(argv[5]));
	bool goes_on = join(id);
	int rounds = 0;
	while (goes_on && rounds++ < 100000)
		goes_on = round_of(random);
	synchronized(); // or the error of a stream has no reason yet
	for (Rank &r : ranks)
		for (ncclComm_t c : {r.child, r.comm})
			if (c)
				ncclCommAbort(c);
	printf("rank %d, round %d: %s\n", first, rounds, failure.c_str());
	fflush(stdout);
	_exit(first_error == ncclRemoteError || first_error == ncclSystemError ? 0 : 3);
}
