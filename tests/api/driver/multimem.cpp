/* multimem.cpp - every form of multimem that ptxas takes, over three devices. One thread; each element has a value of its
 * own in each copy. Values are small integers, but where rounding shows: the first of each four elements is a power of two
 * to which 1 cannot be added in the type, so sums with and without .acc differ. 8-bit floats need SIMT_DEVICE=sm_100.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cmath>
#include <string>
#include <vector>

#include "show.h"

enum { DEVICES = 3, BYTES = 16 };
static const size_t PIECE = 2 << 20;

struct Type {
	const char *name, *bits, *reg; // the type of its parts' loads, and of registers
	int lanes, width;              // values in an element, their bits
	int mantissa, bias;            // of floats; mantissa 0: integers
};
static const Type types[] = {
	{"u32", "b32", "b32", 1, 32, 0, 0},      {"s32", "b32", "b32", 1, 32, 0, 0},      {"b32", "b32", "b32", 1, 32, 0, 0},
	{"u64", "b64", "b64", 1, 64, 0, 0},      {"s64", "b64", "b64", 1, 64, 0, 0},      {"b64", "b64", "b64", 1, 64, 0, 0},
	{"f32", "b32", "b32", 1, 32, 23, 127},   {"f64", "b64", "b64", 1, 64, 52, 1023},  {"f16", "b16", "b16", 1, 16, 10, 15},
	{"bf16", "b16", "b16", 1, 16, 7, 127},   {"f16x2", "b32", "b32", 2, 16, 10, 15},  {"bf16x2", "b32", "b32", 2, 16, 7, 127},
	{"e4m3", "b8", "b8", 1, 8, 3, 7},       {"e5m2", "b8", "b8", 1, 8, 2, 15},      {"e4m3x2", "b16", "b16", 2, 8, 3, 7},
	{"e5m2x2", "b16", "b16", 2, 8, 2, 15},   {"e4m3x4", "b32", "b32", 4, 8, 3, 7},    {"e5m2x4", "b32", "b32", 4, 8, 2, 15},
};

static int wrong, forms;
static CUcontext ctx[DEVICES];
static CUdeviceptr own[DEVICES], at[DEVICES], in_out;

/* A number that the type has exactly, as bits. */
static unsigned long long encode(const Type &t, double v) {
	if (!t.mantissa)
		return (unsigned long long)v;
	if (v == 0)
		return 0;
	int e;
	double m = frexp(v, &e); // 0.5 <= m < 1
	unsigned long long fraction = (unsigned long long)ldexp(m * 2 - 1, t.mantissa);
	return (unsigned long long)(e - 1 + t.bias) << t.mantissa | fraction;
}

/* The value of part k of copy d. */
static double value(const Type &t, int d, int k) {
	static const double small[DEVICES] = {3, 5, 4};
	double big = t.mantissa ? ldexp(1, t.mantissa + 1) : 100;
	return k % 4 ? small[d] : d ? 1 : big;
}

static double combine(const Type &t, const std::string &op, bool once, int k) {
	double a = value(t, 0, k), b = value(t, 1, k), c = value(t, 2, k);
	if (op == "min" || op == "max")
		return op == "min" ? fmin(a, fmin(b, c)) : fmax(a, fmax(b, c));
	if (op == "add")
		return k % 4 || once || !t.mantissa ? a + b + c : a;
	unsigned long long x = (unsigned long long)a, y = (unsigned long long)b, z = (unsigned long long)c;
	return (double)(op == "and" ? x & y & z : op == "or" ? x | y | z : x ^ y ^ z);
}

static double reduced(const Type &t, const std::string &op, int d, int k) {
	double a = value(t, d, k), b = 2;
	unsigned long long x = (unsigned long long)a;
	if (op == "add" || op == "min" || op == "max")
		return op == "add" ? a + b : op == "min" ? fmin(a, b) : fmax(a, b);
	return (double)(op == "and" ? x & 2 : op == "or" ? x | 2 : x ^ 2);
}

/* Parts of `width` bits, one after the other. */
template <typename F> static std::vector<unsigned char> bytes_of(const Type &t, int n, F value) {
	std::vector<unsigned char> out;
	for (int k = 0; k < n * t.lanes; k++) {
		unsigned long long v = encode(t, value(k));
		for (int b = 0; b < t.width / 8; b++)
			out.push_back((unsigned char)(v >> 8 * b));
	}
	return out;
}

static std::string list(int n) {
	std::string s = n > 1 ? "{" : "";
	for (int i = 0; i < n; i++)
		s += (i ? ", %v" : "%v") + std::to_string(i);
	return s + (n > 1 ? "}" : "");
}

/* Loads what is stored, or stores what was loaded, element by element. */
static std::string transfer(const Type &t, int n, bool load) {
	std::string s;
	int size = t.lanes * t.width / 8;
	for (int i = 0; i < n; i++) {
		std::string r = "%v" + std::to_string(i), p = "[%o+" + std::to_string(i * size) + "]";
		s += load ? std::string("ld.global.") + t.bits + " " + r + ", " + p + ";\n"
		          : std::string("st.global.") + t.bits + " " + p + ", " + r + ";\n";
	}
	return s;
}

static void run(const std::string &opcode, const Type &t, int n, bool load, bool fp8) {
	std::string text = std::string(".version 8.6\n.target ") + (fp8 ? "sm_100a" : "sm_90") +
	                   "\n.address_size 64\n.visible .entry k(.param .u64 mc, .param .u64 out) {\n.reg .b64 %a, %o; .reg ." + t.reg +
	                   " %v<8>;\nld.param.u64 %a, [mc]; ld.param.u64 %o, [out];\n";
	if (load)
		text += opcode + " " + list(n) + ", [%a];\n" + transfer(t, n, false);
	else
		text += transfer(t, n, true) + opcode + " [%a], " + list(n) + ";\n";
	text += "ret; }\n";
	CUmodule m;
	CUfunction f;
	CUresult r = cuModuleLoadData(&m, text.c_str());
	if (r != CUDA_SUCCESS) {
		printf("%s: %s\n%s", opcode.c_str(), name_of(r), text.c_str());
		exit(1);
	}
	CU(cuModuleGetFunction(&f, m, "k"));
	void *args[] = {&at[1], &in_out};
	CU(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, args, 0));
	CU(cuCtxSynchronize());
	CU(cuModuleUnload(m));
	forms++;
}

static void compare(const std::string &what, const std::vector<unsigned char> &want, CUdeviceptr p) {
	std::vector<unsigned char> got(want.size());
	CU(cuMemcpyDtoH(got.data(), p, got.size()));
	if (got == want)
		return;
	printf("%s:", what.c_str());
	for (size_t i = 0; i < got.size(); i++)
		printf(" %02x/%02x", got[i], want[i]);
	puts("");
	wrong++;
}

static void fill(const Type &t, int n) {
	for (int d = 0; d < DEVICES; d++) {
		auto b = bytes_of(t, n, [&](int k) { return value(t, d, k); });
		CU(cuMemcpyHtoD(own[d], b.data(), b.size()));
	}
}

static void load(const Type &t, int n, const std::string &op, const std::string &acc, bool fp8) {
	std::string v = n > 1 ? ".v" + std::to_string(n) : "", opcode = "multimem.ld_reduce.relaxed.sys.global." + op + acc + v + "." + t.name;
	fill(t, n);
	run(opcode, t, n, true, fp8);
	compare(opcode, bytes_of(t, n, [&](int k) { return combine(t, op, !acc.empty(), k); }), in_out);
}

static void store(const Type &t, int n, bool fp8) {
	std::string v = n > 1 ? ".v" + std::to_string(n) : "", opcode = "multimem.st.release.gpu" + v + "." + t.name;
	auto b = bytes_of(t, n, [](int k) { return k % 4 + 1.0; });
	CU(cuMemcpyHtoD(in_out, b.data(), b.size()));
	fill(t, n);
	run(opcode, t, n, false, fp8);
	for (int d = 0; d < DEVICES; d++)
		compare(opcode, b, own[d]);
}

static void reduce(const Type &t, int n, const std::string &op) {
	std::string v = n > 1 ? ".v" + std::to_string(n) : "", opcode = "multimem.red." + op + v + "." + t.name;
	auto b = bytes_of(t, n, [](int) { return 2.0; });
	CU(cuMemcpyHtoD(in_out, b.data(), b.size()));
	fill(t, n);
	run(opcode, t, n, false, false);
	for (int d = 0; d < DEVICES; d++)
		compare(opcode, bytes_of(t, n, [&](int k) { return reduced(t, op, d, k); }), own[d]);
}

static const Type &type(const char *name) {
	for (const Type &t : types)
		if (!strcmp(t.name, name))
			return t;
	exit(1);
}

static void integers() {
	for (const char *t : {"u32", "s32", "u64", "s64"}) {
		for (const char *op : {"add", "min", "max"}) {
			if (!strcmp(t, "s64") && !strcmp(op, "add"))
				continue;
			load(type(t), 1, op, "", false);
			reduce(type(t), 1, op);
		}
		store(type(t), 1, false);
	}
	for (const char *t : {"b32", "b64"}) {
		for (const char *op : {"and", "or", "xor"}) {
			load(type(t), 1, op, "", false);
			reduce(type(t), 1, op);
		}
		store(type(t), 1, false);
	}
}

static void floats() {
	for (int n : {1, 2, 4}) {
		load(type("f32"), n, "add", "", false);
		reduce(type("f32"), n, "add");
		store(type("f32"), n, false);
	}
	load(type("f64"), 1, "add", "", false);
	reduce(type("f64"), 1, "add");
	store(type("f64"), 1, false);
	for (const char *t : {"f16", "bf16", "f16x2", "bf16x2"})
		for (int n : {1, 2, 4, 8}) {
			bool pair = type(t).lanes == 2;
			if (pair ? n == 8 : n == 1)
				continue;
			for (const char *op : {"add", "min", "max"}) {
				load(type(t), n, op, "", false);
				if (n > 1 || !strcmp(op, "add"))
					reduce(type(t), n, op);
			}
			load(type(t), n, "add", ".acc::f32", false);
			store(type(t), n, false);
		}
}

static void small_floats() {
	static const struct {
		const char *type;
		int n;
	} list[] = {{"e4m3", 4}, {"e4m3", 8}, {"e5m2", 4}, {"e5m2", 8}, {"e4m3x2", 2}, {"e4m3x2", 4}, {"e4m3x2", 8}, {"e5m2x2", 2},
	            {"e5m2x2", 4}, {"e5m2x2", 8}, {"e4m3x4", 1}, {"e4m3x4", 2}, {"e4m3x4", 4}, {"e5m2x4", 1}, {"e5m2x4", 2}, {"e5m2x4", 4}};
	for (auto &f : list) {
		for (const char *op : {"add", "min", "max"})
			load(type(f.type), f.n, op, "", true);
		load(type(f.type), f.n, "add", ".acc::f16", true);
		store(type(f.type), f.n, true);
	}
}

static void set_up() {
	CUmulticastObjectProp p = {};
	CUmemGenericAllocationHandle mc, mem;
	p.numDevices = DEVICES;
	p.size = PIECE;
	CU(cuMulticastCreate(&mc, &p));
	for (int i = DEVICES; i-- > 0;)
		CU(cuMulticastAddDevice(mc, i));
	for (int i = 0; i < DEVICES; i++) {
		CUmemAllocationProp q = {};
		CUmemAccessDesc a = {};
		CU(cuDevicePrimaryCtxRetain(&ctx[i], i));
		CU(cuCtxSetCurrent(ctx[i]));
		q.type = CU_MEM_ALLOCATION_TYPE_PINNED;
		q.location.type = a.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
		q.location.id = a.location.id = i;
		a.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
		CU(cuMemCreate(&mem, PIECE, &q, 0));
		CU(cuMulticastBindMem(mc, 0, mem, 0, PIECE, 0));
		CU(cuMemAddressReserve(&own[i], PIECE, 0, 0, 0));
		CU(cuMemMap(own[i], PIECE, 0, mem, 0));
		CU(cuMemSetAccess(own[i], PIECE, &a, 1));
		CU(cuMemAddressReserve(&at[i], PIECE, 0, 0, 0));
		CU(cuMemMap(at[i], PIECE, 0, mc, 0));
		CU(cuMemSetAccess(at[i], PIECE, &a, 1));
	}
	CU(cuCtxSetCurrent(ctx[1]));
	CU(cuMemAlloc(&in_out, 64));
}

int main() {
	int major;
	CU(cuInit(0));
	CU(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
	set_up();
	if (major >= 10) {
		small_floats();
	} else {
		integers();
		floats();
	}
	printf("%d forms, %d wrong\n", forms, wrong);
}
