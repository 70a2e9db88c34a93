// collectives.cpp - every collective, type and operation, on 1 to 8 devices of one process: from one thread in
// groups, from a thread for each rank, in place, captured.
// SPDX-License-Identifier: Apache-2.0
#include "ranks.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <thread>

enum Func { ALL_REDUCE, REDUCE, BROADCAST, REDUCE_SCATTER, ALL_GATHER, ALL_TO_ALL, GATHER, SCATTER, FUNCS };
static const char *const names[] = {"AllReduce", "Reduce", "Broadcast", "ReduceScatter", "AllGather", "AlltoAll",
                                    "Gather", "Scatter"};

struct World {
	int n;
	std::vector<ncclComm_t> comm;
	std::vector<cudaStream_t> stream;
	explicit World(int n) : n(n), comm(n), stream(n) {
		OK(ncclCommInitAll(comm.data(), n, nullptr));
		for (int r = 0; r < n; r++) {
			OK(cudaSetDevice(r));
			OK(cudaStreamCreateWithFlags(&stream[r], cudaStreamNonBlocking));
		}
	}
	~World() {
		for (int r = 0; r < n; r++)
			OK(ncclCommDestroy(comm[r]));
		for (int r = 0; r < n; r++) {
			cudaSetDevice(r);
			cudaStreamDestroy(stream[r]);
		}
	}
	void sync() {
		for (int r = 0; r < n; r++) {
			OK(cudaSetDevice(r));
			OK(cudaStreamSynchronize(stream[r]));
		}
	}
};

struct Case {
	Func func;
	ncclDataType_t type;
	ncclRedOp_t op;
	size_t count;
	int root;
	bool in_place;
};

static size_t parts_in(const Case &c, int n) {
	return c.func == REDUCE_SCATTER || c.func == ALL_TO_ALL || c.func == SCATTER ? n : 1;
}

static size_t parts_out(const Case &c, int n) {
	return c.func == ALL_GATHER || c.func == ALL_TO_ALL || c.func == GATHER ? n : 1;
}

// So small that sums of a few are exact in all types.
static int value(int rank, size_t i, ncclRedOp_t op, ncclDataType_t t) {
	if (t == ncclFloat8e5m2 && op != ncclProd)
		return (int)((rank + i) % 2);
	return op == ncclProd ? 1 + (int)((rank + i) % 2) : (int)((rank * 3 + i) % 5);
}

static int reduced(const Case &c, int n, size_t i) {
	int r = value(0, i, c.op, c.type);
	for (int k = 1; k < n; k++) {
		int x = value(k, i, c.op, c.type);
		r = c.op == ncclProd ? r * x : c.op == ncclMax ? std::max(r, x) : c.op == ncclMin ? std::min(r, x) : r + x;
	}
	return r;
}

// What rank r has in its result; empty: nothing that counts.
static std::vector<int> expected(const Case &c, int n, int r) {
	std::vector<int> v;
	if ((c.func == REDUCE || c.func == GATHER) && r != c.root)
		return v;
	for (size_t i = 0; i < c.count * parts_out(c, n); i++) {
		int from = (int)(i / c.count);
		size_t k = i % c.count;
		switch (c.func) {
		case ALL_REDUCE:
		case REDUCE: v.push_back(reduced(c, n, i)); break;
		case BROADCAST: v.push_back(value(c.root, i, c.op, c.type)); break;
		case REDUCE_SCATTER: v.push_back(reduced(c, n, r * c.count + i)); break;
		case ALL_GATHER:
		case GATHER: v.push_back(value(from, k, c.op, c.type)); break;
		case ALL_TO_ALL: v.push_back(value(from, r * c.count + k, c.op, c.type)); break;
		default: v.push_back(value(c.root, r * c.count + i, c.op, c.type)); break;
		}
	}
	return v;
}

static ncclResult_t call(const Case &c, const void *in, void *out, ncclComm_t comm, cudaStream_t s) {
	switch (c.func) {
	case ALL_REDUCE: return ncclAllReduce(in, out, c.count, c.type, c.op, comm, s);
	case REDUCE: return ncclReduce(in, out, c.count, c.type, c.op, c.root, comm, s);
	case BROADCAST: return ncclBroadcast(in, out, c.count, c.type, c.root, comm, s);
	case REDUCE_SCATTER: return ncclReduceScatter(in, out, c.count, c.type, c.op, comm, s);
	case ALL_GATHER: return ncclAllGather(in, out, c.count, c.type, comm, s);
	case ALL_TO_ALL: return ncclAlltoAll(in, out, c.count, c.type, comm, s);
	case GATHER: return ncclGather(in, out, c.count, c.type, c.root, comm, s);
	default: return ncclScatter(in, out, c.count, c.type, c.root, comm, s);
	}
}

// Where the parts are: apart, or the smaller buffer inside of the larger one.
struct Operands {
	std::vector<std::unique_ptr<Buffer>> in, out;
	std::vector<const void *> send;
	std::vector<void *> recv;
	std::vector<size_t> shift; // of the result, in elements

	Operands(const World &w, const Case &c) {
		size_t e = size_of(c.type), nin = parts_in(c, w.n) * c.count, nout = parts_out(c, w.n) * c.count;
		for (int r = 0; r < w.n; r++) {
			in.emplace_back(new Buffer(r, std::max(nin, nout) * e));
			out.emplace_back(new Buffer(r, nout * e));
			bool larger_out = nout > nin, larger_in = nin > nout;
			std::vector<int> v;
			for (size_t i = 0; i < nin; i++)
				v.push_back(value(r, i, c.op, c.type));
			size_t at = c.in_place && larger_out ? r * c.count : 0;
			put(*in[r], c.type, v, at);
			send.push_back((char *)in[r]->at + at * e);
			shift.push_back(c.in_place && larger_in ? r * c.count : 0);
			recv.push_back(c.in_place ? (char *)in[r]->at + shift[r] * e : out[r]->at);
		}
	}
	int bad(const World &w, const Case &c) {
		int sum = 0;
		for (int r = 0; r < w.n; r++)
			sum += wrong(c.in_place ? *in[r] : *out[r], c.type, expected(c, w.n, r), shift[r]);
		return sum;
	}
};

static int in_group(World &w, const Case &c) {
	Operands o(w, c);
	OK(ncclGroupStart());
	for (int r = 0; r < w.n; r++)
		OK(call(c, o.send[r], o.recv[r], w.comm[r], w.stream[r]));
	OK(ncclGroupEnd());
	w.sync();
	return o.bad(w, c);
}

static int in_threads(World &w, const Case &c) {
	Operands o(w, c);
	std::vector<std::thread> t;
	for (int r = 0; r < w.n; r++)
		t.emplace_back([&, r] {
			OK(cudaSetDevice(r));
			OK(call(c, o.send[r], o.recv[r], w.comm[r], w.stream[r]));
			OK(cudaStreamSynchronize(w.stream[r]));
		});
	for (auto &x : t)
		x.join();
	return o.bad(w, c);
}

// Calls without a group from one thread: no one waits for the others.
static int one_by_one(World &w, const Case &c) {
	Operands o(w, c);
	for (int r = w.n; r-- > 0;)
		OK(call(c, o.send[r], o.recv[r], w.comm[r], w.stream[r]));
	w.sync();
	return o.bad(w, c);
}

static int captured(World &w, const Case &c) {
	Operands o(w, c);
	std::vector<cudaGraphExec_t> exec(w.n);
	for (int r = 0; r < w.n; r++) {
		cudaGraph_t g;
		OK(cudaSetDevice(r));
		OK(cudaStreamBeginCapture(w.stream[r], cudaStreamCaptureModeRelaxed));
		OK(call(c, o.send[r], o.recv[r], w.comm[r], w.stream[r]));
		OK(cudaStreamEndCapture(w.stream[r], &g));
		OK(cudaGraphInstantiate(&exec[r], g, 0));
		OK(cudaGraphDestroy(g));
	}
	for (int times = 0; times < 3; times++)
		for (int r = 0; r < w.n; r++)
			OK(cudaGraphLaunch(exec[r], w.stream[r]));
	w.sync();
	for (auto e : exec)
		OK(cudaGraphExecDestroy(e));
	return o.bad(w, c);
}

static int every_collective(World &w, int (*how)(World &, const Case &), bool in_place, size_t count) {
	int bad = 0;
	for (int f = 0; f < FUNCS; f++) {
		if (in_place && f == ALL_TO_ALL)
			continue;
		for (int root = 0; root < w.n; root += std::max(1, w.n - 1)) {
			int b = how(w, {(Func)f, ncclFloat32, ncclSum, count, root, in_place});
			if (b)
				printf("%s on %d: %d wrong\n", names[f], w.n, b);
			bad += b;
		}
	}
	return bad;
}

static void types(World &w) {
	int bad = 0, n = 0;
	for (int t = 0; t < ncclNumTypes; t++)
		for (int op : {ncclSum, ncclProd, ncclMax, ncclMin})
			for (Func f : {ALL_REDUCE, REDUCE, REDUCE_SCATTER}) {
				int b = in_group(w, {f, (ncclDataType_t)t, (ncclRedOp_t)op, 37, 0, false});
				if (b)
					printf("%s type %d op %d: %d wrong\n", names[f], t, op, b);
				bad += b;
				n++;
			}
	printf("types and operations: %d, wrong elements: %d\n", n, bad);
}

// The average, and a scalar of each rank's own, in host and device memory.
static void scaled(World &w) {
	const size_t n = 1000;
	int bad = 0;
	for (ncclDataType_t t : {ncclInt32, ncclFloat16, ncclFloat32, ncclFloat64, ncclBfloat16})
		for (int kind = 0; kind < 3; kind++) {
			std::vector<std::unique_ptr<Buffer>> b, s;
			std::vector<ncclRedOp_t> op(w.n, ncclAvg);
			for (int r = 0; r < w.n; r++) {
				b.emplace_back(new Buffer(r, n * size_of(t)));
				s.emplace_back(new Buffer(r, 8));
				put(*b[r], t, std::vector<int>(n, kind ? r : 4));
				put(*s[r], t, {r % 3});
				uint64_t x = element(t, r % 3);
				if (kind == 1)
					OK(ncclRedOpCreatePreMulSum(&op[r], &x, t, ncclScalarHostImmediate, w.comm[r]));
				if (kind == 2)
					OK(ncclRedOpCreatePreMulSum(&op[r], s[r]->at, t, ncclScalarDevice, w.comm[r]));
			}
			OK(ncclGroupStart());
			for (int r = 0; r < w.n; r++)
				OK(ncclAllReduce(b[r]->at, b[r]->at, n, t, op[r], w.comm[r], w.stream[r]));
			OK(ncclGroupEnd());
			w.sync();
			int sum = 0;
			for (int r = 0; r < w.n; r++)
				sum += kind ? r * (r % 3) : 0;
			for (int r = 0; r < w.n; r++) {
				bad += wrong(*b[r], t, std::vector<int>(n, kind ? sum : 4));
				if (kind)
					OK(ncclRedOpDestroy(op[r], w.comm[r]));
			}
		}
	printf("averages and scaled sums: wrong elements: %d\n", bad);
}

static void points(World &w) {
	const size_t n = 5000;
	int bad = 0;
	// A ring, two messages each way, all in one group.
	std::vector<std::unique_ptr<Buffer>> a, b;
	for (int r = 0; r < w.n; r++) {
		a.emplace_back(new Buffer(r, 2 * n * 4));
		b.emplace_back(new Buffer(r, 2 * n * 4));
		std::vector<int> v(2 * n);
		for (size_t i = 0; i < v.size(); i++)
			v[i] = (int)((r * 7 + i) % 1000);
		put(*a[r], ncclInt32, v);
	}
	for (int grouped = 0; grouped < 2; grouped++) {
		OK(ncclGroupStart());
		for (int r = 0; r < w.n; r++) {
			int next = (r + 1) % w.n, last = (r + w.n - 1) % w.n;
			if (!grouped && w.n > 1)
				continue;
			for (size_t k = 0; k < 2; k++)
				OK(ncclSend((int *)a[r]->at + k * n, n, ncclInt32, next, w.comm[r], w.stream[r]));
			for (size_t k = 0; k < 2; k++)
				OK(ncclRecv((int *)b[r]->at + k * n, n, ncclInt32, last, w.comm[r], w.stream[r]));
		}
		OK(ncclGroupEnd());
		w.sync();
	}
	for (int r = 0; r < w.n; r++) {
		std::vector<int> v(2 * n);
		for (size_t i = 0; i < v.size(); i++)
			v[i] = (int)(((r + w.n - 1) % w.n * 7 + i) % 1000);
		bad += wrong(*b[r], ncclInt32, v);
	}
	// Sends and receives without a group, of streams that go on alone.
	for (int r = 1; r < w.n; r++) {
		OK(ncclRecv(b[0]->at, n, ncclInt32, r, w.comm[0], w.stream[0]));
		OK(ncclSend(a[r]->at, n, ncclInt32, 0, w.comm[r], w.stream[r]));
	}
	w.sync();
	printf("points on %d: wrong elements: %d\n", w.n, bad);
}

static void splits(World &w) {
	std::vector<ncclComm_t> half(w.n), rest(w.n);
	OK(ncclGroupStart());
	for (int r = 0; r < w.n; r++)
		OK(ncclCommSplit(w.comm[r], r % 2, -r, &half[r], nullptr));
	OK(ncclGroupEnd());
	std::vector<std::unique_ptr<Buffer>> b;
	for (int r = 0; r < w.n; r++) {
		int rank, count, device;
		OK(ncclCommUserRank(half[r], &rank));
		OK(ncclCommCount(half[r], &count));
		OK(ncclCommCuDevice(half[r], &device));
		printf("rank %d: %d of %d on device %d\n", r, rank, count, device);
		b.emplace_back(new Buffer(r, 4));
		put(*b[r], ncclInt32, {1 << r});
	}
	OK(ncclGroupStart());
	for (int r = 0; r < w.n; r++)
		OK(ncclAllReduce(b[r]->at, b[r]->at, 1, ncclInt32, ncclSum, half[r], w.stream[r]));
	OK(ncclGroupEnd());
	w.sync();
	int out[2] = {1 % w.n, w.n > 2 ? 2 : 0}, bad = 0;
	for (int r = 0; r < w.n; r++) {
		int sum = 0;
		for (int k = r % 2; k < w.n; k += 2)
			sum += 1 << k;
		bad += wrong(*b[r], ncclInt32, {sum});
	}
	OK(ncclGroupStart());
	for (int r = 0; r < w.n; r++)
		if (r != out[0] && r != out[1])
			OK(ncclCommShrink(w.comm[r], out, 2, &rest[r], nullptr, NCCL_SHRINK_DEFAULT));
	OK(ncclGroupEnd());
	for (int r = 0; r < w.n; r++)
		if (rest[r]) {
			int rank;
			OK(ncclCommUserRank(rest[r], &rank));
			printf("rank %d: %d of those that are left\n", r, rank);
			OK(ncclCommDestroy(rest[r]));
		}
	for (int r = 0; r < w.n; r++)
		OK(ncclCommDestroy(half[r]));
	printf("split: wrong elements: %d\n", bad);
}

static void by_id(int n) {
	ncclUniqueId id;
	OK(ncclGetUniqueId(&id));
	std::vector<std::thread> t;
	std::vector<int> bad(n);
	for (int r = 0; r < n; r++)
		t.emplace_back([&, r] {
			ncclComm_t comm;
			ncclResult_t async;
			OK(cudaSetDevice(r));
			OK(ncclCommInitRank(&comm, n, id, r));
			Buffer b(r, 100 * 8);
			put(b, ncclFloat64, std::vector<int>(100, r));
			OK(ncclAllReduce(b.at, b.at, 100, ncclFloat64, ncclSum, comm, nullptr));
			OK(cudaDeviceSynchronize());
			bad[r] = wrong(b, ncclFloat64, std::vector<int>(100, n * (n - 1) / 2));
			OK(ncclCommGetAsyncError(comm, &async));
			OK(async);
			OK(ncclCommFinalize(comm));
			OK(ncclCommDestroy(comm));
		});
	for (auto &x : t)
		x.join();
	int sum = 0;
	for (int b : bad)
		sum += b;
	printf("joined by an id: %d, wrong elements: %d\n", n, sum);
}

int main() {
	int version;
	OK(ncclGetVersion(&version));
	printf("version %d %d\n", version == NCCL_VERSION_CODE, version >= 22000);
	for (int n : {1, 2, 3, 4, 8}) {
		World w(n);
		int bad = 0;
		for (size_t count : {(size_t)1, (size_t)1000, (size_t)70001}) {
			bad += every_collective(w, in_group, false, count);
			bad += every_collective(w, in_group, true, count);
			bad += every_collective(w, in_threads, false, count);
		}
		bad += every_collective(w, one_by_one, false, 500);
		bad += every_collective(w, captured, false, 500);
		printf("%d ranks: wrong elements: %d\n", n, bad);
		points(w);
	}
	World w(8);
	World four(4);
	types(four);
	scaled(four);
	splits(w);
	by_id(1);
	by_id(8);
}
