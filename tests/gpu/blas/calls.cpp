/* calls.cpp - what cuBLAS answers to the arguments of each function, and what it computes
 * from small integers, of which every order of a sum gives the same: calls.h. A device with
 * the real library records it; tests/libs/blas compares.
 *     nvcc -std=c++17 -o calls calls.cpp -lcublas
 *     ./calls pairs 0 1; ./calls random 0 1
 * SPDX-License-Identifier: Apache-2.0 */
#include "../calls.h"

#include <cublas_api.h>

#include <cmath>

enum { ROOM = 8192, ROOMS = 10, EACH = 2048, HOST = 1024 };
/* Memory of the device: matrices, vectors, integers, arrays of addresses; and of the host. */
static char *device;
static char host[16][HOST], plain[ROOM];
static cublasHandle_t h;

static char letter(int status) {
	return status < 10 ? (char)('0' + status) : (char)('a' + status - 10);
}

/* ---- types ---- */

static cudaDataType type, result_type, scalar_type; /* of the function, or chosen */
static cublasComputeType_t compute;

static void choose_types() {
	static const struct {
		cudaDataType in, out, scalar;
		cublasComputeType_t compute;
	} products[] = {{CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F},
	                {CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F},
	                {CUDA_R_16F, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F},
	                {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F},
	                {CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F},
	                {CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F},
	                {CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUBLAS_COMPUTE_32F},
	                {CUDA_R_8I, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F}};
	static const cudaDataType plain_types[] = {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F,
	                                           CUDA_C_64F, CUDA_R_16F, CUDA_R_16BF};
	size_t at = function.find("cublas") + 6;
	char c = function[at] == 'I' && function[at + 1] >= 'a' ? (char)(function[at + 1] - 32)
	                                                        : function[at];
	type = c == 'D' ? CUDA_R_64F
	       : c == 'C' ? CUDA_C_32F
	       : c == 'Z' ? CUDA_C_64F
	       : c == 'H' ? CUDA_R_16F
	       : c == 'T' ? CUDA_R_16BF
	                  : CUDA_R_32F;
	if (has("DotEx") || has("DotcEx"))
		type = CUDA_R_32F;
	result_type = type;
	if (has("HSS") || has("TSS"))
		result_type = CUDA_R_32F;
	scalar_type = has("HS") || has("TS") ? CUDA_R_32F : type;
	compute = CUBLAS_COMPUTE_32F;
	bool is_mixed = has("Ex") && !has("gemmEx") && !has("rkEx") && !has("3mEx");
	if (is_random && is_mixed && has("Gemm")) {
		auto &p = products[below(8)];
		type = p.in, result_type = p.out, scalar_type = p.scalar, compute = p.compute;
	} else if (is_random && is_mixed) {
		type = result_type = scalar_type = plain_types[below(6)];
		if (type == CUDA_R_16F || type == CUDA_R_16BF)
			scalar_type = CUDA_R_32F;
		if (has("Rot"))
			scalar_type = type;
	}
}

static size_t bytes_of(cudaDataType t) {
	switch (t) {
	case CUDA_R_64F:
	case CUDA_C_32F: return 8;
	case CUDA_C_64F: return 16;
	case CUDA_R_16F:
	case CUDA_R_16BF: return 2;
	case CUDA_R_8I: return 1;
	default: return 4;
	}
}
/* A small integer in a type, count times the same or by a function. */
template <class G> static void fill(void *to, cudaDataType t, size_t bytes, G next) {
	bool single = t == CUDA_R_32F || t == CUDA_C_32F, wide = t == CUDA_R_64F || t == CUDA_C_64F;
	for (size_t i = 0; i < bytes;) {
		float f = (float)next();
		double d = f;
		uint32_t bits;
		memcpy(&bits, &f, 4);
		uint16_t half = (uint16_t)(bits >> 16);
		if (t == CUDA_R_16F) /* of 0 and normal numbers */
			half = f == 0 ? 0
			              : (uint16_t)((bits >> 16 & 0x8000) |
			                           ((bits >> 13 & 0x3ffff) - (112 << 10)));
		signed char byte = (signed char)f;
		size_t n = single ? 4 : wide ? 8 : t == CUDA_R_8I ? 1 : 2;
		memcpy((char *)to + i, single ? (void *)&f : wide ? (void *)&d : t == CUDA_R_8I ? (void *)&byte : (void *)&half, n);
		i += n;
	}
}

/* ---- places ---- */

static const char *const device_names[ROOMS] = {"A Aarray AP", "B Barray", "C Carray Ainv TauArray",
                                                "x xarray devicePtr", "y yarray",
                                                "P devIpiv", "devInfoArray",      "",
                                                "",          ""};
static const char *const host_names[16] = {
        "alpha alpha_array", "beta beta_array", "result version", "c",        "s",       "param", "a d1",
        "b d2",              "x1",              "y1",             "transa_array transb_array", "m_array n_array k_array", "lda_array ldb_array ldc_array",
        "group_size",        "info",            "hostPtr"};

static void *place(const std::string &name, bool is_array) {
	if (name == "info" && (has("getr") || has("matinv")) && !has("getrs"))
		return device + 6 * ROOM;
	bool sets = has("cublasSet"), gets = has("cublasGet");
	if ((sets && is(name, "x A hostPtr")) || (gets && is(name, "y B hostPtr")))
		return plain;
	if (name == "AP" && (has("tpttr") || has("trttp")))
		return device + ROOM;
	for (int i = 0; i < 16; i++)
		if (is(name, host_names[i]))
			return host[i];
	for (int i = 0; i < ROOMS; i++)
		if (is(name, device_names[i]))
			return device + (is_array ? 8 * ROOM + i * 128 : i * ROOM);
	return device;
}

static double small() {
	bool solves = has("trs") || has("tbs") || has("tps");
	int n = solves ? 1 : 1 + (int)below(3);
	return below(2) ? n : -n;
}
static int alpha_kind, beta_kind;
static bool is_nan; /* the result is not a number before the call */

static void start() {
	cudaMalloc((void **)&device, ROOM * ROOMS);
	cublasCreate_v2(&h);
}

static std::vector<char> was; /* memory before a call */
static char was_host[16][HOST];

static void reset() {
	static bool is_filled; /* by this process */
	if (!is_random && shared->call > 2 && is_filled)
		return;
	is_filled = true;
	std::vector<char> all(ROOM * ROOMS);
	for (int i = 0; i < 5; i++)
		fill(&all[i * ROOM], i == 4 || i == 2 ? result_type : type, ROOM, small);
	if (is_nan)
		fill(&all[(has("mv") ? 4 : 2) * ROOM], CUDA_R_32F, ROOM, [] { return NAN; });
	for (int i = 0; i < ROOM; i += 4) {
		int pivot = 1, none = 77;
		memcpy(&all[5 * ROOM + i], &pivot, 4);
		memcpy(&all[6 * ROOM + i], &none, 4);
	}
	for (int i = 0; i < 5; i++)
		for (int b = 0; b < 4; b++) {
			char *at = device + i * ROOM + b * EACH;
			memcpy(&all[8 * ROOM + i * 128 + b * 8], &at, 8);
		}
	cudaMemcpy(device, all.data(), all.size(), cudaMemcpyHostToDevice);
	memset(host, 0, sizeof host);
	memset(plain, 1, sizeof plain);
	for (int i = 0; i < 10; i++) {
		int kind = i == 0 ? alpha_kind : i == 1 ? beta_kind : 0;
		static const int kinds[] = {1, 0, -1, 2};
		fill(host[i], scalar_type, 64, is_random ? [] { return (int)small(); } : [] { return 1; });
		if (i < 2)
			fill(host[i], scalar_type, 64, [=] { return kinds[kind]; });
		if (i == 5) {
			static double flag;
			flag = (int)below(4) - 2;
			int n = 0;
			fill(host[5], scalar_type, 5 * bytes_of(scalar_type), [&] { return n++ ? small() : flag; });
		}
	}
	was = all;
	memcpy(was_host, host, sizeof host);
	for (int i = 11; i < 14; i++)
		for (int j = 0; j < 8; j++) {
			int value = i == 13 ? 1 : 4;
			int64_t wide = value;
			if (has("_64"))
				memcpy(host[i] + j * 8, &wide, 8);
			else
				memcpy(host[i] + j * 4, &value, 4);
		}
}

/* ---- values ---- */

static void begin() {
	choose_types();
	alpha_kind = is_random ? (int)below(4) : 0;
	beta_kind = is_random ? (int)below(4) : 0;
	is_nan = is_random && beta_kind == 1 && below(2) && result_type == CUDA_R_32F;
}
static void give(const std::string &, Values<cublasHandle_t> &v) {
	also(v, h, "h");
	if (!is_random)
		also(v, (cublasHandle_t) nullptr, "null");
}
template <class A>
static std::enable_if_t<std::is_enum<A>::value> enumeration(const std::string &name, Values<A> &v) {
	if (std::is_same<A, cublasOperation_t>::value) {
		is_random ? number(v, (A)(below(20) ? below(3) : 3), {}) : number(v, (A)0, {1, 2, 3, 9, -1});
	} else if (std::is_same<A, cublasFillMode_t>::value) {
		is_random ? number(v, (A)(below(20) ? below(2) : 2), {}) : number(v, (A)1, {2, 9, -1});
	} else if (std::is_same<A, cublasSideMode_t>::value || std::is_same<A, cublasDiagType_t>::value) {
		is_random ? number(v, (A)below(2), {}) : number(v, (A)0, {1, 9, -1});
	} else if (std::is_same<A, cublasComputeType_t>::value) {
		is_random ? number(v, (A)compute, {}) : number(v, (A)compute, {64, 70, 72, 77, 9, -1});
	} else if (std::is_same<A, cublasGemmAlgo_t>::value) {
		is_random ? number(v, (A)-1, {}) : number(v, (A)-1, {23, 24, 99, 115, 116, -2});
	} else if (std::is_same<A, cudaDataType>::value) {
		cudaDataType t = is(name, "Ctype") || (name == "yType" && has("gemv")) ? result_type
		                 : name == "executionType"                               ? (bytes_of(type) == 2 ? CUDA_R_32F : type)
		                 : is(name, "alphaType csType paramType") ? scalar_type
		                                                          : type;
		is_random ? number(v, (A)t, {}) : number(v, (A)t, {2, 1, 4, 5, 3, 10, 14, 28, 99, -1});
	} else {
		number(v, (A)1, {9, -1});
	}
	for (auto &value : v)
		value.nothing = false;
}
template <class A> static void integer(const std::string &name, Values<A> &v) {
	if (name.substr(0, 2) == "ld") {
		if (is_random)
			number(v, (A)(below(16) ? 10 + below(3) : below(10)), {});
		else
			number(v, (A)4, {3, 0, -1});
	} else if (name.substr(0, 3) == "inc") {
		bool both = !has("cublasSet") && !has("cublasGet");
		if (is_random)
			number(v, (A)((1 + (int)below(3)) * (both && below(3) == 0 ? -1 : 1)), {});
		else
			number(v, (A)1, {0, -1, 2});
	} else if (name.substr(0, 6) == "stride") {
		is_random ? number(v, (A)(150 + below(3)), {}) : number(v, (A)16, {-1, 0});
	} else if (is(name, "kl ku") || (name == "k" && (has("bmv") || has("bsv")))) {
		is_random ? number(v, (A)below(3), {}) : number(v, (A)1, {0, -1});
	} else if (is(name, "batchCount batchSize")) {
		is_random ? number(v, (A)(1 + below(3)), {}) : number(v, (A)2, {0, -1});
	} else if (name == "elemSize") {
		is_random ? number(v, (A)(below(2) ? 4 : 8), {}) : number(v, (A)4, {0, -1});
	} else if (name == "group_count") {
		number(v, (A)1, {0, -1});
	} else if (name.find("bias") != std::string::npos || is(name, "C_mult C_shift")) {
		number(v, (A)1, {});
	} else if (is_random) {
		/* Factors of more rows and columns are not exact. */
		number(v, (A)(below(12) ? 1 + below(name == "nrhs" ? 3 : has("geqrf") || has("gels") ? 3 : 8) : 0), {});
	} else {
		number(v, (A)4, {1, 0, -1});
	}
}
static void give(const std::string &name, Values<int> &v) {
	integer(name, v);
}
static void give(const std::string &name, Values<int64_t> &v) {
	integer(name, v);
}
static void give(const std::string &name, Values<long long> &v) {
	integer(name, v);
}
template <class A> static void pointer(const std::string &name, Values<A *> &v) {
	void *at = place(name, std::is_pointer<A>::value);
	also(v, (A *)at, name);
	bool is_first = getenv("CALLS_NULL") && (function.compare(0, 7, "cublasS") == 0 || has("Ex") || has("cublasI") || has("her")) &&
	                !has("_64") && !has("cublasZ") && !has("cublasId") && !has("cublasIz");
	if (!is_random && is_first)
		also(v, (A *)nullptr, "null", true);
	/* alpha or beta = 0 */
	if (!is_random && is(name, "alpha beta"))
		also(v, (A *)host[9 + 1], "zero", true);
}
template <class A> static void give(const std::string &name, Values<A> &v) {
	if constexpr (std::is_pointer<A>::value)
		pointer<std::remove_pointer_t<A>>(name, v);
	else if constexpr (std::is_enum<A>::value)
		enumeration(name, v);
	else
		also(v, A{}, "0");
}

/* ---- what is left ---- */

/* Numbers as text that does not tell how they were rounded. */
static uint64_t about(const char *p, size_t bytes, cudaDataType t, uint64_t sum, bool exact) {
	bool single = t == CUDA_R_32F || t == CUDA_C_32F;
	if (bytes_of(t) < 4) {
		std::vector<uint16_t> all(bytes / 2);
		memcpy(all.data(), p, bytes);
		for (uint16_t &half : all)
			half = half == 0x8000 ? 0 : half;
		return fnv(t == CUDA_R_8I ? (const void *)p : all.data(), bytes, sum);
	}
	for (size_t i = 0; i < bytes; i += single ? 4 : 8) {
		float f;
		double d;
		memcpy(&f, p + i, 4);
		memcpy(&d, p + i, single ? 4 : 8);
		d = single ? f : d;
		d = std::isnan(d) ? 12345.678 : d == 0 ? 0 : d;
		if (exact) {
			sum = fnv(&d, 8, sum);
			continue;
		}
		char text[32];
		snprintf(text, sizeof text, "%.3g", std::fabs(d) > 1e-5 ? d : 0.0);
		sum = fnv(text, strlen(text), sum);
	}
	return sum;
}

/* What a call changed, for a look at one function. */
static void changed(const char *what, const char *before, const char *now, size_t bytes, cudaDataType t) {
	size_t step = t == CUDA_R_32F || t == CUDA_C_32F || t == CUDA_R_32I ? 4 : bytes_of(t) < 4 ? bytes_of(t) : 8;
	int shown = 0;
	for (size_t i = 0; i < bytes && shown < 60; i += step)
		if (memcmp(before + i, now + i, step)) {
			float f;
			double d;
			int n = 0;
			memcpy(&f, now + i, 4);
			memcpy(&d, now + i, 8);
			memcpy(&n, now + i, step < 4 ? step : 4);
			printf("%s%zu:", shown++ ? " " : what, i / step);
			step < 4               ? (void)printf("%04x", n)
			: t == CUDA_R_32I      ? (void)printf("%d", n)
			: step == 4            ? (void)printf("%.8g", f)
			                       : (void)printf("%.9g", d);
		}
	if (shown)
		printf("\n");
}

static std::string looked() {
	std::vector<char> all(7 * ROOM);
	if (cudaMemcpy(all.data(), device, all.size(), cudaMemcpyDeviceToHost))
		return "fault";
	bool exact = !(has("nrm2") || has("Nrm2") || has("getr") || has("matinv") || has("geqrf") ||
	               has("gels") || has("rotg") || has("Rotg") || has("rotmg") || has("Rotmg"));
	/* Equal pivots are a choice of rounding, and these have none. */
	if (has("getri") || has("cublasCgetrf") || has("cublasZgetrf"))
		return "";
	uint64_t sum = 0;
	if (!only.empty()) {
		static const char *const names[] = {" A ", " B ", " C ", " x ", " y ", " P ", " I "};
		printf("\n");
		for (int i = 0; i < 7; i++)
			changed(names[i], &was[i * ROOM], &all[i * ROOM], ROOM, i > 4 ? CUDA_R_32I : i == 4 || i == 2 ? result_type : type);
		for (int i = 0; i < 10; i++) {
			static const char zeros[HOST] = {};
			changed((std::string(" given ") + host_names[i] + " ").c_str(), zeros, was_host[i], 16, scalar_type);
		}
		for (int i = 3; i < 5; i++)
			changed(i == 3 ? " had x " : " had y ", std::vector<char>(ROOM).data(), &was[i * ROOM], 128, type);
		for (int i = 0; i < 10; i++)
			changed(host_names[i], was_host[i], host[i], 64, scalar_type);
	}
	for (int i = 0; i < 5; i++)
		sum = about(&all[i * ROOM], ROOM, i == 4 || i == 2 ? result_type : type, sum, exact);
	sum = fnv(&all[5 * ROOM], 2 * ROOM, sum);
	for (int i = 0; i < 10; i++)
		sum = i == 2 && has("cublasI") ? fnv(host[i], 8, sum)
		                               : about(host[i], 64, scalar_type, sum, exact);
	sum = fnv(host[14], 4, sum);
	sum = fnv(plain, sizeof plain, sum);
	char text[16];
	snprintf(text, sizeof text, "%05x", (unsigned)(sum & 0xfffff));
	return text;
}

static void rows() {
#include "calls.def"
	/* The header has these for an older type of computations, too. */
	row("cublasGemmEx", (cublasStatus_t(*)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const void *, const void *, cudaDataType, int, const void *, cudaDataType, int, const void *, void *, cudaDataType, int, cublasComputeType_t, cublasGemmAlgo_t))cublasGemmEx, "handle transa transb m n k alpha A Atype lda B Btype ldb beta C Ctype ldc computeType algo");
	row("cublasGemmBatchedEx", (cublasStatus_t(*)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const void *, const void *const *, cudaDataType, int, const void *const *, cudaDataType, int, const void *, void *const *, cudaDataType, int, int, cublasComputeType_t, cublasGemmAlgo_t))cublasGemmBatchedEx, "handle transa transb m n k alpha Aarray Atype lda Barray Btype ldb beta Carray Ctype ldc batchCount computeType algo");
	row("cublasGemmStridedBatchedEx", (cublasStatus_t(*)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const void *, const void *, cudaDataType, int, long long, const void *, cudaDataType, int, long long, const void *, void *, cudaDataType, int, long long, int, cublasComputeType_t, cublasGemmAlgo_t))cublasGemmStridedBatchedEx, "handle transa transb m n k alpha A Atype lda strideA B Btype ldb strideB beta C Ctype ldc strideC batchCount computeType algo");
}
