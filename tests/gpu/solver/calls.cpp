/* calls.cpp - what cuSOLVER answers to the arguments of each dense function, and what it
 * leaves in memory: calls.h. An answer is a status, or the number of the argument that
 * devInfo names: a capital letter with INVALID_VALUE, a small one with success. A device
 * with the real library records it; tests/libs/solver compares.
 *     nvcc -std=c++17 -o calls calls.cpp -lcusolver
 *     ./calls pairs 0 1; ./calls random 0 1
 * SPDX-License-Identifier: Apache-2.0 */
#include "../calls.h"

#include <cusolverDn.h>

#include <algorithm>
#include <cmath>

enum { ROOM = 8192, ROOMS = 14, EACH = 160, WORK = 1 << 26, NONE = 77 };
static const struct {
	const char *names;
	char letter;
	bool is_real; /* of the real type of complex elements */
} rooms[ROOMS] = {{"A Aarray dA", 'A', false},
                  {"B dB", 'B', false},
                  {"C dX T", 'C', false},
                  {"U VL", 'U', false},
                  {"V VT VR", 'V', false},
                  {"W S D d", 'W', true},
                  {"E e", 'E', true},
                  {"tau tauq", 't', false},
                  {"taup", 'u', false},
                  {"ipiv dipiv", 'p', false},
                  {"info d_info devInfo infoArray", 'i', false},
                  {"rwork", 'r', true},
                  {"", 0, false},
                  {"", 0, false}};
enum { TAU = 7, PIVOTS = 9, INFO = 10, ARRAYS = 12 };
static char *device, *work;
static char host[16][64], host_work[1 << 24];

static cusolverDnHandle_t h, other;
static cusolverDnParams_t params, set_params;
/* The second one of each, and the other handle, are for functions that change it. */
static syevjInfo_t eig[2];
static gesvdjInfo_t svd[2];
static cusolverDnIRSParams_t irs[2];
static cusolverDnIRSInfos_t infos;

static char letter(int status) {
	int info = NONE;
	if (cudaMemcpy(&info, device + INFO * ROOM, 4, cudaMemcpyDeviceToHost) == cudaSuccess && info < 0 &&
	    info > -27 && (status == 0 || status == CUSOLVER_STATUS_INVALID_VALUE))
		return (char)((status ? 'A' : 'a') - 1 - info);
	return status < 10 ? (char)('0' + status) : "#$%&*+,-/:;<=>?@[]^_{|}"[status - 10];
}

/* ---- types ---- */

static cudaDataType type, real_type, w_type;
static bool is_generic; /* a function for any type */

static void choose_types() {
	static const cudaDataType types[] = {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F};
	char c = function[10];
	is_generic = c == 'X';
	type = c == 'D' || c == 'I' ? CUDA_R_64F : c == 'C' ? CUDA_C_32F : c == 'Z' ? CUDA_C_64F : CUDA_R_32F;
	if (is_generic && is_random)
		type = types[below(4)];
	real_type = type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
	w_type = has("geev") ? (real_type == CUDA_R_32F ? CUDA_C_32F : CUDA_C_64F) : real_type;
}
static bool is_single(cudaDataType t) {
	return t == CUDA_R_32F || t == CUDA_C_32F;
}
static bool is_complex(cudaDataType t) {
	return t == CUDA_C_32F || t == CUDA_C_64F;
}
static cudaDataType type_of(int room) {
	return room == 5 ? w_type : rooms[room].is_real ? real_type : type;
}
static size_t bytes_of(cudaDataType t) {
	return (is_single(t) ? 4 : 8) * (is_complex(t) ? 2 : 1);
}

/* ---- places ---- */

static void *place(const std::string &name, bool is_array, bool is_size) {
	static const char *const results[16] = {"lwork lwork_bytes workspaceInBytesOnDevice", "workspaceInBytesOnHost",
	                                        "meig meig64 h_meig", "iter niters outer_niters",
	                                        "value version maxiters executed_sweeps",
	                                        "residual h_R_nrmF h_err_sigma", "vl", "vu"};
	if (is(name, "work bufferOnDevice dWorkspace"))
		return is_size ? host[0] : work;
	if (name == "bufferOnHost")
		return host_work;
	bool batched = has("potrfBatched") || has("potrsBatched");
	if (!has("Get") && !has("Create"))
		for (int i = 0; i < ROOMS; i++)
			if (is(name, rooms[i].names))
				return device + (is_array && batched ? ARRAYS * ROOM + i * 128 : i * ROOM);
	for (int i = 0; i < 8; i++)
		if (is(name, results[i]))
			return host[i];
	return host[9];
}

static void start() {
	cudaMalloc((void **)&device, ROOM * ROOMS);
	cudaMalloc((void **)&work, WORK);
	cusolverDnCreate(&h);
	cusolverDnCreate(&other);
	cusolverDnCreateParams(&params);
	cusolverDnCreateParams(&set_params);
	for (int i = 0; i < 2; i++) {
		cusolverDnCreateSyevjInfo(&eig[i]);
		cusolverDnCreateGesvdjInfo(&svd[i]);
		cusolverDnIRSParamsCreate(&irs[i]);
		cusolverDnIRSParamsSetSolverPrecisions(irs[i], CUSOLVER_R_64F, CUSOLVER_R_32F);
		cusolverDnIRSParamsSetRefinementSolver(irs[i], CUSOLVER_IRS_REFINE_CLASSICAL);
	}
	cusolverDnIRSInfosCreate(&infos);
}

static long m, n, k, lda;  /* sizes of a random call */
static bool wants_vectors; /* in a random call */
static std::vector<char> was;

/* Matrices of a heavy diagonal; they are positive definite. */
static void fill(char *to, cudaDataType t, long ld) {
	size_t parts = is_complex(t) ? 2 : 1;
	for (size_t i = 0; i < ROOM / bytes_of(t); i++)
		for (size_t part = 0; part < parts; part++) {
			double d = ((int)below(2001) - 1000) / 500.0;
			size_t at = i % EACH;
			if (ld && at % (ld + 1) == 0)
				d = part ? 0 : d + 14;
			float f = (float)d;
			size_t place = i * parts + part;
			memcpy(to + place * (is_single(t) ? 4 : 8), is_single(t) ? (void *)&f : &d, is_single(t) ? 4 : 8);
		}
}
static void reset() {
	std::vector<char> all(ROOM * ROOMS);
	long ld = is_random ? lda : 4;
	for (int i = 0; i < PIVOTS; i++)
		fill(&all[i * ROOM], type_of(i), i < 2 ? ld : 0);
	fill(&all[11 * ROOM], real_type, 0);
	for (int i = 0; i < ROOM / 8; i++) {
		int64_t wide = std::min(i % 8 + 1 + (long)below(3), std::max(n, 1L));
		wide = has("sytr") || !is_random ? i + 1 : wide;
		int narrow = (int)wide, none = NONE;
		is_generic ? memcpy(&all[PIVOTS * ROOM + i * 8], &wide, 8)
		           : memcpy(&all[PIVOTS * ROOM + i * 4], &narrow, 4);
		memcpy(&all[INFO * ROOM + i * 4], &none, 4);
	}
	for (int i = 0; i < ROOMS - 2; i++)
		for (int b = 0; b < 4; b++) {
			char *at = device + i * ROOM + b * EACH * bytes_of(type);
			memcpy(&all[ARRAYS * ROOM + i * 128 + b * 8], &at, 8);
		}
	cudaMemcpy(device, all.data(), all.size(), cudaMemcpyHostToDevice);
	was = all;
	memset(host, 0, sizeof host);
	float bounds[2] = {-1, 15};
	double wide[2] = {-1, 15};
	for (int i = 0; i < 2; i++)
		memcpy(host[6 + i], is_single(real_type) ? (void *)&bounds[i] : &wide[i], is_single(real_type) ? 4 : 8);
}

/* ---- values ---- */

static void begin() {
	choose_types();
	m = n = 4, k = 2, lda = 4;
	if (!is_random)
		return;
	m = 1 + below(8);
	n = 1 + below(8);
	if (has("gesvd") && below(4))
		m = std::max(m, n);
	if (below(16) == 0)
		n = 0;
	k = 1 + below(3);
	lda = 8 + below(3);
}
template <class A> static std::enable_if_t<std::is_pointer<A>::value> pointer(const std::string &name, Values<A> &v) {
	typedef std::remove_pointer_t<A> E;
	also(v, (A)place(name, std::is_pointer<E>::value, std::is_same<E, size_t>::value), name);
	char c = function[10];
	bool repeats = c == 'D' || c == 'C' || c == 'Z' || (c == 'S' && is(function.substr(11, 5), "Hgesv Hgels Bgesv Bgels"));
	if (!is_random && !repeats)
		also(v, (A) nullptr, "null", true);
}
template <class A> static void object(Values<A> &v, A good) {
	also(v, good, "good");
	if (!is_random)
		also(v, (A) nullptr, "null");
}
static void give(const std::string &, Values<cusolverDnHandle_t> &v) {
	object(v, has("Set") ? other : h);
}
static void give(const std::string &, Values<cusolverDnParams_t> &v) {
	object(v, has("Set") ? set_params : params);
}
static void give(const std::string &, Values<syevjInfo_t> &v) {
	object(v, eig[has("Set")]);
}
static void give(const std::string &, Values<gesvdjInfo_t> &v) {
	object(v, svd[has("Set")]);
}
static void give(const std::string &, Values<cusolverDnIRSParams_t> &v) {
	object(v, irs[has("Set") || has("able")]);
}
static void give(const std::string &, Values<cusolverDnIRSInfos_t> &v) {
	object(v, infos);
}
static void give(const std::string &, Values<cudaStream_t> &v) {
	also(v, (cudaStream_t) nullptr, "0");
}
/* One of some values: the first, or any in a random call. */
template <class A> static void choice(Values<A> &v, std::vector<long> good, std::vector<long> bad) {
	if (is_random) {
		number(v, (A)good[below((unsigned)good.size())], {});
		return;
	}
	number(v, (A)good[0], {});
	good.erase(good.begin());
	good.insert(good.end(), bad.begin(), bad.end());
	for (long i : good)
		also(v, (A)i, std::to_string(i));
}
template <class A> static std::enable_if_t<std::is_enum<A>::value> enumeration(const std::string &name, Values<A> &v) {
	if (std::is_same<A, cublasOperation_t>::value)
		has("Sor") || has("Dor") ? choice(v, {0, 1}, {2, 9, -1}) : choice(v, {0, 1, 2}, {3, 9, -1});
	else if (std::is_same<A, cublasFillMode_t>::value)
		choice(v, {0, 1}, {2, 9, -1});
	else if (std::is_same<A, cublasSideMode_t>::value || std::is_same<A, cublasDiagType_t>::value ||
	         std::is_same<A, cusolverDirectMode_t>::value || std::is_same<A, cusolverStorevMode_t>::value)
		choice(v, {0, 1}, {9, -1});
	else if (std::is_same<A, cusolverEigMode_t>::value) {
		choice(v, {1, 0}, {9, -1});
		wants_vectors = v[0].value == (A)1;
	}
	else if (std::is_same<A, cusolverEigType_t>::value)
		choice(v, {1, 2, 3}, {0, 9});
	else if (std::is_same<A, cusolverEigRange_t>::value)
		choice(v, {1001, 1002, 1003}, {9, -1});
	else if (std::is_same<A, cudaDataType>::value) {
		cudaDataType t = name == "dataTypeW" ? w_type : name == "dataTypeS" ? real_type : type;
		choice(v, {t}, is_random ? std::vector<long>{} : std::vector<long>{1, 2, 4, 10, 99});
	} else
		choice(v, {1}, {0, 2, 9, -1});
}
template <class A> static std::enable_if_t<std::is_integral<A>::value> integer(const std::string &name, Values<A> &v) {
	auto either = [&](long random, long good, std::vector<long> bad) {
		is_random ? number(v, (A)random, {}) : number(v, (A)good, bad);
	};
	if (std::is_same<A, signed char>::value) {
		has("gesvdr") ? choice(v, {'S', 'N'}, {'A', 'O', 'x'}) : choice(v, {'A', 'S', 'N'}, {'O', 'x', 'a'});
	} else if (name.substr(0, 2) == "ld") {
		long at_least = lda;
		either(name == "lda" || name == "ldb" || below(16) ? at_least : below(9), 4, {3, 0, -1});
	} else if (name.substr(0, 6) == "stride")
		either(EACH, EACH, {15, 0, -1});
	else if (is(name, "lwork"))
		either(1 << 20, 1 << 20, {0, -1});
	else if (is(name, "lwork_bytes workspaceInBytesOnDevice"))
		either(WORK, WORK, {0, 1});
	else if (name == "workspaceInBytesOnHost")
		either(1 << 24, 1 << 24, {0, 1});
	else if (name == "m")
		either(m, 4, {1, 0, -1});
	else if (name == "n")
		either(n, 4, {1, 0, -1});
	else if (is(name, "k rank nrhs p")) {
		long most = has("org") || has("orm") || has("un") ? std::min(m, n) : 8;
		either(name == "nrhs" && has("Batched") ? 1 : std::min(k, most), name == "nrhs" && has("Batched") ? 1 : 2, {0, -1, 5});
	} else if (is(name, "il k1"))
		either(1 + below(2), 1, {0, -1, 3, 5});
	else if (is(name, "iu k2"))
		either(std::min(n, 2L + below(3)), 2, {0, -1, 1, 5});
	else if (name == "incx")
		either(1, 1, {0, -1, 2});
	else if (name == "batchSize")
		either(1 + below(3), 2, {0, -1});
	else
		either(below(2), 1, {0, 9, -1});
}
template <class A> static void give(const std::string &name, Values<A> &v) {
	if constexpr (std::is_pointer<A>::value)
		pointer(name, v);
	else if constexpr (std::is_enum<A>::value)
		enumeration(name, v);
	else if constexpr (std::is_integral<A>::value)
		integer(name, v);
	else if (is_random)
		also(v, (A)(name == "vl" ? -1 : 15), "");
	else {
		number(v, (A)(name == "vl" ? -1 : 15), {0, -1});
		if (is(name, "vl vu"))
			also(v, (A)(name == "vl" ? 16 : -2), "empty");
	}
}

/* ---- what is left ---- */

/* A sum of magnitudes, which does not tell signs, but places. */
static double sum_of(const char *p, cudaDataType t, size_t count) {
	double sum = 0;
	for (size_t i = 0; i < std::min(count, ROOM / bytes_of(t)); i++) {
		double parts[2] = {};
		for (int part = 0; part < (is_complex(t) ? 2 : 1); part++) {
			size_t at = i * (is_complex(t) ? 2 : 1) + part;
			float f;
			memcpy(&f, p + at * 4, is_single(t) ? 4 : 0);
			memcpy(&parts[part], p + at * 8, is_single(t) ? 0 : 8);
			parts[part] = is_single(t) ? f : parts[part];
		}
		sum += std::hypot(parts[0], parts[1]) * (1 + (double)(i % 37) / 37);
	}
	return sum;
}
/* What a call changed, for a look at one function. */
static void show(const char *what, const char *before, const char *now, cudaDataType t) {
	size_t step = is_single(t) ? 4 : 8, shown = 0;
	printf("\n  %s:", what);
	for (size_t i = 0; i < ROOM && shown < 40; i += step)
		if (memcmp(before + i, now + i, step)) {
			float f;
			double d;
			memcpy(&f, now + i, 4);
			memcpy(&d, now + i, step);
			printf(" %zu=%.4g", i / step, step == 4 ? f : d);
			shown++;
		}
}
static std::string looked() {
	std::vector<char> all(ROOM * ROOMS);
	if (cudaMemcpy(all.data(), device, all.size(), cudaMemcpyDeviceToHost))
		return "fault";
	std::string text;
	int found;
	memcpy(&found, host[2], 4);
	/* What is not promised: the operand of a decomposition without vectors, or of factors
	 * in another precision; approximations; what is behind the values that were found;
	 * Q of numbers that are no reflectors. */
	bool spoils = (has("ev") || has("gv")) && !wants_vectors;
	bool drops = spoils || has("gesvd") || has("geev") || has("gels") || has("gesv");
	size_t count = has("vdx") ? (size_t)found : (size_t)ROOM;
	for (int i = 0; i < INFO; i++) {
		char *now = &all[i * ROOM], *before = &was[i * ROOM];
		std::string room(1, rooms[i].letter);
		if (!memcmp(now, before, ROOM) || (drops && is(room, "A p")) || has("gesvdr") ||
		    (has("gesvda") && !wants_vectors && is(room, "U V")) || (room == "A" && (has("gtr") || count == 0)))
			continue;
		if (!only.empty())
			show(rooms[i].names, before, now, type_of(i));
		double sum = 0;
		size_t most = i == 0 ? count * lda : i == 5 ? count : (size_t)ROOM;
		if (i < PIVOTS)
			sum = sum_of(now, type_of(i), most) - sum_of(before, type_of(i), most);
		else
			for (int j = 0; j < 64; j++)
				sum += *(int *)(now + j * (is_generic ? 8 : 4)) * (j + 1.0);
		char one[32];
		snprintf(one, sizeof one, "%c%.5g", rooms[i].letter, std::fabs(sum) < 1e-4 ? 0 : sum);
		text += one;
	}
	for (int i = 0; i < 3; i++) {
		int info;
		memcpy(&info, &all[INFO * ROOM + i * 4], 4);
		if (info && info != NONE)
			text += "i" + std::to_string(info);
	}
	return found ? text + "m" + std::to_string(found) : text;
}

static void rows() {
#include "calls.def"
}
